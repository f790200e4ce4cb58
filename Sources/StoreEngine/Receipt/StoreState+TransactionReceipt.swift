import WindfallCommerce
public import WindfallSignedData
import WindfallTimeline

/// The iOS 6 style receipt of one transaction (F24, F25), as entries that are not signed yet.
extension StoreState {
    /// The signed entries under their names with hyphens.
    public func transactionReceipt(of number: TransactionNumber) throws(StoreRefusal) -> [TransactionReceipt.Entry] {
        let transaction = try transaction(number)
        guard transaction.state == .purchased else {
            throw StoreRefusal(.wrongState, "only what was bought has a receipt")
        }
        let app = try app(transaction.app)
        let product = try product(transaction.product)
        let isSandbox = transaction.isSandbox
        var entries: [TransactionReceipt.Entry] = []
        func add(_ key: String, _ value: String) { entries.append(TransactionReceipt.Entry(key: key, value: value)) }
        func add(_ key: String, date: Instant) {
            add("\(key)-pst", date.pacificStoreText)
            add("\(key)-ms", date.millisecondsText)
            add(key, date.storeText)
        }
        add("original-purchase-date", date: transaction.originalPurchaseDate)
        add("purchase-date", date: transaction.purchaseDate)
        add("quantity", String(transaction.quantity))
        add("product-id", product.productID)
        add("item-id", String(StoreText.itemID(transaction.product)))
        add("transaction-id", StoreText.transactionID(number, isSandbox: isSandbox))
        add("original-transaction-id", StoreText.transactionID(transaction.original, isSandbox: isSandbox))
        add("bid", app.bundleID)
        add("bvrs", (try? transaction.device.map { try device($0).appVersion }) ?? app.version)
        if !isSandbox {
            add("app-item-id", String(StoreText.appleID(transaction.app)))
            add("version-external-identifier", String(StoreText.versionID(transaction.app, app)))
        }
        if let number = transaction.device, let device = try? device(number), device.identifier.count == 16 {
            add("unique-vendor-identifier", Self.uuidText(device.identifier))
        }
        if let expires = transaction.expiresDate {
            add("expires-date", expires.millisecondsText)
            add("expires-date-formatted", expires.storeText)
            add("expires-date-formatted-pst", expires.pacificStoreText)
            let item = StoreText.webOrderLineItemID(transaction.webOrderLineItem, isSandbox: isSandbox)
            add("web-order-line-item-id", String(item))
            add("is-trial-period", String(transaction.isTrial))
            add("is-in-intro-offer-period", String(transaction.isInIntroductoryPeriod))
            add("subscription-group-identifier", product.group)
        }
        add("in-app-ownership-type", transaction.origin == .familyShare ? "FAMILY_SHARED" : "PURCHASED")
        if let revocation = transaction.revocation {
            add("cancellation-date", date: revocation.date)
            add("cancellation-reason", String(revocation.reason))
        }
        return entries
    }

    /// Sixteen bytes as a UUID in upper case, as identifierForVendor is written.
    static func uuidText(_ bytes: [UInt8]) -> String {
        let digits = Array(Hexadecimal.encode(bytes).uppercased())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
