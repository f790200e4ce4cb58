import WindfallJSON
public import WindfallTimeline

/// What subscriptions have, and the offers.
extension ProductDefinition {
    /// Its level in the group; see ``level``.
    public var groupNumber: Int64? {
        get { self[integer: "groupNumber"] }
        set { self[integer: "groupNumber"] = newValue }
    }

    /// The group of which a person has one subscription at a time.
    public var subscriptionGroupID: String? {
        get { self[identifier: "subscriptionGroupID"] }
        set { self[identifier: "subscriptionGroupID"] = newValue }
    }

    /// The period as an ISO 8601 duration; see ``period``.
    public var recurringSubscriptionPeriod: String? {
        get { self[text: "recurringSubscriptionPeriod"] }
        set { self[text: "recurringSubscriptionPeriod"] = newValue }
    }

    /// The one introductory offer of versions 1 to 4; see ``offers(_:)``.
    public var introductoryOffer: SubscriptionOffer? {
        get { self[part: "introductoryOffer"] }
        set { self[part: "introductoryOffer"] = newValue }
    }

    /// The introductory offers of version 5; see ``offers(_:)``.
    public var introductoryOffers: [SubscriptionOffer]? {
        get { self[parts: "introductoryOffers"] }
        set { self[parts: "introductoryOffers"] = newValue }
    }

    /// The promotional offers.
    public var adHocOffers: [SubscriptionOffer]? {
        get { self[parts: "adHocOffers"] }
        set { self[parts: "adHocOffers"] = newValue }
    }

    /// The offers that codes are given out for.
    public var codeOffers: [SubscriptionOffer]? {
        get { self[parts: "codeOffers"] }
        set { self[parts: "codeOffers"] = newValue }
    }

    /// The offers for people whose subscription has ended.
    public var winbackOffers: [SubscriptionOffer]? {
        get { self[parts: "winbackOffers"] }
        set { self[parts: "winbackOffers"] = newValue }
    }

    /// The ways in which it can be billed (version 5).
    public var billingPlans: [BillingPlan]? {
        get { self[parts: "billingPlans"] }
        set { self[parts: "billingPlans"] = newValue }
    }
}

/// What follows from the keys.
extension ProductDefinition {
    /// The identifier, where the store allows it.
    public var identifier: ProductIdentifier? {
        productID.flatMap { ProductIdentifier($0) }
    }

    /// The type of F2; nil when it is absent or not known.
    public var productType: ProductType? {
        type?.productType
    }

    /// How long a period lasts; nil when it is absent or cannot be read.
    public var period: Period? {
        recurringSubscriptionPeriod.flatMap { Period($0) }
    }

    /// The level in the group, 1 for the highest and where the file does not say.
    public var level: Int {
        groupNumber.flatMap { Int(exactly: $0) } ?? 1
    }

    /// Whether a family may share it; no, where the file does not say.
    public var isFamilyShareable: Bool { familyShareable ?? false }

    /// Whether it is on sale; yes, where the file does not say (F3).
    public var isForSale: Bool { clearedForSale ?? true }

    /// The price where a storefront has none of its own; nil when it is absent or cannot be read.
    public var defaultPrice: Money? {
        displayPrice.flatMap { Money($0, currency ?? .usDollar) }
    }

    /// What it costs in a storefront: the price for it, else the default one in its own currency; nothing is converted.
    public func price(in storefront: Storefront) -> Money? {
        json["prices"]?[storefront.rawValue].flatMap { Money(json: $0) } ?? defaultPrice
    }

    /// The offers of a kind, in the order of the file; none of a kind that is not known.
    ///
    /// Version 5 writes its first introductory offer under both keys; it is given once.
    public func offers(_ type: OfferType) -> [SubscriptionOffer] {
        switch type {
        case .introductory:
            let offers = introductoryOffers ?? []
            return offers.isEmpty ? [introductoryOffer].compactMap { $0 } : offers
        case .promotional: return adHocOffers ?? []
        case .code: return codeOffers ?? []
        case .winBack: return winbackOffers ?? []
        default: return []
        }
    }

    /// The offer of a kind that a purchase names.
    ///
    /// - Parameters:
    ///   - type: the kind.
    ///   - identifier: the offer's identifier; for a code offer its reference name, as signed payloads have it.
    public func offer(_ type: OfferType, identifier: String) -> SubscriptionOffer? {
        offers(type).first { (type == .code ? $0.referenceName ?? $0.offerID : $0.offerID) == identifier }
    }
}
