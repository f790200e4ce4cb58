public import WindfallTimeline

/// What one source says of one transaction, whatever the source is: an entry of an app receipt, a line of an answer of
/// `verifyReceipt`, or a signed transaction.
///
/// A field is nil where the source does not tell it, with one exception: every source tells whether the purchase was
/// taken back, so a nil ``revocation`` means that it was not when the source was signed.
public struct PurchaseFact: Hashable, Sendable {
    /// The transaction that it is about.
    public var key: TransactionKey
    /// When the store signed the source: of two facts the later signed one holds, not the one that came later. Nil is
    /// earlier than any instant.
    public var signedDate: Instant?
    /// On whose word it is believed.
    public var basis: FactBasis
    /// What it was read from, for example the hash of a receipt: a definite *no* to the source withdraws what it alone
    /// proved. Only a fact of basis ``FactBasis/local`` has one.
    public var proof: String?
    /// The product's identifier.
    public var productID: String
    /// The first transaction of the subscription, or of what was restored; nil counts as the transaction itself.
    public var originalTransactionID: String?
    /// The key of a subscription purchase: equal for two transactions of one payment.
    public var webOrderLineItemID: String?
    /// What kind of thing was sold; nil where the source does not tell.
    public var type: ProductType?
    /// How many were bought.
    public var quantity: Int64?
    /// When it was bought or renewed; for something restored that does not renew, when it was restored.
    public var purchaseDate: Instant?
    /// The end of the paid period; auto-renewables only.
    public var expiresDate: Instant?
    /// How it was taken back; nil when it was not.
    public var revocation: Revocation?
    /// Whether a better subscription of the group took its place. It stays so once told.
    public var isUpgraded = false
    /// Whether the account bought it or has it by Family Sharing.
    public var ownership: OwnershipType?
    /// The offer that lowered the price.
    public var offer: PurchaseOffer?
    /// What was paid for all pieces together; only signed transactions tell it.
    public var price: Money?
    /// The storefront's country, three letters (ISO 3166-1 alpha-3).
    public var storefront: String?
    /// The UUID by which the app named its own user; often absent.
    public var appAccountToken: String?

    /// - Parameters:
    ///   - key: the transaction that it is about.
    ///   - productID: the product's identifier.
    ///   - basis: on whose word it is believed.
    public init(_ key: TransactionKey, productID: String, basis: FactBasis) {
        self.key = key
        self.productID = productID
        self.basis = basis
    }
}

/// A purchase that was taken back: it counts as never made (F31).
public struct Revocation: Hashable, Sendable {
    /// When; nil where the source's date cannot be read.
    public var date: Instant?
    /// Why.
    public var reason: RevocationReason?

    /// - Parameters:
    ///   - date: when it was taken back.
    ///   - reason: why.
    public init(date: Instant?, reason: RevocationReason? = nil) {
        self.date = date
        self.reason = reason
    }
}

/// The offer that a purchase was made with.
public struct PurchaseOffer: Hashable, Sendable {
    /// What kind of offer it was.
    public var type: OfferType?
    /// The offer's identifier, or the name of the offer code.
    public var identifier: String?
    /// Whether nothing was paid for the period.
    public var isFreeTrial: Bool

    /// - Parameters:
    ///   - type: what kind of offer it was.
    ///   - identifier: the offer's identifier, or the name of the offer code.
    ///   - isFreeTrial: whether nothing was paid for the period.
    public init(type: OfferType?, identifier: String? = nil, isFreeTrial: Bool = false) {
        self.type = type
        self.identifier = identifier
        self.isFreeTrial = isFreeTrial
    }
}
