/// Where a subscription stands (Apple: status of the App Store Server API).
public struct SubscriptionStatus: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Paid for now.
    public static let active = SubscriptionStatus(rawValue: 1)
    /// Ended.
    public static let expired = SubscriptionStatus(rawValue: 2)
    /// The store tries to charge; no access.
    public static let billingRetry = SubscriptionStatus(rawValue: 3)
    /// The store tries to charge; access goes on.
    public static let gracePeriod = SubscriptionStatus(rawValue: 4)
    /// Refunded, or sharing ended.
    public static let revoked = SubscriptionStatus(rawValue: 5)
}

/// Why a person asks for a refund (Apple: consumptionRequestReason).
public struct ConsumptionRequestReason: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Bought by mistake.
    public static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")
    /// Not delivered, or not as promised.
    public static let fulfillmentIssue = ConsumptionRequestReason(rawValue: "FULFILLMENT_ISSUE")
    /// Not content with it.
    public static let unsatisfied = ConsumptionRequestReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
    /// A legal reason.
    public static let legal = ConsumptionRequestReason(rawValue: "LEGAL")
    /// Another reason.
    public static let other = ConsumptionRequestReason(rawValue: "OTHER")
}
