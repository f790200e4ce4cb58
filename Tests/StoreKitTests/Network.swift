import Synchronization
import WindfallHTTP

/// The way to a store, which fails as a test wants it to, and counts what is asked.
final class Network: HTTPTransport {
    /// What happens to a request.
    enum Fate: Sendable {
        /// It arrives, and so does the answer.
        case arrives
        /// It never gets there.
        case notSent
        /// It arrives, but the answer is lost.
        case answerLost
        /// Somebody else answers.
        case answered(HTTPResponse)
    }

    private let inside: MemoryTransport
    private let fate = Mutex<@Sendable (HTTPRequest) -> Fate>({ _ in .arrives })
    private let log = Mutex<[String]>([])

    init(_ inside: MemoryTransport) {
        self.inside = inside
    }

    /// Paths of all requests so far, with their methods.
    var asked: [String] { log.withLock { $0 } }

    func count(_ part: String) -> Int {
        asked.count { $0.contains(part) }
    }

    func set(_ body: @escaping @Sendable (HTTPRequest) -> Fate) {
        fate.withLock { $0 = body }
    }

    func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
        log.withLock { $0.append("\(request.method) \(request.url.target)") }
        switch fate.withLock({ $0 })(request) {
        case .arrives: return try await inside.send(request, limits: limits)
        case .notSent: throw .refused
        case .answerLost:
            _ = try await inside.send(request, limits: limits)
            throw .reset
        case .answered(let response): return response
        }
    }
}
