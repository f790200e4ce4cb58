public import WindfallJSON
public import WindfallTimeline

/// What the store signs when it tells a server that something happened (Apple: responseBodyV2DecodedPayload).
///
/// Exactly one of ``data``, ``summary``, ``externalPurchaseToken`` and ``appData`` is there.
public struct NotificationPayload: SignedPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "notificationType": .text, "subtype": .text, "notificationUUID": .text, "version": .identifier,
        "signedDate": .instant, "data": .object(NotifiedTransaction.fields),
        "summary": .object(ExtensionSummary.fields), "externalPurchaseToken": .object(ExternalPurchaseToken.fields),
        "appData": .object(NotifiedApp.fields),
    ]

    /// What happened.
    public var notificationType: NotificationType? {
        get { self[word: "notificationType"] }
        set { self[word: "notificationType"] = newValue }
    }

    /// Which of several events is meant; nil when there is only one.
    public var subtype: NotificationSubtype? {
        get { self[word: "subtype"] }
        set { self[word: "subtype"] = newValue }
    }

    /// The notification's own identifier; the same when it is sent again.
    public var notificationUUID: String? {
        get { self[text: "notificationUUID"] }
        set { self[text: "notificationUUID"] = newValue }
    }

    /// The version of this form, `2.0`.
    public var version: String? {
        get { self[identifier: "version"] }
        set { self[identifier: "version"] = newValue }
    }

    /// When the store signed it.
    public var signedDate: Instant? {
        get { self[instant: "signedDate"] }
        set { self[instant: "signedDate"] = newValue }
    }

    /// The app and the transaction; without a transaction in a test.
    public var data: NotifiedTransaction? {
        get { self[part: "data"] }
        set { self[part: "data"] = newValue }
    }

    /// How an extension of all subscriptions went.
    public var summary: ExtensionSummary? {
        get { self[part: "summary"] }
        set { self[part: "summary"] = newValue }
    }

    /// The token that is due.
    public var externalPurchaseToken: ExternalPurchaseToken? {
        get { self[part: "externalPurchaseToken"] }
        set { self[part: "externalPurchaseToken"] = newValue }
    }

    /// The app, where no transaction is meant.
    public var appData: NotifiedApp? {
        get { self[part: "appData"] }
        set { self[part: "appData"] = newValue }
    }

    /// Where it happened, from whichever part is there.
    ///
    /// A token tells it by its identifier: one that begins with `SANDBOX` is the sandbox's.
    public var environment: Environment? {
        data?.environment ?? summary?.environment ?? appData?.environment ?? externalPurchaseToken?.environment
    }

    /// The app's CFBundleIdentifier, from whichever part is there.
    public var bundleId: String? {
        data?.bundleId ?? summary?.bundleId ?? appData?.bundleId ?? externalPurchaseToken?.bundleId
    }

    /// The App Store's number of the app, from whichever part is there; absent in some sandbox notifications.
    public var appAppleId: Int64? {
        data?.appAppleId ?? summary?.appAppleId ?? appData?.appAppleId ?? externalPurchaseToken?.appAppleId
    }
}
