import WindfallHTTP
import WindfallJSON

/// `windfall transactions` and `windfall renew`.
enum TransactionCommands {
    static let transactions = Command(
        name: "transactions", summary: "Shows what an account has bought.",
        examples: ["windfall transactions list", "windfall transactions show 2000000000000001 --json"],
        commands: [list, show])

    private static let list = Command.asking(
        "list", "Lists an account's transactions, renewals and refunded ones too.", options: [BoxVisit.account],
        examples: ["windfall transactions list", "windfall transactions list --account 2 --json"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, "transactions", query: ["accountId": try visit.account()])
        let rows = answer["transactions"]?.array ?? []
        guard !rows.isEmpty else { return BoxAnswer(answer, headline: "Nothing was bought.") }
        return BoxAnswer(answer, table: TransactionText.table(of: rows))
    }

    private static let show = Command.asking(
        "show", "Shows one transaction.", operands: [PurchaseCommands.transaction],
        examples: ["windfall transactions show 2000000000000001"]
    ) { (visit) async throws(Refusal) in
        let identifier = StoreControl.escaped(visit.arguments.operands[0])
        let answer = try await visit.ask(.get, "transactions/\(identifier)")
        return BoxAnswer(answer, headline: answer["productId"]?.text, facts: TransactionText.facts(of: answer))
    }

    static let renew = Command(
        name: "renew", summary: "Turns a subscription's renewal on or off, or shows it.",
        examples: ["windfall renew off 2000000000000001", "windfall renew show 2000000000000001"],
        commands: [
            turn("on", "Turns renewal on again.", .patch, ["autoRenew": true]),
            turn("off", "Turns renewal off; the paid period goes on to its end.", .patch, ["autoRenew": false]),
            turn("show", "Shows a subscription.", .get, nil),
        ])

    private static func turn(_ name: String, _ summary: String, _ method: HTTPMethod, _ body: JSON?) -> Command {
        .asking(
            name, summary, operands: [Operand(name: "ID", summary: "the subscription's original transaction")],
            examples: ["windfall renew \(name) 2000000000000001"]
        ) { (visit) async throws(Refusal) in
            let identifier = StoreControl.escaped(visit.arguments.operands[0])
            let answer = try await visit.ask(method, "subscriptions/\(identifier)", body)
            var facts = FactList()
            facts.add("subscription", answer["originalTransactionId"]?.text)
            facts.add("product", answer["productId"]?.text)
            facts.add("state", answer["state"]?.text)
            facts.add("renews", answer["autoRenew"]?.shown)
            facts.add("next product", answer["renewalProductId"]?.text)
            facts.add("expires", answer["expiresDate"]?.date)
            facts.add("grace ends", answer["gracePeriodExpiresDate"]?.date)
            facts.add("retry ends", answer["billingRetryEndsDate"]?.date)
            return BoxAnswer(answer, facts: facts)
        }
    }
}
