public import WindfallTimeline

/// One purchase in an app receipt (F29).
///
/// A field is nil where the entry does not have the attribute or has it empty. The comment of each field begins with the
/// number of its attribute.
public struct InAppEntry: Hashable, Sendable {
    /// 1701: how many were bought.
    public var quantity: Int64 = 1
    /// 1702: the product's identifier.
    public var productID: String
    /// 1703: new for each purchase, renewal and restore.
    public var transactionID: String
    /// 1704: when it was bought or renewed; for a restored transaction that does not renew, when it was restored.
    public var purchaseDate: Instant?
    /// 1705: equal to ``transactionID`` unless restored or renewed; absent in Xcode receipts.
    public var originalTransactionID: String?
    /// 1706: the first purchase; for a subscription its start, even after renewals.
    public var originalPurchaseDate: Instant?
    /// 1707: the product type's number (``ProductType/receiptCode``); absent in Xcode receipts.
    public var productTypeCode: Int64?
    /// 1708: the end of the paid period; auto-renewables only.
    public var expiresDate: Instant?
    /// 1710: the App Store's number of the product; 0 in the sandbox.
    public var itemID: Int64?
    /// 1711: the key of a subscription purchase; 0 when it is none.
    public var webOrderLineItemID: Int64?
    /// 1712: when customer support refunded it (F31).
    public var cancellationDate: Instant?
    /// 1713: whether the period is a free trial.
    public var isTrialPeriod: Bool?
    /// 1719: whether the period has an introductory price; auto-renewables only, since about 2018.
    public var isInIntroOfferPeriod: Bool?
    /// 1721: the promotional offer that was used.
    public var promotionalOfferID: String?
    /// All other attributes, known to occur or not, in the order of the entry.
    public var others: [ReceiptAttribute] = []

    /// - Parameters:
    ///   - productID: the product's identifier.
    ///   - transactionID: the transaction's identifier.
    public init(productID: String, transactionID: String) {
        self.productID = productID
        self.transactionID = transactionID
    }

    /// The product's type; nil where the receipt does not tell it or tells an unknown one.
    public var productType: ProductType? {
        productTypeCode.flatMap(ProductType.init(receiptCode:))
    }
}
