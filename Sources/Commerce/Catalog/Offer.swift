/// What kind of offer lowered the price (Apple: offerType).
public struct OfferType: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// For a first subscription of the group.
    public static let introductory = OfferType(rawValue: 1)
    /// For present or past subscribers, signed by the developer.
    public static let promotional = OfferType(rawValue: 2)
    /// By a code that the developer gave out.
    public static let code = OfferType(rawValue: 3)
    /// For people whose subscription has ended.
    public static let winBack = OfferType(rawValue: 4)
}

/// How an offer is paid (Apple: offerDiscountType).
public struct OfferDiscountType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing is paid.
    public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
    /// A lower price each period.
    public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
    /// One price for the whole offer.
    public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
    /// A lower price for something that does not renew.
    public static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")
}
