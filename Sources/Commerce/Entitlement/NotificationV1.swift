public import WindfallJSON
public import WindfallTimeline

/// What the store posts in version 1 of its notifications, which are not signed (Apple: responseBodyV1).
///
/// Whoever knows the shared secret in ``password`` may have written it. Until 2020 the receipts stood at the top level,
/// since then in ``unifiedReceipt``; ``lines`` finds them in either place.
public struct NotificationV1: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "notification_type": .text, "environment": .text, "password": .text, "bid": .text, "bvrs": .identifier,
        "auto_renew_adam_id": .identifier, "auto_renew_product_id": .text, "auto_renew_status": .toggle,
        "expiration_intent": .integer, "original_transaction_id": .identifier, "web_order_line_item_id": .identifier,
        "deprecation": .anything,
        "latest_receipt": .text, "latest_expired_receipt": .text,
        "latest_receipt_info": .objectOrObjects(ReceiptLine.fields),
        "latest_expired_receipt_info": .objectOrObjects(ReceiptLine.fields),
        "unified_receipt": .object(UnifiedReceipt.fields),
    ].withStoreDates("auto_renew_status_change_date", "cancellation_date")

    /// What happened.
    public var notificationType: NotificationV1Type? {
        get { self[word: "notification_type"] }
        set { self[word: "notification_type"] = newValue }
    }

    /// The shared secret of the app, by which the server knows the store.
    public var password: String? {
        get { self[text: "password"] }
        set { self[text: "password"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bid: String? {
        get { self[text: "bid"] }
        set { self[text: "bid"] = newValue }
    }

    /// The app version.
    public var bvrs: String? {
        get { self[identifier: "bvrs"] }
        set { self[identifier: "bvrs"] = newValue }
    }

    /// Apple's number of the product that the next renewal buys.
    public var autoRenewAdamId: String? {
        get { self[identifier: "auto_renew_adam_id"] }
        set { self[identifier: "auto_renew_adam_id"] = newValue }
    }

    /// The product that the next renewal buys.
    public var autoRenewProductId: String? {
        get { self[text: "auto_renew_product_id"] }
        set { self[text: "auto_renew_product_id"] = newValue }
    }

    /// When renewal was turned on or off.
    public var autoRenewStatusChangeDate: Instant? {
        get { self[storeDate: "auto_renew_status_change_date"] }
        set { self[storeDate: "auto_renew_status_change_date"] = newValue }
    }

    /// Why the subscription ended; only when it has.
    public var expirationIntent: ExpirationIntent? {
        get { self[decimalCode: "expiration_intent"] }
        set { self[decimalCode: "expiration_intent"] = newValue }
    }

    /// The first transaction of the subscription.
    public var originalTransactionId: String? {
        get { self[identifier: "original_transaction_id"] }
        set { self[identifier: "original_transaction_id"] = newValue }
    }

    /// The key of the subscription purchase; until 2020.
    public var webOrderLineItemId: String? {
        get { self[identifier: "web_order_line_item_id"] }
        set { self[identifier: "web_order_line_item_id"] = newValue }
    }

    /// When customer support refunded it (F31); until 2020.
    public var cancellationDate: Instant? {
        get { self[storeDate: "cancellation_date"] }
        set { self[storeDate: "cancellation_date"] = newValue }
    }

    /// The newest receipt, base64; until 2020.
    public var latestReceipt: String? {
        get { self[text: "latest_receipt"] }
        set { self[text: "latest_receipt"] = newValue }
    }

    /// The newest receipt of a subscription that has ended, base64; until 2020.
    public var latestExpiredReceipt: String? {
        get { self[text: "latest_expired_receipt"] }
        set { self[text: "latest_expired_receipt"] = newValue }
    }

    /// The newest transaction; until 2020.
    public var latestReceiptLines: [ReceiptLine]? {
        get { self[lines: "latest_receipt_info"] }
        set { self[lines: "latest_receipt_info"] = newValue }
    }

    /// The newest transaction of a subscription that has ended; until 2020.
    public var latestExpiredReceiptLines: [ReceiptLine]? {
        get { self[lines: "latest_expired_receipt_info"] }
        set { self[lines: "latest_expired_receipt_info"] = newValue }
    }

    /// The receipt and its transactions; since 2020.
    public var unifiedReceipt: UnifiedReceipt? {
        get { self[part: "unified_receipt"] }
        set { self[part: "unified_receipt"] = newValue }
    }

    /// Where it happened. Apple writes production as `PROD` here.
    public var environment: Environment? {
        get { json["environment"]?.text.map(Environment.init(notificationWord:)) }
        set { json["environment"] = newValue.map { .string($0.notificationWord) } }
    }

    /// Whether the subscription will renew; Apple writes `"true"` and `"false"` here.
    public var autoRenewStatus: AutoRenewStatus? {
        get { self[toggle: "auto_renew_status"] }
        set { self[flagText: "auto_renew_status"] = newValue.map { $0 != .off } }
    }

    /// All transactions that it carries, wherever they stand.
    public var lines: [ReceiptLine] {
        (unifiedReceipt?.latestReceiptLines ?? []) + (latestReceiptLines ?? []) + (latestExpiredReceiptLines ?? [])
    }
}

/// The receipt in a version 1 notification since 2020 (Apple: unified_receipt).
public struct UnifiedReceipt: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "status": .integer, "environment": .text, "latest_receipt": .text,
        "latest_receipt_info": .objectOrObjects(ReceiptLine.fields),
        "pending_renewal_info": .objects(PendingRenewal.fields),
    ]

    /// As in an answer of `verifyReceipt`.
    public var status: VerificationStatus? {
        get { self[code: "status"] }
        set { self[code: "status"] = newValue }
    }

    /// Where the receipt is from; `Production` here, not `PROD`.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// The newest receipt, base64.
    public var latestReceipt: String? {
        get { self[text: "latest_receipt"] }
        set { self[text: "latest_receipt"] = newValue }
    }

    /// The newest transactions, at most 100.
    public var latestReceiptLines: [ReceiptLine]? {
        get { self[lines: "latest_receipt_info"] }
        set { self[lines: "latest_receipt_info"] = newValue }
    }

    /// What renews next, for each subscription.
    public var pendingRenewals: [PendingRenewal]? {
        get { self[parts: "pending_renewal_info"] }
        set { self[parts: "pending_renewal_info"] = newValue }
    }
}
