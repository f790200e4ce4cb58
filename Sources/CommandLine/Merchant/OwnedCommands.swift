import WindfallHTTP
import WindfallJSON

/// `windfall receipt send` and `windfall owned`: what an app and its backend ask a merchant server for.
enum OwnedCommands {
    /// The largest receipt that is sent, in bytes; a server has its own limit.
    private static let receiptLimit = 32 * 1024 * 1024
    private static let longestWait: Int64 = 60

    private static let wait = Option.value(
        "--wait", "SECONDS", "how long to wait for the store's answer, at most \(longestWait) (10)")

    /// Below `receipt`.
    static let send = Command.askingMerchant(
        "send", "Sends a receipt to the running merchant server, and shows what it says.",
        operands: [Operand(name: "FILE", summary: "a receipt in base64, or a JWS; - is standard input")],
        options: [wait],
        examples: ["windfall receipt get --refresh | windfall receipt send -"]
    ) { (visit) async throws(Refusal) in
        let bytes = try visit.surroundings.input(visit.arguments.operands[0], limit: receiptLimit)
        let seconds = try seconds(visit.arguments)
        let answer = try await visit.ask(
            .post, visit.path + "/receipts", ["receipt": .string(String(decoding: bytes, as: UTF8.self))],
            fields: ["Prefer": "wait=\(seconds)"])
        var facts = FactList()
        facts.add("kind", answer["kind"]?.text)
        facts.add("environment", answer["environment"]?.text)
        facts.add("reason", answer["reason"]?.text)
        facts.add("by itself", answer["local"]?["verdict"]?.text)
        facts.add("questions", answer["attempts"]?.shown)
        facts.add("verification", answer["verificationId"]?.text)
        var shown = BoxAnswer(answer, headline: headline(answer), facts: facts)
        shown.table = entitlements(answer)
        return shown
    }

    static let owned = Command.askingMerchant(
        "owned", "Shows what a user owns, as the running merchant server knows it.",
        examples: ["windfall owned", "windfall owned --user anna --json"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, visit.path)
        var facts = FactList()
        for credit in answer["credits"]?.object ?? JSONObject() { facts.add(credit.key, credit.value.shown) }
        let table = entitlements(answer)
        let isEmpty = table == nil && facts.isEmpty
        var shown = BoxAnswer(answer, headline: isEmpty ? "Nothing is owned." : nil, facts: facts)
        shown.table = table
        return shown
    }

    private static func seconds(_ arguments: Arguments) throws(Refusal) -> Int64 {
        guard let text = arguments.value(of: wait) else { return 10 }
        guard let seconds = Int64(text), (0...longestWait).contains(seconds) else {
            throw .usage("--wait takes 0 to \(longestWait) seconds, not \(Printable.quoted(text))")
        }
        return seconds
    }

    private static func headline(_ answer: JSON) -> String {
        switch answer["status"]?.text {
        case "valid": "Valid: the store says so."
        case "pending": "Taken: the store has not answered yet, and is asked until it does."
        case "held": "Taken: the store can't be asked until the server's settings are mended."
        case "refused": "Refused: the store says no."
        default: "Taken."
        }
    }

    private static func entitlements(_ answer: JSON) -> Table? {
        let rows = (answer["entitlements"]?.array ?? []).map { entitlement in
            [
                entitlement["id"]?.text, entitlement["active"]?.isTrue.map { $0 ? "active" : "ended" },
                entitlement["productId"]?.text, entitlement["expiresDate"]?.date, entitlement["environment"]?.text,
                entitlement["basis"]?.text,
            ].map { Printable.escaped($0 ?? "") }
        }
        guard !rows.isEmpty else { return nil }
        return Table(header: ["ENTITLEMENT", "STATE", "PRODUCT", "UNTIL", "ENVIRONMENT", "WORD OF"], rows: rows)
    }
}
