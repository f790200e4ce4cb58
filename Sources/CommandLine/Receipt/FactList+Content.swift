import WindfallCommerce
import WindfallSignedData

extension FactList {
    /// What an app receipt says of itself (F28).
    mutating func add(_ receipt: AppReceipt) {
        add("App", receipt.bundleID)
        add("Version", receipt.applicationVersion)
        add("Created", receipt.creationDate?.moment)
        add("App first bought", receipt.originalPurchaseDate?.moment)
        add("  as version", receipt.originalApplicationVersion)
        add("Pre-ordered", receipt.preorderDate?.moment)
        add("Expires", receipt.expirationDate?.moment)
    }

    /// What a transaction receipt says: one purchase (F24). Its device identifiers are nobody's business here.
    mutating func add(_ receipt: TransactionReceipt) {
        guard let line = AnsweredReceipt(receipt: receipt).lines.first else { return }
        add("App", line.bid)
        add("Version", line.bvrs)
        add("Product", line.productId)
        add("Quantity", line.quantity.map(String.init))
        add("Transaction", line.transactionId)
        if line.originalTransactionId != line.transactionId { add("Original", line.originalTransactionId) }
        add("Purchased", line.purchaseDate?.moment)
        if line.originalPurchaseDate != line.purchaseDate {
            add("First purchased", line.originalPurchaseDate?.moment)
        }
        add("Expires", line.expiresDate?.moment)
        add("Refunded", line.cancellationDate?.moment)
        let notes = [
            line.isTrialPeriod == true ? "trial" : nil, line.isInIntroOfferPeriod == true ? "introductory price" : nil,
        ]
        add("Notes", notes.compactMap { $0 }.joined(separator: ", "))
    }

    /// What happened, and to which app.
    mutating func add(_ notification: NotificationPayload) {
        let words = [notification.notificationType?.rawValue, notification.subtype?.rawValue]
        add("What happened", words.compactMap { $0 }.joined(separator: ", "))
        add("App", notification.bundleId)
        add("Signed", notification.signedDate?.moment)
    }
}
