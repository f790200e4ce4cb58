import WindfallJSON
public import WindfallTimeline

/// Receipts as the store answers them: key for key in Apple's order, with Apple's JSON types.
///
/// An attribute that is absent gives no key. Source: recorded answers beside the receipts that they are for.
extension ReceiptLine {
    /// A purchase of an app receipt as an element of `in_app`.
    ///
    /// - Parameter entry: the purchase. A web order line item of 0 gives no key; the trial flag is always there.
    public init(entry: InAppEntry) {
        self.init()
        quantity = entry.quantity
        productId = entry.productID
        transactionId = entry.transactionID
        originalTransactionId = entry.originalTransactionID
        purchaseDate = entry.purchaseDate
        originalPurchaseDate = entry.originalPurchaseDate
        expiresDate = entry.expiresDate
        webOrderLineItemId = entry.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) }
        isTrialPeriod = entry.isTrialPeriod ?? false
        isInIntroOfferPeriod = entry.isInIntroOfferPeriod
        cancellationDate = entry.cancellationDate
        promotionalOfferId = entry.promotionalOfferID
    }
}

extension AnsweredReceipt {
    /// An app receipt as the store answers it.
    ///
    /// - Parameters:
    ///   - receipt: the receipt; its purchases keep their order.
    ///   - requestedAt: when the store answers; nil leaves the request date out.
    public init(receipt: AppReceipt, requestedAt: Instant?) {
        self.init()
        receiptType = receipt.receiptType
        adamId = receipt.appItemID
        appItemId = receipt.appItemID
        bundleId = receipt.bundleID
        applicationVersion = receipt.applicationVersion
        downloadId = receipt.downloadID
        versionExternalIdentifier = receipt.versionExternalIdentifier
        receiptCreationDate = receipt.creationDate
        requestDate = requestedAt
        originalPurchaseDate = receipt.originalPurchaseDate
        originalApplicationVersion = receipt.originalApplicationVersion
        preorderDate = receipt.preorderDate
        expirationDate = receipt.expirationDate
        inApp = receipt.inApp.map(ReceiptLine.init(entry:))
    }

    /// A transaction receipt (iOS 6) as the store answers it: its purchase information with `_` for `-` in every key.
    ///
    /// - Parameter purchaseInformation: keys and values as they stand in the receipt, in any order, which is kept. Of
    ///   two pairs with the same key the later one counts.
    public init(purchaseInformation: some Sequence<(key: String, value: String)>) {
        self.init()
        for pair in purchaseInformation {
            json[String(pair.key.map { $0 == "-" ? "_" : $0 })] = .string(pair.value)
        }
    }
}
