public import WindfallJSON
public import WindfallTimeline

/// What the store signs about the next renewal of a subscription (Apple: JWSRenewalInfoDecodedPayload).
public struct RenewalInfoPayload: SignedPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "originalTransactionId": .identifier, "appTransactionId": .identifier, "productId": .text,
        "autoRenewProductId": .text, "autoRenewStatus": .toggle, "expirationIntent": .integer,
        "isInBillingRetryPeriod": .flag, "gracePeriodExpiresDate": .instant, "priceIncreaseStatus": .toggle,
        "offerType": .integer, "offerIdentifier": .text, "offerDiscountType": .text, "offerPeriod": .text,
        "signedDate": .instant, "environment": .text, "recentSubscriptionStartDate": .instant,
        "renewalDate": .instant, "renewalPrice": .integer, "currency": .text, "eligibleWinBackOfferIds": .texts,
        "appAccountToken": .text, "advancedCommerceInfo": .object([:]), "renewalBillingPlanType": .text,
        "commitmentInfo": .object(RenewalCommitment.fields),
    ]

    /// The first transaction of the subscription.
    public var originalTransactionId: String? {
        get { self[identifier: "originalTransactionId"] }
        set { self[identifier: "originalTransactionId"] = newValue }
    }

    /// The download of the app by the account.
    public var appTransactionId: String? {
        get { self[identifier: "appTransactionId"] }
        set { self[identifier: "appTransactionId"] = newValue }
    }

    /// The product that runs now.
    public var productId: String? {
        get { self[text: "productId"] }
        set { self[text: "productId"] = newValue }
    }

    /// The product that the next renewal buys.
    public var autoRenewProductId: String? {
        get { self[text: "autoRenewProductId"] }
        set { self[text: "autoRenewProductId"] = newValue }
    }

    /// Whether the subscription will renew.
    public var autoRenewStatus: AutoRenewStatus? {
        get { self[toggle: "autoRenewStatus"] }
        set { self[toggle: "autoRenewStatus"] = newValue }
    }

    /// Why it ended; only when it has.
    public var expirationIntent: ExpirationIntent? {
        get { self[code: "expirationIntent"] }
        set { self[code: "expirationIntent"] = newValue }
    }

    /// Whether the store is still trying to charge for an expired subscription.
    public var isInBillingRetryPeriod: Bool? {
        get { self[flag: "isInBillingRetryPeriod"] }
        set { self[flag: "isInBillingRetryPeriod"] = newValue }
    }

    /// Until when access lasts though the charge failed.
    public var gracePeriodExpiresDate: Instant? {
        get { self[instant: "gracePeriodExpiresDate"] }
        set { self[instant: "gracePeriodExpiresDate"] = newValue }
    }

    /// Whether the person has agreed to a higher price.
    public var priceIncreaseStatus: PriceIncreaseStatus? {
        get { self[toggle: "priceIncreaseStatus"] }
        set { self[toggle: "priceIncreaseStatus"] = newValue }
    }

    /// What kind of offer the next renewal uses.
    public var offerType: OfferType? {
        get { self[code: "offerType"] }
        set { self[code: "offerType"] = newValue }
    }

    /// The offer's identifier, or the name of the offer code.
    public var offerIdentifier: String? {
        get { self[text: "offerIdentifier"] }
        set { self[text: "offerIdentifier"] = newValue }
    }

    /// How the offer is paid.
    public var offerDiscountType: OfferDiscountType? {
        get { self[word: "offerDiscountType"] }
        set { self[word: "offerDiscountType"] = newValue }
    }

    /// How long the offer runs, as an ISO 8601 duration.
    public var offerPeriod: String? {
        get { self[text: "offerPeriod"] }
        set { self[text: "offerPeriod"] = newValue }
    }

    /// When the store signed it.
    public var signedDate: Instant? {
        get { self[instant: "signedDate"] }
        set { self[instant: "signedDate"] = newValue }
    }

    /// Where the subscription was bought.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// When the present run without a gap of more than 60 days began.
    public var recentSubscriptionStartDate: Instant? {
        get { self[instant: "recentSubscriptionStartDate"] }
        set { self[instant: "recentSubscriptionStartDate"] = newValue }
    }

    /// When it renews, or would have.
    public var renewalDate: Instant? {
        get { self[instant: "renewalDate"] }
        set { self[instant: "renewalDate"] = newValue }
    }

    /// What the next renewal costs, in thousandths of the ``currency`` unit; absent when renewal is off.
    public var renewalPrice: Int64? {
        get { self[integer: "renewalPrice"] }
        set { self[integer: "renewalPrice"] = newValue }
    }

    /// The currency of ``renewalPrice``, three letters (ISO 4217).
    public var currency: String? {
        get { self[text: "currency"] }
        set { self[text: "currency"] = newValue }
    }

    /// The win-back offers that the person can have, the best first.
    public var eligibleWinBackOfferIds: [String]? {
        get { self[texts: "eligibleWinBackOfferIds"] }
        set { self[texts: "eligibleWinBackOfferIds"] = newValue }
    }

    /// The UUID by which the app named its own user.
    public var appAccountToken: String? {
        get { self[text: "appAccountToken"] }
        set { self[text: "appAccountToken"] = newValue }
    }

    /// How the next commitment is paid.
    public var renewalBillingPlanType: BillingPlanType? {
        get { self[word: "renewalBillingPlanType"] }
        set { self[word: "renewalBillingPlanType"] = newValue }
    }

    /// What follows when the commitment ends.
    public var commitmentInfo: RenewalCommitment? {
        get { self[part: "commitmentInfo"] }
        set { self[part: "commitmentInfo"] = newValue }
    }

    /// What the Advanced Commerce API adds, as it came.
    public var advancedCommerceInfo: JSON? {
        get { json["advancedCommerceInfo"] }
        set { json["advancedCommerceInfo"] = newValue }
    }
}

/// What follows when a commitment ends (Apple: the renewal info's `commitmentInfo`).
public struct RenewalCommitment: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "commitmentAutoRenewProductId": .text, "commitmentAutoRenewStatus": .toggle,
        "commitmentRenewalBillingPlanType": .text, "commitmentRenewalDate": .instant,
        "commitmentRenewalPrice": .integer,
    ]

    /// The product of the next commitment.
    public var commitmentAutoRenewProductId: String? {
        get { self[text: "commitmentAutoRenewProductId"] }
        set { self[text: "commitmentAutoRenewProductId"] = newValue }
    }

    /// Whether another commitment follows.
    public var commitmentAutoRenewStatus: AutoRenewStatus? {
        get { self[toggle: "commitmentAutoRenewStatus"] }
        set { self[toggle: "commitmentAutoRenewStatus"] = newValue }
    }

    /// How the next commitment is paid.
    public var commitmentRenewalBillingPlanType: BillingPlanType? {
        get { self[word: "commitmentRenewalBillingPlanType"] }
        set { self[word: "commitmentRenewalBillingPlanType"] = newValue }
    }

    /// When the next commitment begins.
    public var commitmentRenewalDate: Instant? {
        get { self[instant: "commitmentRenewalDate"] }
        set { self[instant: "commitmentRenewalDate"] = newValue }
    }

    /// The price of the whole next commitment, in thousandths of the currency unit.
    public var commitmentRenewalPrice: Int64? {
        get { self[integer: "commitmentRenewalPrice"] }
        set { self[integer: "commitmentRenewalPrice"] = newValue }
    }
}
