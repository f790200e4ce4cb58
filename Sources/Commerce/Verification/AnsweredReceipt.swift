public import WindfallJSON
public import WindfallTimeline

/// The `receipt` of an answer of `verifyReceipt`: an app receipt (iOS 7) with its purchases in `in_app` (F28), or a
/// transaction receipt (iOS 6) that is a single purchase itself (F24).
public struct AnsweredReceipt: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = ReceiptLine.fields.merging([
        "receipt_type": .text, "adam_id": .integer, "app_item_id": .integer, "bundle_id": .text,
        "application_version": .identifier, "download_id": .integer, "version_external_identifier": .integer,
        "original_application_version": .identifier, "in_app": .objects(ReceiptLine.fields),
    ]) { _, own in own }
    .withStoreDates("receipt_creation_date", "request_date", "preorder_date", "expiration_date")

    /// The store's word for the environment, for example `ProductionSandbox`.
    public var receiptType: String? {
        get { self[text: "receipt_type"] }
        set { self[text: "receipt_type"] = newValue }
    }

    /// The App Store's number of the app; 0 in the sandbox (D8).
    public var adamId: Int64? {
        get { self[integer: "adam_id"] }
        set { self[integer: "adam_id"] = newValue }
    }

    /// The same number; a text in the iOS 6 style.
    public var appItemId: Int64? {
        get { self[integer: "app_item_id"] }
        set { self[integer: "app_item_id"] = newValue }
    }

    /// CFBundleIdentifier; ``ReceiptLine/bid`` in the iOS 6 style.
    public var bundleId: String? {
        get { self[text: "bundle_id"] }
        set { self[text: "bundle_id"] = newValue }
    }

    /// The app version at the time of the receipt.
    public var applicationVersion: String? {
        get { self[identifier: "application_version"] }
        set { self[identifier: "application_version"] = newValue }
    }

    /// 0 in the sandbox; can be null; needs 64 bits.
    public var downloadId: Int64? {
        get { self[integer: "download_id"] }
        set { self[integer: "download_id"] = newValue }
    }

    /// The store's number of the app version; 0 in the sandbox (D8).
    public var versionExternalIdentifier: Int64? {
        get { self[integer: "version_external_identifier"] }
        set { self[integer: "version_external_identifier"] = newValue }
    }

    /// When the receipt was made; missing in answers of 2014.
    public var receiptCreationDate: Instant? {
        get { self[storeDate: "receipt_creation_date"] }
        set { self[storeDate: "receipt_creation_date"] = newValue }
    }

    /// When the question was answered, with true milliseconds.
    public var requestDate: Instant? {
        get { self[storeDate: "request_date"] }
        set { self[storeDate: "request_date"] = newValue }
    }

    /// When the app, or in the iOS 6 style the product, was first bought.
    public var originalPurchaseDate: Instant? {
        get { self[storeDate: "original_purchase_date"] }
        set { self[storeDate: "original_purchase_date"] = newValue }
    }

    /// The app version that was first bought.
    public var originalApplicationVersion: String? {
        get { self[identifier: "original_application_version"] }
        set { self[identifier: "original_application_version"] = newValue }
    }

    /// When the app was ordered before its release.
    public var preorderDate: Instant? {
        get { self[storeDate: "preorder_date"] }
        set { self[storeDate: "preorder_date"] = newValue }
    }

    /// When the receipt expires (Volume Purchase Program).
    public var expirationDate: Instant? {
        get { self[storeDate: "expiration_date"] }
        set { self[storeDate: "expiration_date"] = newValue }
    }

    /// The purchases in the receipt that was sent, not in the account; nil in the iOS 6 style.
    public var inApp: [ReceiptLine]? {
        get { self[parts: "in_app"] }
        set { self[parts: "in_app"] = newValue }
    }

    /// Whether it is a transaction receipt (iOS 6), which is a single purchase itself.
    public var isTransactionReceipt: Bool {
        json["in_app"] == nil && json["bundle_id"] == nil && json["receipt_type"] == nil
    }

    /// The purchases, in either style.
    public var lines: [ReceiptLine] {
        isTransactionReceipt ? [ReceiptLine(json: json)] : inApp ?? []
    }

    /// The environment that the receipt itself names; nil in the iOS 6 style and for a word that is not known.
    public var environment: Environment? {
        receiptType.flatMap(Environment.init(receiptType:))
    }
}
