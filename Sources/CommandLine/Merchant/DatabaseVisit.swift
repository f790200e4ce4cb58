import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallTimeline

/// What a command that works on the merchant server's database has in hand, whether the server runs or not.
struct DatabaseVisit: Sendable {
    let arguments: Arguments
    let surroundings: Surroundings
    let configuration: MerchantConfiguration
    let database: Database
    /// A server without sockets, which takes the command for an operator's.
    let merchant: Merchant

    static let app = Option.value("--app", "BUNDLE", "which app; may be left out where the configuration has one")
    static let exitCodes =
        "Exit codes: 0 done; 1 no, and why; 2 usage, or no good configuration; 4 the database can't be used."

    /// Reaches nobody: the commands ask no store.
    private struct NoStore: HTTPTransport {
        func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
            throw .unreachable
        }
    }

    init(_ arguments: Arguments, _ surroundings: Surroundings) async throws(Refusal) {
        self.arguments = arguments
        self.surroundings = surroundings
        let order = try MerchantOrder.find(arguments, surroundings)
        do throws(ConfigurationRefusal) {
            configuration = try order.configuration(in: surroundings)
        } catch {
            throw .usage(error.problems.map { $0.line(file: order.file) }.joined(separator: "\n"))
        }
        do throws(StorageError) {
            database = try await Database.open(
                configuration.database, schemas: Merchant.schemas, at: surroundings.timeline.now)
        } catch {
            throw Self.unusable(error)
        }
        merchant = Merchant(
            database: database, settings: CurrentSettings(configuration.settings),
            clock: MerchantClock(wall: surroundings.timeline) { try await SystemPause.wait($0) },
            randomness: surroundings.randomness, store: NoStore(),
            log: MerchantLog(timeline: surroundings.timeline) { _ in }, isLocal: true)
    }

    private static func unusable(_ error: StorageError) -> Refusal {
        Refusal(exitCode: .unchecked, sentence: "the database can't be used: \(error)")
    }

    /// Works with the database.
    func storing<Value: Sendable>(
        _ body: () async throws(StorageError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(StorageError) {
            return try await body()
        } catch {
            throw Self.unusable(error)
        }
    }

    /// The app that was named, or the only one.
    func app() throws(Refusal) -> MerchantApp {
        let apps = configuration.settings.apps
        guard let name = arguments.value(of: Self.app) else {
            guard let only = apps.values.first, apps.count == 1 else {
                throw .usage("--app BUNDLE is missing: the configuration has \(apps.count) apps")
            }
            return only
        }
        guard let app = apps[name] else {
            throw .usage(
                "the configuration has no app \(Printable.quoted(name))"
                    + (Spelling.hint(for: name, among: apps.keys.sorted()) ?? ""))
        }
        return app
    }

    /// Asks the server's own interface about the app.
    ///
    /// - Parameters:
    ///   - path: behind `/v1/apps/{app}/`, its segments escaped.
    /// - Returns: null where the answer has no body.
    func ask(_ method: HTTPMethod, _ path: String, _ body: [UInt8] = []) async throws(Refusal) -> JSON {
        let app = StoreControl.escaped(try app().bundleID)
        guard let url = HTTPURL("http://127.0.0.1/v1/apps/\(app)/\(path)") else {
            throw .usage("the name can't be part of an address")
        }
        let response = await merchant.service(HTTPRequest(method, url, body: body))
        guard !response.body.isEmpty else { return .null }
        let bytes = response.body
        let json = (try? JSON(reading: bytes.span)) ?? .null
        if let error = json["error"] {
            let exitCode: ExitCode = response.status.code >= 500 ? .unchecked : .no
            let sentence = error["message"]?.text ?? "the answer is \(response.status)"
            throw Refusal(exitCode: exitCode, sentence: sentence)
        }
        return json
    }
}

extension Command {
    /// A command that works on the merchant server's database.
    static func atDatabase(
        _ name: String, _ summary: String, operands: [Operand] = [], options: [Option] = [], notes: [String] = [],
        examples: [String], _ act: @escaping @Sendable (DatabaseVisit) async throws(Refusal) -> BoxAnswer
    ) -> Command {
        var command = Command(
            name: name, summary: summary, operands: operands,
            options: options + [MerchantOrder.config, MerchantOrder.database, BoxVisit.json],
            notes: notes + [DatabaseVisit.exitCodes], examples: examples)
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            let answer = try await act(try await DatabaseVisit(arguments, surroundings))
            return answer.outcome(arguments, surroundings)
        }
        return command
    }
}
