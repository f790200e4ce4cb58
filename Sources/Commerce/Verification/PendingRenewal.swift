public import WindfallJSON
public import WindfallTimeline

/// What renews next in one subscription: an element of `pending_renewal_info`. All values are strings.
public struct PendingRenewal: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "auto_renew_product_id": .text, "auto_renew_status": .toggle, "product_id": .text,
        "original_transaction_id": .identifier, "expiration_intent": .integer,
        "is_in_billing_retry_period": .flag, "price_consent_status": .toggle, "price_increase_status": .toggle,
        "offer_code_ref_name": .text, "promotional_offer_id": .identifier,
    ].withStoreDates("grace_period_expires_date")

    /// The order in which Apple writes the keys; ``JSONPayload/arranged(by:)`` brings a renewal into it.
    public static let order = [
        "expiration_intent", "auto_renew_product_id", "original_transaction_id", "is_in_billing_retry_period",
        "product_id", "auto_renew_status", "price_consent_status", "price_increase_status",
        "grace_period_expires_date", "grace_period_expires_date_ms", "grace_period_expires_date_pst",
        "offer_code_ref_name", "promotional_offer_id",
    ]

    /// The product that the next renewal buys.
    public var autoRenewProductId: String? {
        get { self[text: "auto_renew_product_id"] }
        set { self[text: "auto_renew_product_id"] = newValue }
    }

    /// Whether the subscription will renew.
    public var autoRenewStatus: AutoRenewStatus? {
        get { self[decimalToggle: "auto_renew_status"] }
        set { self[decimalToggle: "auto_renew_status"] = newValue }
    }

    /// The product that runs now.
    public var productId: String? {
        get { self[text: "product_id"] }
        set { self[text: "product_id"] = newValue }
    }

    /// The first transaction of the subscription.
    public var originalTransactionId: String? {
        get { self[identifier: "original_transaction_id"] }
        set { self[identifier: "original_transaction_id"] = newValue }
    }

    /// Why it ended; only when it has.
    public var expirationIntent: ExpirationIntent? {
        get { self[decimalCode: "expiration_intent"] }
        set { self[decimalCode: "expiration_intent"] = newValue }
    }

    /// Whether the store is still trying to charge; only when it has ended.
    public var isInBillingRetryPeriod: Bool? {
        get { self[flagDigit: "is_in_billing_retry_period"] }
        set { self[flagDigit: "is_in_billing_retry_period"] = newValue }
    }

    /// Until when access lasts though the charge failed; only then.
    public var gracePeriodExpiresDate: Instant? {
        get { self[storeDate: "grace_period_expires_date"] }
        set { self[storeDate: "grace_period_expires_date"] = newValue }
    }

    /// Whether the person has agreed to a higher price; only when asked.
    public var priceConsentStatus: PriceIncreaseStatus? {
        get { self[decimalToggle: "price_consent_status"] }
        set { self[decimalToggle: "price_consent_status"] = newValue }
    }

    /// The same in later documents.
    public var priceIncreaseStatus: PriceIncreaseStatus? {
        get { self[decimalToggle: "price_increase_status"] }
        set { self[decimalToggle: "price_increase_status"] = newValue }
    }

    /// The name of the offer code that applies.
    public var offerCodeRefName: String? {
        get { self[text: "offer_code_ref_name"] }
        set { self[text: "offer_code_ref_name"] = newValue }
    }

    /// The promotional offer that applies.
    public var promotionalOfferId: String? {
        get { self[identifier: "promotional_offer_id"] }
        set { self[identifier: "promotional_offer_id"] = newValue }
    }
}
