public import WindfallJSON
public import WindfallTimeline

/// What was taken back, what was offered, and the newer kinds of purchase.
extension TransactionPayload {
    /// When the store took the purchase back; from then on it is treated as never made (F31).
    public var revocationDate: Instant? {
        get { self[instant: "revocationDate"] }
        set { self[instant: "revocationDate"] = newValue }
    }

    /// Why it was refunded. Zero is a reason, not an absence.
    public var revocationReason: RevocationReason? {
        get { self[code: "revocationReason"] }
        set { self[code: "revocationReason"] = newValue }
    }

    /// Whether all was refunded, a part, or sharing ended.
    public var revocationType: RevocationType? {
        get { self[word: "revocationType"] }
        set { self[word: "revocationType"] = newValue }
    }

    /// How much was refunded, in thousandths of a per cent: 50000 is a half.
    public var revocationPercentage: Int64? {
        get { self[integer: "revocationPercentage"] }
        set { self[integer: "revocationPercentage"] = newValue }
    }

    /// What kind of offer was used.
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

    /// How long the offer runs, as an ISO 8601 duration, for example `P1M`.
    public var offerPeriod: String? {
        get { self[text: "offerPeriod"] }
        set { self[text: "offerPeriod"] = newValue }
    }

    /// Where a subscription with a commitment stands.
    public var commitmentInfo: TransactionCommitment? {
        get { self[part: "commitmentInfo"] }
        set { self[part: "commitmentInfo"] = newValue }
    }

    /// Base64 of SHA-384 over nonce and device; in Xcode's payloads and in StoreKit.
    public var deviceVerification: String? {
        get { self[text: "deviceVerification"] }
        set { self[text: "deviceVerification"] = newValue }
    }

    /// The UUID that goes into ``deviceVerification``.
    public var deviceVerificationNonce: String? {
        get { self[text: "deviceVerificationNonce"] }
        set { self[text: "deviceVerificationNonce"] = newValue }
    }

    /// What the Advanced Commerce API adds, as it came.
    public var advancedCommerceInfo: JSON? {
        get { json["advancedCommerceInfo"] }
        set { json["advancedCommerceInfo"] = newValue }
    }
}

/// Where a subscription with a commitment stands (Apple: the transaction's `commitmentInfo`).
public struct TransactionCommitment: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "billingPeriodNumber": .integer, "totalBillingPeriods": .integer, "commitmentExpiresDate": .instant,
        "commitmentPrice": .integer,
    ]

    /// Which billing period of the commitment this is, from 1.
    public var billingPeriodNumber: Int64? {
        get { self[integer: "billingPeriodNumber"] }
        set { self[integer: "billingPeriodNumber"] = newValue }
    }

    /// How many billing periods the commitment has.
    public var totalBillingPeriods: Int64? {
        get { self[integer: "totalBillingPeriods"] }
        set { self[integer: "totalBillingPeriods"] = newValue }
    }

    /// When the commitment ends.
    public var commitmentExpiresDate: Instant? {
        get { self[instant: "commitmentExpiresDate"] }
        set { self[instant: "commitmentExpiresDate"] = newValue }
    }

    /// The price of the whole commitment, in thousandths of the transaction's currency unit.
    public var commitmentPrice: Int64? {
        get { self[integer: "commitmentPrice"] }
        set { self[integer: "commitmentPrice"] = newValue }
    }
}
