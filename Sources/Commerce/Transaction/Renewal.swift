/// Whether a subscription will renew (Apple: autoRenewStatus).
public struct AutoRenewStatus: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The person turned renewal off; access lasts to the end of the period (F27).
    public static let off = AutoRenewStatus(rawValue: 0)
    /// It renews at the end of the period.
    public static let on = AutoRenewStatus(rawValue: 1)
}

/// Why a subscription ended (Apple: expirationIntent).
public struct ExpirationIntent: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The person turned renewal off.
    public static let cancelled = ExpirationIntent(rawValue: 1)
    /// The charge failed.
    public static let billingError = ExpirationIntent(rawValue: 2)
    /// The person did not agree to a higher price.
    public static let noPriceConsent = ExpirationIntent(rawValue: 3)
    /// The product was not for sale at renewal.
    public static let productUnavailable = ExpirationIntent(rawValue: 4)
    /// Another reason.
    public static let other = ExpirationIntent(rawValue: 5)
}

/// What the person said to a higher price (Apple: priceIncreaseStatus, and price_consent_status before).
public struct PriceIncreaseStatus: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Asked, no answer yet.
    public static let notAnswered = PriceIncreaseStatus(rawValue: 0)
    /// Agreed, or told of a rise that needs no consent.
    public static let consented = PriceIncreaseStatus(rawValue: 1)
}

/// How a subscription with a commitment is paid (Apple: billingPlanType).
public struct BillingPlanType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Once, for the whole commitment.
    public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// Each month of the commitment.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")
}
