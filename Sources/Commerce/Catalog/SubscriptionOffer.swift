public import WindfallJSON
public import WindfallTimeline

/// An offer of a product as `.storekit` files have it: introductory, promotional (`adHoc`), by code or win-back.
public struct SubscriptionOffer: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "internalID": .identifier, "offerID": .identifier, "referenceName": .text, "paymentMode": .text,
        "subscriptionPeriod": .text, "numberOfPeriods": .integer, "displayPrice": .text, "billingPlanType": .text,
        "eligibility": .texts, "isStackable": .flag, "isEligible": .flag,
    ]

    /// Xcode's own number of the offer.
    public var internalID: String? {
        get { self[identifier: "internalID"] }
        set { self[identifier: "internalID"] = newValue }
    }

    /// The identifier that a purchase names; promotional and win-back offers have one.
    public var offerID: String? {
        get { self[identifier: "offerID"] }
        set { self[identifier: "offerID"] = newValue }
    }

    /// The name that only the developer sees; signed payloads name a code offer by it.
    public var referenceName: String? {
        get { self[text: "referenceName"] }
        set { self[text: "referenceName"] = newValue }
    }

    /// How it is paid.
    public var paymentMode: OfferPaymentMode? {
        get { self[word: "paymentMode"] }
        set { self[word: "paymentMode"] = newValue }
    }

    /// One of its periods, as an ISO 8601 duration; see ``period``.
    public var subscriptionPeriod: String? {
        get { self[text: "subscriptionPeriod"] }
        set { self[text: "subscriptionPeriod"] = newValue }
    }

    /// How many periods it has; see ``periods``.
    public var numberOfPeriods: Int64? {
        get { self[integer: "numberOfPeriods"] }
        set { self[integer: "numberOfPeriods"] = newValue }
    }

    /// The amount of each payment; see ``price(in:)``.
    public var displayPrice: String? {
        get { self[text: "displayPrice"] }
        set { self[text: "displayPrice"] = newValue }
    }

    /// For which billing plan it is (version 5).
    public var billingPlanType: BillingPlanType? {
        get { self[word: "billingPlanType"] }
        set { self[word: "billingPlanType"] = newValue }
    }

    /// Who may redeem a code: `new`, `existing`, `expired`.
    public var eligibility: [String]? {
        get { self[texts: "eligibility"] }
        set { self[texts: "eligibility"] = newValue }
    }

    /// Whether a code can be redeemed on top of an introductory offer.
    public var isStackable: Bool? {
        get { self[flag: "isStackable"] }
        set { self[flag: "isStackable"] = newValue }
    }

    /// Whether Xcode's tests treat the person as eligible for a win-back offer.
    public var isEligible: Bool? {
        get { self[flag: "isEligible"] }
        set { self[flag: "isEligible"] = newValue }
    }
}

extension SubscriptionOffer {
    /// One of its periods; nil when it is absent or cannot be read.
    public var period: Period? {
        subscriptionPeriod.flatMap { Period($0) }
    }

    /// How many periods it has, 1 where the file does not say.
    public var periods: Int {
        numberOfPeriods.flatMap { Int(exactly: $0) } ?? 1
    }

    /// What each payment costs.
    ///
    /// - Parameter currency: the currency of the product's price.
    /// - Returns: zero for a free offer; `nil` when the price is absent or cannot be read.
    public func price(in currency: Currency) -> Money? {
        if paymentMode == .free { return Money(thousandths: 0, currency: currency) }
        return displayPrice.flatMap { Money($0, currency) }
    }
}
