public import WindfallTimeline

/// One payment, whichever transactions tell of it: what is counted, credited and taken back once.
///
/// A restore gives a new transaction and no new sale (F13, F39); so does a renewal that is read on another device, which
/// has the same web order line item.
public struct Sale: Hashable, Sendable {
    /// Where it was made.
    public var environment: Environment
    /// The transaction that it is named by: of all that tell of it the earliest.
    public var transactionID: String
    /// All transactions that tell of it, the one that it is named by first.
    public var transactionIDs: [String]
    /// The first transaction of the subscription; for all else equal to ``transactionID`` or what that one restores.
    public var originalTransactionID: String
    /// The product's identifier.
    public var productID: String
    /// What kind of thing was sold; nil where nobody tells.
    public var type: ProductType?
    /// How many were bought, at least one.
    public var quantity: Int64
    /// When it was bought, or the period renewed; nil where nobody tells.
    public var purchaseDate: Instant?
    /// The end of the paid period; auto-renewables only.
    public var expiresDate: Instant?
    /// How it was taken back; nil when it was not. Then it counts as never made (F31).
    public var revocation: Revocation?
    /// Whether a better subscription of the group took its place: it gives nothing any more.
    public var isUpgraded: Bool
    /// Whether the account bought it or has it by Family Sharing; nil where nobody tells.
    public var ownership: OwnershipType?
    /// The offer that lowered the price.
    public var offer: PurchaseOffer?
    /// What the store signed as its price, all pieces together.
    public var price: Money?
    /// The storefront's country, three letters.
    public var storefront: String?
    /// The UUID by which the app named its own user.
    public var appAccountToken: String?
    /// On whose word it is believed.
    public var basis: FactBasis

    /// The purchase by which it belongs to somebody.
    public var original: TransactionKey { TransactionKey(environment, originalTransactionID) }

    /// The sale that some transactions tell of.
    ///
    /// - Parameter members: by transaction, the earliest first; one at least.
    init?(_ members: [(key: TransactionKey, record: PurchaseRecord)], under rules: OwnershipRules) {
        guard let first = members.first else { return nil }
        let all = members.dropFirst().reduce(first.record) { $0.joined($1.record) }
        environment = first.key.environment
        transactionID = first.key.id
        transactionIDs = members.map(\.key.id)
        originalTransactionID = all.original?.value ?? first.key.id
        productID = all.product.value
        type = rules.type(of: productID, told: all.type?.value, expires: all.expires?.value)
        quantity = max(1, all.quantity?.value ?? 1)
        purchaseDate = first.record.purchased?.value ?? all.purchased?.value
        expiresDate = all.expires?.value
        // One taken back takes all of them back: they are one payment.
        revocation = members.compactMap(\.record.standing.value.revocation).max {
            Standing.isBefore(Standing(revocation: $0), Standing(revocation: $1))
        }
        isUpgraded = all.isUpgraded
        ownership = all.ownership?.value
        offer = all.offer?.value
        price = all.price?.value
        storefront = all.storefront?.value
        appAccountToken = all.appAccountToken?.value
        basis = all.basis
    }
}
