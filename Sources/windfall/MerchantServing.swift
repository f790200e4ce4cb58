import Foundation
import WindfallCommandLine
import WindfallHTTP
import WindfallHTTPClient
import WindfallHTTPServer
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallTimeline

/// Runs the merchant server as this process.
struct MerchantServing {
    /// What a request may have beside its receipt, in bytes.
    private static let bodyRest = 64 * 1024
    /// Connections beside those of the questions to the store: the clock's.
    private static let otherConnections = 16
    /// Files beside connections: the database's, the log, what is delivered.
    private static let otherFiles = 512

    private let order: MerchantOrder
    private let configuration: MerchantConfiguration
    private let log: MerchantLog
    private let logFile: LogFile
    private let settings: CurrentSettings
    private let database: Database
    private let merchant: Merchant
    private let clock: FollowedClock?
    private let server: HTTPServer

    /// Runs a merchant server until the process is interrupted.
    ///
    /// - Returns: nil, or in one sentence why it could not run.
    static func run(_ order: MerchantOrder) async -> String? {
        do {
            let configuration = try order.configuration(in: .system)
            let serving = try await MerchantServing(order, configuration)
            try await serving.serve()
            return nil
        } catch let refusal as ConfigurationRefusal {
            return refusal.problems.map { $0.line(file: order.file) }.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    private init(_ order: MerchantOrder, _ configuration: MerchantConfiguration) async throws {
        self.order = order
        self.configuration = configuration
        let logFile = try LogFile(path: configuration.logFile)
        self.logFile = logFile
        log = MerchantLog(timeline: SystemTimeline()) { logFile.write($0) }
        let settings = CurrentSettings(configuration.settings)
        self.settings = settings
        let client = try HTTPClient(
            HTTPClientSettings(
                connections: configuration.settings.questionsInFlight + Self.otherConnections,
                connectionsPerServer: configuration.settings.questionsInFlight + Self.otherConnections))
        clock = try await configuration.clock.asyncMap { [log] store in
            try await FollowedClock(
                following: store.control, token: store.token, over: client, wall: SystemTimeline(), log: log)
        }
        do {
            database = try await Database.open(
                configuration.database, schemas: Merchant.schemas, at: SystemTimeline().now)
        } catch {
            throw StartFailure("\(configuration.database.shown): \(error)")
        }
        merchant = Merchant(
            database: database, settings: settings,
            clock: MerchantClock(wall: SystemTimeline(), store: clock) { try await SystemPause.wait($0) },
            randomness: SystemRandomness(), store: client, log: log)
        Self.allowFiles(for: configuration.settings, log)
        var limits = HTTPServerSettings()
        limits.bodyBytes = configuration.settings.receiptBytes + Self.bodyRest
        let listen = configuration.listen
        server = try HTTPServer(
            [.init(host: listen.host, port: listen.port, service: merchant.service)], settings: limits)
    }

    private static func allowFiles(for settings: MerchantSettings, _ log: MerchantLog) {
        let needed = settings.questionsInFlight + HTTPServerSettings().connections + otherFiles
        let allowed = OpenFiles.allow(needed)
        guard allowed < needed else { return }
        log.write(
            .warning, "files.few", ["needed": .integer(Int64(needed)), "allowed": .integer(Int64(allowed))])
    }

    /// Says on standard output, in one line of JSON, where the server is; and in a box's file, where one is named.
    private func announce() async throws {
        let origin = server.origins[0].description
        if let path = order.runFile {
            try await MerchantNote(path: path, database: database, log: log).write(origin, apps: settings.value.apps)
        }
        try FileHandle.standardOutput.write(
            contentsOf: Data(JSON.object(["merchant": .string(origin)]).bytes() + [0x0A]))
        log.write(
            .notice, "server.started",
            ["address": .string(origin), "apps": .array(settings.value.apps.keys.sorted().map { .string($0) })])
    }

    /// Serves until an interrupt. Then no further connections are taken, what is at work ends, and after it the rest.
    private func serve() async throws {
        let (reloads, reload) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (server, merchant) = (server, merchant)
        let stop: @Sendable () -> Void = {
            server.stop()
            merchant.endWaiting()
        }
        let signals = [
            await ProcessSignal.on(SIGINT, stop), await ProcessSignal.on(SIGTERM, stop),
            await ProcessSignal.on(SIGHUP) { reload.yield() },
        ]
        defer { signals.forEach { $0.cancel() } }
        // Only now: who hears that it is ready may tell it to stop.
        try await announce()
        defer { if let path = order.runFile { MerchantNote.erase(path) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { [clock] in
                guard let clock else { return try await Self.endlessly() }
                try await clock.run(SystemRandomness()) { try await SystemPause.wait($0) }
            }
            group.addTask {
                for await _ in reloads { await self.reload() }
                try await Self.endlessly()
            }
            group.addTask { await merchant.run() }
            try await group.next()
            group.cancelAll()
            while let end = await group.nextResult() {
                if case .failure(let error) = end, !(error is CancellationError) { throw error }
            }
        }
        log.write(.notice, "server.stopped")
    }

    /// Takes the configuration as it is now; one that is not good changes nothing.
    private func reload() async {
        logFile.reopen()
        do throws(ConfigurationRefusal) {
            let next = try order.configuration(in: .system)
            let late = configuration.keysForRestart(comparedWith: next)
            if !late.isEmpty {
                log.write(.warning, "settings.restart_needed", ["keys": .array(late.map { .string($0) })])
            }
            for warning in next.warnings { log.write(.warning, "settings.warning", Self.fields(warning)) }
            settings.replace(with: next.settings)
            log.write(.notice, "settings.reloaded")
            await merchant.settingsChanged()
        } catch {
            for problem in error.problems { log.write(.alarm, "settings.refused", Self.fields(problem)) }
        }
    }

    private static func fields(_ problem: ConfigurationProblem) -> JSONObject {
        [
            "code": .string(problem.code.description), "place": .string(problem.place.description),
            "path": .string(problem.path), "reason": .string(problem.message),
        ]
    }

    private static func endlessly() async throws {
        while true { try await SystemPause.wait(.seconds(3_600)) }
    }
}

/// Why the server can't start, in one sentence.
private struct StartFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async throws -> Value? {
        guard let self else { return nil }
        return try await body(self)
    }
}
