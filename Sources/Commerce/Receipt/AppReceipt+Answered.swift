import WindfallJSON

/// A field of an answered receipt that keeps it from becoming a receipt.
public struct UnfitField: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its path under Apple's names, for example `in_app[3].product_id`.
    public var field: String
    /// Whether it is absent, rather than of a type that can't be used.
    public var isMissing: Bool

    public init(_ field: String, isMissing: Bool) {
        self.field = field
        self.isMissing = isMissing
    }

    public var description: String {
        isMissing ? "\(field) is missing" : "\(field) holds a value that can't be used"
    }
}

extension AppReceipt {
    /// The receipt that would be answered so: the inverse of ``AnsweredReceipt/init(receipt:requestedAt:)``.
    ///
    /// A date is read from whichever of its renderings is there. What an answer does not show, such as the opaque value,
    /// the device hash and the types of products, is nil; of the keys `adam_id` and `app_item_id` either will do.
    /// - Throws: the first field that is missing and has to be there (`bundle_id`, and each purchase's `product_id` and
    ///   `transaction_id`), or that has a type that can't be used.
    public init(answered: AnsweredReceipt) throws(UnfitField) {
        if let field = answered.malformedField() { throw UnfitField(field, isMissing: false) }
        guard let bundleID = answered.bundleId else { throw UnfitField("bundle_id", isMissing: true) }
        self.init(bundleID: bundleID)
        receiptType = answered.receiptType
        appItemID = answered.appItemId ?? answered.adamId
        applicationVersion = answered.applicationVersion
        downloadID = answered.downloadId
        versionExternalIdentifier = answered.versionExternalIdentifier
        creationDate = answered.receiptCreationDate
        originalPurchaseDate = answered.originalPurchaseDate
        originalApplicationVersion = answered.originalApplicationVersion
        preorderDate = answered.preorderDate
        expirationDate = answered.expirationDate
        for (index, line) in (answered.inApp ?? []).enumerated() {
            inApp.append(try InAppEntry(answered: line, path: "in_app[\(index)]"))
        }
    }
}

extension InAppEntry {
    /// - Parameter path: where the line stands in its receipt.
    fileprivate init(answered line: ReceiptLine, path: String) throws(UnfitField) {
        guard let product = line.productId else { throw UnfitField("\(path).product_id", isMissing: true) }
        guard let transaction = line.transactionId else {
            throw UnfitField("\(path).transaction_id", isMissing: true)
        }
        var webOrderLineItem: Int64?
        if let text = line.webOrderLineItemId {
            guard let number = Int64(text) else {
                throw UnfitField("\(path).web_order_line_item_id", isMissing: false)
            }
            webOrderLineItem = number
        }
        self.init(productID: product, transactionID: transaction)
        quantity = line.quantity ?? 1
        purchaseDate = line.purchaseDate
        originalTransactionID = line.originalTransactionId
        originalPurchaseDate = line.originalPurchaseDate
        expiresDate = line.expiresDate
        webOrderLineItemID = webOrderLineItem
        cancellationDate = line.cancellationDate
        isTrialPeriod = line.isTrialPeriod
        isInIntroOfferPeriod = line.isInIntroOfferPeriod
        promotionalOfferID = line.promotionalOfferId
    }
}
