import WindfallHTTP
import WindfallJSON

/// `windfall buy`, and what happens to a purchase later.
enum PurchaseCommands {
    static let all = [buy, finish, refund, approve, decline, resolve, revoke]

    static let transaction = Operand(
        name: "ID", summary: "the transaction's identifier, as buy and transactions show it")
    private static let quantity = Option.value("--quantity", "N", "how many, 1 to 10 (1)")
    private static let username = Option.value("--username", "TEXT", "the application username of the payment")
    private static let token = Option.value("--app-account-token", "UUID", "the app's own token for its user")

    private static let buy = Command.asking(
        "buy", "Buys a product, as somebody with the app would.",
        operands: [Operand(name: "PRODUCT", summary: "the product's identifier")],
        options: [quantity, username, token, BoxVisit.account, BoxVisit.app, BoxVisit.device],
        notes: ["A purchase that waits for somebody's approval counts as done; one that failed does not."],
        examples: [
            "windfall buy com.example.demo.pro.monthly", "windfall buy com.example.demo.coins --quantity 3 --json",
        ]
    ) { (visit) async throws(Refusal) in
        var body: JSONObject = [
            "accountId": .string(try visit.account()), "bundleId": .string(try visit.bundleID()),
            "productId": .string(visit.arguments.operands[0]),
        ]
        if let device = try visit.device() { body["deviceId"] = .string(device) }
        if let text = visit.arguments.value(of: quantity) { body["quantity"] = try number(text, quantity) }
        body["applicationUsername"] = visit.arguments.value(of: username).map { .string($0) }
        body["appAccountToken"] = visit.arguments.value(of: token).map { .string($0) }
        let bought = try await visit.ask(.post, "purchases", .object(body))
        let identifier = bought["transactionId"]?.text ?? ""
        let shown = try await visit.ask(.get, "transactions/\(StoreControl.escaped(identifier))")
        var answer = BoxAnswer(bought, headline: headline(of: shown), facts: TransactionText.facts(of: shown))
        if shown["state"]?.text == "failed" { answer.exitCode = .no }
        return answer
    }

    private static func headline(of transaction: JSON) -> String {
        let product = transaction["productId"]?.text ?? ""
        let identifier = transaction["transactionId"]?.text ?? ""
        switch transaction["state"]?.text {
        case "deferred": return "Waits for approval: \(product); next: windfall approve \(identifier)"
        case "failed" where transaction["error"]?.text == "interrupted":
            return "Interrupted: \(product); next: windfall resolve \(identifier)"
        case "failed": return "Not bought: \(product)"
        default: return "Bought \(product)"
        }
    }

    private static let finish = change(
        "finish", "Finishes a transaction: the app has delivered what was bought.", "Finished")
    private static let approve = change("approve", "Approves a purchase that waits for it (Ask to Buy).", "Approved")
    private static let decline = change("decline", "Declines a purchase that waits for approval.", "Declined")
    private static let resolve = change("resolve", "Settles what interrupted a purchase.", "Resolved")
    private static let revoke = change("revoke", "Ends a family member's access to a purchase.", "Revoked")

    private static let reason = Option.choice(
        "--reason", "0|1", of: ["0", "1"], "why: 1 an issue with the app, 0 anything else (0)")
    private static let percentage = Option.value("--percentage", "N", "how much of the price, 1 to 100 (100)")

    private static let refund = Command.asking(
        "refund", "Pays a purchase back, as customer support would.",
        operands: [transaction], options: [reason, percentage],
        examples: ["windfall refund 2000000000000001 --reason 1"]
    ) { (visit) async throws(Refusal) in
        var body = JSONObject()
        if let text = visit.arguments.value(of: reason) { body["reason"] = try number(text, reason) }
        if let text = visit.arguments.value(of: percentage) { body["percentage"] = try number(text, percentage) }
        let identifier = StoreControl.escaped(visit.arguments.operands[0])
        let answer = try await visit.ask(.post, "transactions/\(identifier)/refund", .object(body))
        return TransactionText.answer(answer, "Refunded")
    }

    /// A command that posts its own name to a transaction.
    private static func change(_ name: String, _ summary: String, _ done: String) -> Command {
        .asking(name, summary, operands: [transaction], examples: ["windfall \(name) 2000000000000001"]) {
            (visit) async throws(Refusal) in
            let identifier = StoreControl.escaped(visit.arguments.operands[0])
            return TransactionText.answer(try await visit.ask(.post, "transactions/\(identifier)/\(name)"), done)
        }
    }

    private static func number(_ text: String, _ option: Option) throws(Refusal) -> JSON {
        guard let number = Int64(text) else {
            throw .usage("\(option.name) takes a whole number, not \(Printable.quoted(text))")
        }
        return .integer(number)
    }
}
