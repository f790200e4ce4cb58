public import WindfallTimeline

/// What an app's developer decided about what purchases give.
public struct OwnershipRules: Hashable, Sendable {
    /// What each product gives. A product that is not listed is recorded and gives nothing.
    public var products: [String: ProductRule]
    /// The environments whose purchases give something; sandbox purchases are recorded and marked in any case (D6).
    public var countedEnvironments: Set<Environment> = [.production]
    /// Whether the signature on a receipt is enough, or only the store's answer gives anything.
    public var grantsOnLocalProof = true
    /// How much earlier than its own date a purchase counts, in milliseconds: the store's clock may be ahead of ours.
    public var clockTolerance: Int64 = 300_000

    /// - Parameter products: what each product gives, by its identifier.
    public init(products: [String: ProductRule] = [:]) {
        self.products = products
    }

    /// What a product is: a signed word on its type wins over the app's own list, and an end that the store wrote shows
    /// a subscription that renews.
    func type(of product: String, told: ProductType?, expires: Instant?) -> ProductType? {
        told ?? (expires == nil ? products[product]?.type : .autoRenewable)
    }
}

/// What one product gives to its buyer.
public struct ProductRule: Hashable, Sendable {
    /// What kind of thing it is, by the app's own list; nil where that is not known. Signed transactions tell it too.
    public var type: ProductType?
    /// The entitlements that it gives while it is owned; several products may give the same one.
    public var entitlements: Set<String>
    /// How much of each credit one piece gives, once for each payment. What is not positive gives nothing.
    public var credits: [String: Int64]
    /// How long a non-renewing subscription lasts (F44); nil lasts for ever.
    public var term: NonRenewingTerm?
    /// Whether access goes on while the store retries to charge within the period of grace that it tells.
    public var allowsGracePeriod = true
    /// Whether a member of the family who did not buy it has it too. Credits are the buyer's alone.
    public var allowsFamilySharing = true
    /// The developer's own list of prices, for purchases of which the store tells none.
    public var prices: [CatalogPrice] = []

    /// - Parameters:
    ///   - type: what kind of thing it is.
    ///   - entitlements: the entitlements that it gives while it is owned.
    ///   - credits: how much of each credit one piece gives.
    ///   - term: how long a non-renewing subscription lasts.
    public init(
        type: ProductType? = nil, entitlements: Set<String> = [], credits: [String: Int64] = [:],
        term: NonRenewingTerm? = nil
    ) {
        self.type = type
        self.entitlements = entitlements
        self.credits = credits
        self.term = term
    }
}

/// How long a non-renewing subscription lasts (F44).
public struct NonRenewingTerm: Hashable, Sendable {
    /// How long one piece lasts; a quantity multiplies it.
    public var duration: Period
    /// Purchases with the same name here run one after the other, those without one from their own purchase on.
    public var stack: String?

    /// - Parameters:
    ///   - duration: how long one piece lasts.
    ///   - stack: the name shared by what runs one after the other.
    public init(_ duration: Period, stack: String? = nil) {
        self.duration = duration
        self.stack = stack
    }
}

/// A price in the developer's own list.
public struct CatalogPrice: Hashable, Sendable {
    /// The price of one piece.
    public var price: Money
    /// The storefront that it holds for, three letters; nil for all that have no price of their own.
    public var storefront: String?
    /// The first moment at which it holds.
    public var from: Instant

    /// - Parameters:
    ///   - price: the price of one piece.
    ///   - storefront: the storefront that it holds for; nil for all others.
    ///   - from: the first moment at which it holds.
    public init(_ price: Money, storefront: String? = nil, from: Instant = Instant(milliseconds: .min)) {
        self.price = price
        self.storefront = storefront
        self.from = from
    }
}
