import WindfallHTTP
import WindfallJSON

/// What a command that asks a running merchant server has in hand: as the demo app on a device would ask, or, for another
/// user, as the developer's backend would.
struct MerchantVisit: Sendable {
    let arguments: Arguments
    let surroundings: Surroundings
    /// `/v1/apps/{app}/users/{user}`.
    let path: String
    private let server: StoreControl

    static let user = Option.value("--user", "ID", "whose; otherwise the one in run.json")
    static let exitCodes =
        "Exit codes: 0 done; 1 the merchant says no, and why; 2 usage, or none is known; 4 it does not answer."

    init(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) {
        self.arguments = arguments
        self.surroundings = surroundings
        let run = try RunFile.find(arguments, surroundings)
        let other = arguments.value(of: Self.user)
        guard let address = run.json["merchant"]?.text, let app = arguments.value(of: BoxVisit.app) ?? run.bundleID,
            let user = other ?? run.json["user"]?.text,
            let key = run.json["keys"]?[other == nil ? "client" : "server"]?.text
        else { throw .usage("run.json knows no merchant server, user or key; script/up starts one and writes them") }
        path = "/v1/apps/\(StoreControl.escaped(app))/users/\(StoreControl.escaped(user))"
        let transport: any HTTPTransport
        do throws(HTTPClientError) {
            transport = try surroundings.connect()
        } catch {
            throw Self.refusal(.noAnswer(error))
        }
        do throws(StoreControl.Failure) {
            server = try StoreControl(address, token: key, over: transport)
        } catch {
            throw Self.refusal(error)
        }
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, fields: KeyValuePairs<String, String> = [:]
    ) async throws(Refusal) -> JSON {
        do throws(StoreControl.Failure) {
            return try await server.ask(method, path, body, fields: fields)
        } catch {
            throw Self.refusal(error)
        }
    }

    private static func refusal(_ failure: StoreControl.Failure) -> Refusal {
        switch failure {
        case .noAnswer(let error):
            Refusal(exitCode: .unchecked, sentence: "the merchant does not answer: \(error). Is it running?")
        case .unreadable(let status):
            Refusal(exitCode: .unchecked, sentence: "what answers there is no merchant of ours (status \(status))")
        case .badAddress, .refused: Refusal(failure)
        }
    }
}

extension Command {
    /// A command that asks a running merchant server.
    static func askingMerchant(
        _ name: String, _ summary: String, operands: [Operand] = [], options: [Option] = [], notes: [String] = [],
        examples: [String], _ act: @escaping @Sendable (MerchantVisit) async throws(Refusal) -> BoxAnswer
    ) -> Command {
        var command = Command(
            name: name, summary: summary, operands: operands,
            options: options + [MerchantVisit.user, BoxVisit.app, RunFile.option, BoxVisit.json],
            notes: notes + [MerchantVisit.exitCodes], examples: examples)
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            let answer = try await act(try MerchantVisit(arguments, surroundings))
            return answer.outcome(arguments, surroundings)
        }
        return command
    }
}
