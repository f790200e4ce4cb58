public import WindfallJSON
public import WindfallTimeline

/// The app and the transaction that a notification is about (Apple: data).
public struct NotifiedTransaction: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "environment": .text, "appAppleId": .integer, "bundleId": .text, "bundleVersion": .identifier,
        "signedTransactionInfo": .text, "signedRenewalInfo": .text, "status": .integer,
        "consumptionRequestReason": .text,
    ]

    /// Where it happened.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// The App Store's number of the app; absent in some sandbox notifications.
    public var appAppleId: Int64? {
        get { self[integer: "appAppleId"] }
        set { self[integer: "appAppleId"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bundleId: String? {
        get { self[text: "bundleId"] }
        set { self[text: "bundleId"] = newValue }
    }

    /// The app version that made the purchase.
    public var bundleVersion: String? {
        get { self[identifier: "bundleVersion"] }
        set { self[identifier: "bundleVersion"] = newValue }
    }

    /// The transaction as a JWS of its own.
    public var signedTransactionInfo: String? {
        get { self[text: "signedTransactionInfo"] }
        set { self[text: "signedTransactionInfo"] = newValue }
    }

    /// The next renewal as a JWS of its own; subscriptions only.
    public var signedRenewalInfo: String? {
        get { self[text: "signedRenewalInfo"] }
        set { self[text: "signedRenewalInfo"] = newValue }
    }

    /// Where the subscription stands at ``NotificationPayload/signedDate``; subscriptions only.
    public var status: SubscriptionStatus? {
        get { self[code: "status"] }
        set { self[code: "status"] = newValue }
    }

    /// Why the person asks for a refund.
    public var consumptionRequestReason: ConsumptionRequestReason? {
        get { self[word: "consumptionRequestReason"] }
        set { self[word: "consumptionRequestReason"] = newValue }
    }
}

/// How an extension of all subscriptions of a product went (Apple: summary).
public struct ExtensionSummary: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "environment": .text, "appAppleId": .integer, "bundleId": .text, "productId": .text,
        "requestIdentifier": .text, "storefrontCountryCodes": .texts, "succeededCount": .integer,
        "failedCount": .integer,
    ]

    /// Where it happened.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// The App Store's number of the app.
    public var appAppleId: Int64? {
        get { self[integer: "appAppleId"] }
        set { self[integer: "appAppleId"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bundleId: String? {
        get { self[text: "bundleId"] }
        set { self[text: "bundleId"] = newValue }
    }

    /// The product whose subscriptions were extended.
    public var productId: String? {
        get { self[text: "productId"] }
        set { self[text: "productId"] = newValue }
    }

    /// The UUID by which the developer asked for it.
    public var requestIdentifier: String? {
        get { self[text: "requestIdentifier"] }
        set { self[text: "requestIdentifier"] = newValue }
    }

    /// The storefronts that were meant, three letters each; absent when all were.
    public var storefrontCountryCodes: [String]? {
        get { self[texts: "storefrontCountryCodes"] }
        set { self[texts: "storefrontCountryCodes"] = newValue }
    }

    /// How many subscriptions were extended.
    public var succeededCount: Int64? {
        get { self[integer: "succeededCount"] }
        set { self[integer: "succeededCount"] = newValue }
    }

    /// How many could not be.
    public var failedCount: Int64? {
        get { self[integer: "failedCount"] }
        set { self[integer: "failedCount"] = newValue }
    }
}

/// A token for purchases outside the App Store (Apple: externalPurchaseToken).
public struct ExternalPurchaseToken: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "externalPurchaseId": .text, "tokenCreationDate": .instant, "appAppleId": .integer, "bundleId": .text,
    ]

    /// The token's identifier.
    public var externalPurchaseId: String? {
        get { self[text: "externalPurchaseId"] }
        set { self[text: "externalPurchaseId"] = newValue }
    }

    /// When the token was made.
    public var tokenCreationDate: Instant? {
        get { self[instant: "tokenCreationDate"] }
        set { self[instant: "tokenCreationDate"] = newValue }
    }

    /// The App Store's number of the app.
    public var appAppleId: Int64? {
        get { self[integer: "appAppleId"] }
        set { self[integer: "appAppleId"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bundleId: String? {
        get { self[text: "bundleId"] }
        set { self[text: "bundleId"] = newValue }
    }

    /// The environment that the identifier tells: the sandbox's begin with `SANDBOX`; nil without an identifier.
    public var environment: Environment? {
        externalPurchaseId.map { $0.hasPrefix("SANDBOX") ? .sandbox : .production }
    }
}

/// The app that a notification without a transaction is about (Apple: appData).
public struct NotifiedApp: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "environment": .text, "appAppleId": .integer, "bundleId": .text, "signedAppTransactionInfo": .text,
    ]

    /// Where it happened.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// The App Store's number of the app.
    public var appAppleId: Int64? {
        get { self[integer: "appAppleId"] }
        set { self[integer: "appAppleId"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bundleId: String? {
        get { self[text: "bundleId"] }
        set { self[text: "bundleId"] = newValue }
    }

    /// The app transaction as a JWS of its own.
    public var signedAppTransactionInfo: String? {
        get { self[text: "signedAppTransactionInfo"] }
        set { self[text: "signedAppTransactionInfo"] = newValue }
    }
}
