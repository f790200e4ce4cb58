import WindfallJSON

/// How a transaction of the control interface is shown to a person.
enum TransactionText {
    static func answer(_ transaction: JSON, _ done: String) -> BoxAnswer {
        BoxAnswer(
            transaction, headline: "\(done) \(transaction["productId"]?.text ?? "")", facts: facts(of: transaction))
    }

    static func facts(of transaction: JSON) -> FactList {
        var facts = FactList()
        facts.add("transaction", transaction["transactionId"]?.text)
        if transaction["originalTransactionId"] != transaction["transactionId"] {
            facts.add("original", transaction["originalTransactionId"]?.text)
        }
        facts.add("account", transaction["accountId"]?.text)
        facts.add("state", state(of: transaction))
        facts.add("price", transaction["price"]?.money)
        facts.add("purchased", transaction["purchaseDate"]?.date)
        facts.add("expires", transaction["expiresDate"]?.date)
        facts.add("revoked", transaction["revocationDate"]?.date)
        if transaction["state"]?.text == "purchased" { facts.add("finished", transaction["isFinished"]?.shown) }
        return facts
    }

    static func table(of transactions: [JSON]) -> Table {
        Table(
            header: ["TRANSACTION", "PRODUCT", "STATE", "WHY", "PURCHASED", "EXPIRES", "PRICE"],
            rows: transactions.map { transaction in
                [
                    transaction["transactionId"]?.text, transaction["productId"]?.text, state(of: transaction),
                    transaction["reason"]?.text, transaction["purchaseDate"]?.date, transaction["expiresDate"]?.date,
                    transaction["price"]?.money,
                ].map { Printable.escaped($0 ?? "") }
            })
    }

    private static func state(of transaction: JSON) -> String? {
        let state = transaction["state"]?.text
        if transaction["isUpgraded"]?.isTrue == true { return "upgraded" }
        if transaction["revocationDate"] != nil { return "revoked" }
        guard let error = transaction["error"]?.text else { return state }
        return "\(state ?? "") (\(error))"
    }
}
