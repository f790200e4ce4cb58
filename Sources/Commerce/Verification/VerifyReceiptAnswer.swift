public import WindfallJSON

/// An answer of `verifyReceipt` in either style: to an app receipt (iOS 7) or to a transaction receipt (iOS 6).
///
/// Source: Apple's App Store Receipts documentation, and recorded answers of 2012 to 2022.
public struct VerifyReceiptAnswer: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "status": .integer, "environment": .text, "is-retryable": .flag, "is_retryable": .flag,
        "receipt": .object(AnsweredReceipt.fields), "latest_receipt": .text, "latest_expired_receipt": .text,
        "latest_receipt_info": .objectOrObjects(ReceiptLine.fields),
        "latest_expired_receipt_info": .objectOrObjects(ReceiptLine.fields),
        "pending_renewal_info": .objects(PendingRenewal.fields), "auto_renew_status": .toggle,
        "auto_renew_product_id": .text, "expiration_intent": .integer, "is_in_billing_retry_period": .flag,
    ]

    /// What the store says of the receipt (F26); nil makes the answer one that nobody understands.
    public var status: VerificationStatus? {
        get { self[code: "status"] }
        set { self[code: "status"] = newValue }
    }

    /// Which store answered; absent in the iOS 6 style and in most errors.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// The receipt that was sent, decoded; with 0 and 21006.
    public var receipt: AnsweredReceipt? {
        get { self[part: "receipt"] }
        set { self[part: "receipt"] = newValue }
    }

    /// A newer receipt of the same kind, base64.
    public var latestReceipt: String? {
        get { self[text: "latest_receipt"] }
        set { self[text: "latest_receipt"] = newValue }
    }

    /// The account's transactions, in no order to rely on; a single object in the iOS 6 style.
    public var latestReceiptLines: [ReceiptLine]? {
        get { self[lines: "latest_receipt_info"] }
        set { self[lines: "latest_receipt_info"] = newValue }
    }

    /// The newest transaction of a subscription that has ended; iOS 6 style, with 21006.
    public var latestExpiredReceiptLines: [ReceiptLine]? {
        get { self[lines: "latest_expired_receipt_info"] }
        set { self[lines: "latest_expired_receipt_info"] = newValue }
    }

    /// The receipt of that transaction, base64; iOS 6 style.
    public var latestExpiredReceipt: String? {
        get { self[text: "latest_expired_receipt"] }
        set { self[text: "latest_expired_receipt"] = newValue }
    }

    /// What renews next, for each subscription; nil is usual where there is none.
    public var pendingRenewals: [PendingRenewal]? {
        get { self[parts: "pending_renewal_info"] }
        set { self[parts: "pending_renewal_info"] = newValue }
    }

    /// Whether the subscription will renew; iOS 6 style, a number.
    public var autoRenewStatus: AutoRenewStatus? {
        get { self[toggle: "auto_renew_status"] }
        set { self[toggle: "auto_renew_status"] = newValue }
    }

    /// The product that the next renewal buys; iOS 6 style.
    public var autoRenewProductId: String? {
        get { self[text: "auto_renew_product_id"] }
        set { self[text: "auto_renew_product_id"] = newValue }
    }

    /// Why the subscription ended; iOS 6 style, with 21006.
    public var expirationIntent: ExpirationIntent? {
        get { self[decimalCode: "expiration_intent"] }
        set { self[decimalCode: "expiration_intent"] = newValue }
    }

    /// Whether the store is still trying to charge; iOS 6 style, with 21006.
    public var isInBillingRetryPeriod: Bool? {
        get { self[flagDigit: "is_in_billing_retry_period"] }
        set { self[flagDigit: "is_in_billing_retry_period"] = newValue }
    }

    /// Whether asking again may help, in either spelling that was seen: `is-retryable` and `is_retryable`.
    public var isRetryable: Bool? {
        get { self[flag: "is-retryable"] ?? self[flag: "is_retryable"] }
        set {
            if newValue == nil || json["is-retryable"] != nil || json["is_retryable"] == nil {
                self[flag: "is-retryable"] = newValue
            }
            if json["is_retryable"] != nil { self[flag: "is_retryable"] = newValue }
        }
    }

    /// What the answer means for the purchase; ``VerificationStatus/Meaning/passing`` when its status cannot be read.
    public var meaning: VerificationStatus.Meaning {
        status?.meaning(isRetryable: isRetryable) ?? .passing
    }

    /// Every transaction that the answer carries, in the order of the answer, each once.
    ///
    /// Neither list alone is complete: `in_app` is cut short in long histories, and `latest_receipt_info` lacks
    /// finished consumables. Where two lines have the same transaction identifier, the one of `latest_receipt_info` is
    /// taken: it says more. Lines without an identifier are all kept.
    public var lines: [ReceiptLine] {
        let latest = (latestReceiptLines ?? []) + (latestExpiredReceiptLines ?? [])
        var known: Set<String> = []
        return (latest + (receipt?.lines ?? [])).filter { line in
            line.transactionId.map { known.insert($0).inserted } ?? true
        }
    }
}
