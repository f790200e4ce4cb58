import WindfallTimeline

/// All that is known of one transaction: for each field the newest word on it.
///
/// Joining is associative, commutative and idempotent.
struct PurchaseRecord: Hashable, Sendable {
    private(set) var basis: FactBasis
    private(set) var product: Dated<String>
    private(set) var standing: Dated<Standing>
    private(set) var isUpgraded: Bool
    private(set) var original: Dated<String>?
    private(set) var webOrderLineItem: Dated<String>?
    private(set) var type: Dated<ProductType>?
    private(set) var quantity: Dated<Int64>?
    private(set) var purchased: Dated<Instant>?
    private(set) var expires: Dated<Instant>?
    private(set) var ownership: Dated<OwnershipType>?
    private(set) var offer: Dated<PurchaseOffer>?
    private(set) var price: Dated<Money>?
    private(set) var storefront: Dated<String>?
    private(set) var appAccountToken: Dated<String>?

    init(_ fact: PurchaseFact) {
        func dated<Value>(_ value: Value) -> Dated<Value> {
            Dated(value, signed: fact.signedDate, basis: fact.basis)
        }
        basis = fact.basis
        product = dated(fact.productID)
        standing = dated(Standing(revocation: fact.revocation))
        isUpgraded = fact.isUpgraded
        original = fact.originalTransactionID.map(dated)
        webOrderLineItem = fact.webOrderLineItemID.map(dated)
        type = fact.type.map(dated)
        quantity = fact.quantity.map(dated)
        purchased = fact.purchaseDate.map(dated)
        expires = fact.expiresDate.map(dated)
        ownership = fact.ownership.map(dated)
        offer = fact.offer.map(dated)
        price = fact.price.map(dated)
        storefront = fact.storefront.map(dated)
        appAccountToken = fact.appAccountToken.map(dated)
    }

    func joined(_ other: PurchaseRecord) -> PurchaseRecord {
        var joined = self
        joined.basis = max(basis, other.basis)
        joined.product = product.yields(to: other.product) ? other.product : product
        joined.standing = standing.yields(to: other.standing) ? other.standing : standing
        joined.isUpgraded = isUpgraded || other.isUpgraded
        joined.original = .newer(original, other.original)
        joined.webOrderLineItem = .newer(webOrderLineItem, other.webOrderLineItem)
        joined.type = .newer(type, other.type)
        joined.quantity = .newer(quantity, other.quantity)
        joined.purchased = .newer(purchased, other.purchased)
        joined.expires = .newer(expires, other.expires)
        joined.ownership = .newer(ownership, other.ownership)
        joined.offer = .newer(offer, other.offer)
        joined.price = .newer(price, other.price)
        joined.storefront = .newer(storefront, other.storefront)
        joined.appAccountToken = .newer(appAccountToken, other.appAccountToken)
        return joined
    }
}

/// All that is known of the next renewal of one subscription.
struct RenewalRecord: Hashable, Sendable {
    private(set) var autoRenew: Dated<Bool>?
    private(set) var charging: Dated<RenewalFact.Charging>?

    init(_ fact: RenewalFact) {
        autoRenew = fact.autoRenew.map { Dated($0, signed: fact.signedDate, basis: fact.basis) }
        charging = fact.charging.map { Dated($0, signed: fact.signedDate, basis: fact.basis) }
    }

    func joined(_ other: RenewalRecord) -> RenewalRecord {
        var joined = self
        joined.autoRenew = .newer(autoRenew, other.autoRenew)
        joined.charging = .newer(charging, other.charging)
        return joined
    }
}
