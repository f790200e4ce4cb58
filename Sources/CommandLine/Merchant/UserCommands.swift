import WindfallHTTP
import WindfallJSON

/// `windfall merchant users` and `owners`.
enum UserCommands {
    private static let user = Operand(name: "USER", summary: "the user's identifier")

    static let users = Command(
        name: "users", summary: "Shows what a user owns, or erases a user.",
        examples: ["windfall merchant users show anna", "windfall merchant users erase anna"],
        commands: [show, erase])

    private static let show = Command.atDatabase(
        "show", "Shows what a user owns, and every purchase.", operands: [user], options: [DatabaseVisit.app],
        notes: ["The instant is the system's, also where the server follows a box's clock."],
        examples: ["windfall merchant users show anna --json"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, "users/\(StoreControl.escaped(visit.arguments.operands[0]))")
        var facts = FactList()
        for entitlement in answer["entitlements"]?.array ?? [] {
            facts.add(
                entitlement["id"]?.text ?? "",
                (entitlement["active"]?.isTrue == true ? "active" : "ended")
                    + (entitlement["expiresDate"]?.date.map { ", until \($0)" } ?? ""))
        }
        for credit in answer["credits"]?.object ?? JSONObject() { facts.add(credit.key, credit.value.shown) }
        let rows = (answer["purchases"]?.array ?? []).map { purchase in
            [
                purchase["transactionId"]?.text, purchase["productId"]?.text, purchase["purchaseDate"]?.date,
                purchase["revocationDate"]?.date, purchase["environment"]?.text,
            ].map { Printable.escaped($0 ?? "") }
        }
        guard !rows.isEmpty || !facts.isEmpty else { return BoxAnswer(answer, headline: "Nothing is owned.") }
        var shown = BoxAnswer(answer, facts: facts)
        if !rows.isEmpty {
            shown.table = Table(
                header: ["TRANSACTION", "PRODUCT", "BOUGHT", "TAKEN BACK", "ENVIRONMENT"], rows: rows)
        }
        return shown
    }

    private static let erase = Command.atDatabase(
        "erase", "Erases a user: name, receipts, possessions, and what the audit trail's entries say.",
        operands: [user], options: [DatabaseVisit.app],
        notes: ["What was sold stays for finance, without a person. It can't be undone."],
        examples: ["windfall merchant users erase anna"]
    ) { (visit) async throws(Refusal) in
        _ = try await visit.ask(.delete, "users/\(StoreControl.escaped(visit.arguments.operands[0]))")
        return BoxAnswer(["erased": true], headline: "Erased.")
    }

    static let owners = Command.atDatabase(
        "owners", "Shows whose a purchase is.",
        operands: [Operand(name: "ID", summary: "the purchase's original transaction")], options: [DatabaseVisit.app],
        examples: ["windfall merchant owners 2000000000000001"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, "owners/\(StoreControl.escaped(visit.arguments.operands[0]))")
        var facts = FactList()
        facts.add("user", answer["userId"]?.text ?? "nobody")
        facts.add("policy", answer["policy"]?.text)
        return BoxAnswer(answer, facts: facts)
    }
}
