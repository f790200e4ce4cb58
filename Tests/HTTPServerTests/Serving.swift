import Synchronization
import WindfallHTTP
import WindfallHTTPServer

/// A server for the length of one test.
struct Serving: Sendable {
    let server: HTTPServer

    var port: UInt16 { server.origins.first?.port ?? 0 }
    var url: String { server.origins.first?.description ?? "" }

    /// Serves while `body` runs, then stops and waits for the end.
    static func run(
        _ service: @escaping HTTPService, settings: HTTPServerSettings = .quick,
        _ body: (Serving) async throws -> Void
    ) async throws {
        let server = try HTTPServer([HTTPServer.Address(port: 0, service: service)], settings: settings)
        try await withThrowingTaskGroup { group in
            group.addTask { try await server.run() }
            do {
                try await body(Serving(server: server))
            } catch {
                server.stop()
                throw error
            }
            server.stop()
            try await group.waitForAll()
        }
    }
}

extension HTTPServerSettings {
    /// Limits that a test never reaches unless it wants to; what is at work at the end is given up soon.
    static var quick: HTTPServerSettings {
        var settings = HTTPServerSettings()
        settings.graceTime = .milliseconds(100)
        return settings
    }

    static func with(_ change: (inout HTTPServerSettings) -> Void) -> HTTPServerSettings {
        var settings = quick
        change(&settings)
        return settings
    }
}

/// Lets everybody through once it was opened, or once so many have come.
final class Gate: Sendable {
    private struct State {
        var left: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(opensAfter count: Int = .max) { state = Mutex(State(left: count)) }

    func open() {
        let waiting = state.withLock { state in
            state.left = 0
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Comes to the gate and waits until it opens.
    func pass() async {
        await withCheckedContinuation { continuation in
            let opens = state.withLock { state in
                if state.left > 0 { state.left -= 1 }
                state.waiting.append(continuation)
                return state.left == 0
            }
            if opens { open() }
        }
    }
}

extension HTTPService? {
    /// Never answers until its task is cancelled; `cancelled` opens then.
    static func waiting(entered: Gate, cancelled: Gate) -> HTTPService {
        { _ in
            entered.open()
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                continuation.finish()
            }
            cancelled.open()
            return .text("cancelled")
        }
    }
}
