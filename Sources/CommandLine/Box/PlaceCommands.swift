import Foundation
import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// `windfall where`, `windfall roots` and `windfall receipt get`: what others need of a running store.
enum PlaceCommands {
    private static let key = Option.value("--key", "KEY", "only this value: sandbox, app.sharedSecret, …")

    /// Named `where`.
    static let place: Command = {
        var command = Command(
            name: "where", summary: "Shows where the running store is: addresses, token, app, account, device.",
            options: [key, RunFile.option, BoxVisit.json],
            notes: ["Reads run.json and asks nobody.", "Exit codes: 0 shown; 1 there is no such key; 2 usage."],
            examples: ["windfall where", "windfall where --key sandbox"])
        command.run = { (arguments, surroundings) throws(Refusal) in
            let run = try RunFile.find(arguments, surroundings)
            guard let name = arguments.value(of: key) else {
                return BoxAnswer(.object(run.json), facts: facts(of: .object(run.json)))
                    .outcome(arguments, surroundings)
            }
            let value = name.split(separator: ".").reduce(JSON.object(run.json)) { $0[String($1)] ?? .null }
            guard let text = value.shown else { throw .no("run.json has no \(Printable.quoted(name))") }
            return Outcome(Printable.escaped(text) + "\n")
        }
        return command
    }()

    private static func facts(of json: JSON, below name: String = "") -> FactList {
        var facts = FactList()
        for member in json.object ?? JSONObject() {
            if member.value.object != nil {
                for fact in Self.facts(of: member.value, below: name + member.key + ".").facts {
                    facts.add(fact.name, fact.value)
                }
            } else {
                facts.add(name + member.key, member.value.shown)
            }
        }
        return facts
    }

    static let roots: Command = {
        var command = Command(
            name: "roots", summary: "Writes the roots that sign what the running store signs, in PEM.",
            options: [RunFile.option], notes: [BoxVisit.exitCodes], examples: ["windfall roots > roots.pem"])
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            Outcome(bytes: try await BoxVisit(arguments, surroundings).bytes(.get, "roots.pem"))
        }
        return command
    }()

    private static let refresh = Option.flag("--refresh", "makes it anew first, as an app does that asks for it")

    static let receipt: Command = {
        var command = Command(
            name: "get", summary: "Gets the app receipt of a device from the running store, in base64.",
            options: [refresh, BoxVisit.account, BoxVisit.app, BoxVisit.device, RunFile.option, BoxVisit.json],
            notes: [BoxVisit.exitCodes],
            examples: [
                "windfall receipt get > receipt.b64",
                "windfall receipt get --refresh --account 1 --app com.example.demo",
            ])
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            let visit = try BoxVisit(arguments, surroundings)
            let answer = try await visit.ask(
                .get, "receipts",
                query: [
                    "accountId": try visit.account(), "bundleId": try visit.bundleID(), "deviceId": try visit.device(),
                    "refresh": arguments.has(refresh) ? "true" : nil,
                ])
            if arguments.has(BoxVisit.json) { return BoxAnswer(answer).outcome(arguments, surroundings) }
            guard let receipt = answer["receipt"]?.text else {
                throw .no("the device has no receipt yet; --refresh makes one")
            }
            return Outcome(Printable.escaped(receipt) + "\n")
        }
        return command
    }()
}
