public import WindfallJSON
public import WindfallTimeline

/// What the store signs about the purchase of the app itself (Apple: JWSAppTransaction).
public struct AppTransactionPayload: SignedPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "receiptType": .text, "appAppleId": .integer, "bundleId": .text, "applicationVersion": .identifier,
        "versionExternalIdentifier": .integer, "receiptCreationDate": .instant, "originalPurchaseDate": .instant,
        "originalApplicationVersion": .identifier, "deviceVerification": .text, "deviceVerificationNonce": .text,
        "preorderDate": .instant, "appTransactionId": .identifier, "originalPlatform": .text, "requestDate": .instant,
    ]

    /// Where the app was bought. Unlike attribute 0 of an app receipt this is the environment's own name.
    public var receiptType: Environment? {
        get { self[word: "receiptType"] }
        set { self[word: "receiptType"] = newValue }
    }

    /// The App Store's number of the app; absent in Xcode.
    public var appAppleId: Int64? {
        get { self[integer: "appAppleId"] }
        set { self[integer: "appAppleId"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bundleId: String? {
        get { self[text: "bundleId"] }
        set { self[text: "bundleId"] = newValue }
    }

    /// The app version that runs.
    public var applicationVersion: String? {
        get { self[identifier: "applicationVersion"] }
        set { self[identifier: "applicationVersion"] = newValue }
    }

    /// The App Store's number of that version.
    public var versionExternalIdentifier: Int64? {
        get { self[integer: "versionExternalIdentifier"] }
        set { self[integer: "versionExternalIdentifier"] = newValue }
    }

    /// When the store signed it; in Xcode with a fraction, which is cut off.
    public var receiptCreationDate: Instant? {
        get { self[instant: "receiptCreationDate"] }
        set { self[instant: "receiptCreationDate"] = newValue }
    }

    /// When the app was first bought; the year 1 in Xcode.
    public var originalPurchaseDate: Instant? {
        get { self[instant: "originalPurchaseDate"] }
        set { self[instant: "originalPurchaseDate"] = newValue }
    }

    /// The app version that was first bought.
    public var originalApplicationVersion: String? {
        get { self[identifier: "originalApplicationVersion"] }
        set { self[identifier: "originalApplicationVersion"] = newValue }
    }

    /// Base64 of SHA-384 over the nonce's text and the device's verification UUID, both in lower case.
    public var deviceVerification: String? {
        get { self[text: "deviceVerification"] }
        set { self[text: "deviceVerification"] = newValue }
    }

    /// The UUID that goes into ``deviceVerification``.
    public var deviceVerificationNonce: String? {
        get { self[text: "deviceVerificationNonce"] }
        set { self[text: "deviceVerificationNonce"] = newValue }
    }

    /// When the app was ordered before its release.
    public var preorderDate: Instant? {
        get { self[instant: "preorderDate"] }
        set { self[instant: "preorderDate"] = newValue }
    }

    /// The download of the app by the account.
    public var appTransactionId: String? {
        get { self[identifier: "appTransactionId"] }
        set { self[identifier: "appTransactionId"] = newValue }
    }

    /// The platform on which the app was first bought.
    public var originalPlatform: OriginalPlatform? {
        get { self[word: "originalPlatform"] }
        set { self[word: "originalPlatform"] = newValue }
    }

    /// When Xcode made it; not in payloads of the App Store.
    public var requestDate: Instant? {
        get { self[instant: "requestDate"] }
        set { self[instant: "requestDate"] = newValue }
    }

    /// When the store signed it; such a payload has no signing date of its own, and its creation date is it.
    public var signedDate: Instant? { receiptCreationDate }

    /// Where the app was bought.
    public var environment: Environment? { receiptType }
}
