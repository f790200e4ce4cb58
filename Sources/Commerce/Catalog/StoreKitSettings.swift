public import WindfallJSON
public import WindfallTimeline

/// The settings of a `.storekit` file: how Xcode's tests run.
public struct StoreKitSettings: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "_applicationInternalID": .identifier, "_developerTeamID": .identifier, "_lastSynchronizedDate": .anything,
        "_askToBuyEnabled": .flag, "_billingGracePeriodEnabled": .flag, "_billingIssuesEnabled": .flag,
        "_renewalBillingIssuesEnabled": .flag, "_disableDialogs": .flag, "_failTransactionsEnabled": .flag,
        "_locale": .text, "_storefront": .text, "_timeRate": .integer,
        "_storeKitErrors": .objects(SimulatedStoreError.fields),
    ]

    /// The app's number in App Store Connect; only in files that are kept in step with it.
    public var applicationInternalID: String? {
        get { self[identifier: "_applicationInternalID"] }
        set { self[identifier: "_applicationInternalID"] = newValue }
    }

    /// The developer's team; only in files that are kept in step with App Store Connect.
    public var developerTeamID: String? {
        get { self[identifier: "_developerTeamID"] }
        set { self[identifier: "_developerTeamID"] = newValue }
    }

    /// Whether purchases wait for another person's approval.
    public var askToBuyEnabled: Bool? {
        get { self[flag: "_askToBuyEnabled"] }
        set { self[flag: "_askToBuyEnabled"] = newValue }
    }

    /// Whether access lasts for a while after a failed renewal.
    public var billingGracePeriodEnabled: Bool? {
        get { self[flag: "_billingGracePeriodEnabled"] }
        set { self[flag: "_billingGracePeriodEnabled"] = newValue }
    }

    /// Whether purchases fail at payment.
    public var billingIssuesEnabled: Bool? {
        get { self[flag: "_billingIssuesEnabled"] }
        set { self[flag: "_billingIssuesEnabled"] = newValue }
    }

    /// Whether renewals fail at payment.
    public var renewalBillingIssuesEnabled: Bool? {
        get { self[flag: "_renewalBillingIssuesEnabled"] }
        set { self[flag: "_renewalBillingIssuesEnabled"] = newValue }
    }

    /// Whether nobody is asked to authorise.
    public var disableDialogs: Bool? {
        get { self[flag: "_disableDialogs"] }
        set { self[flag: "_disableDialogs"] = newValue }
    }

    /// Whether each purchase fails.
    public var failTransactionsEnabled: Bool? {
        get { self[flag: "_failTransactionsEnabled"] }
        set { self[flag: "_failTransactionsEnabled"] = newValue }
    }

    /// The language of the shop, such as `en_US`.
    public var locale: String? {
        get { self[text: "_locale"] }
        set { self[text: "_locale"] = newValue }
    }

    /// The storefront of the tests; its currency is that of the file's prices.
    public var storefront: Storefront? {
        get { self[word: "_storefront"] }
        set { self[word: "_storefront"] = newValue }
    }

    /// How fast subscriptions run.
    public var timeRate: TimeRate? {
        get { self[code: "_timeRate"] }
        set { self[code: "_timeRate"] = newValue }
    }

    /// The errors that the tests can simulate.
    public var storeKitErrors: [SimulatedStoreError]? {
        get { self[parts: "_storeKitErrors"] }
        set { self[parts: "_storeKitErrors"] = newValue }
    }

    /// When the file was last brought in step with App Store Connect, in whole seconds; nil when it never was.
    public var lastSynchronized: Instant? {
        guard let seconds = json["_lastSynchronizedDate"]?.number?.truncated else { return nil }
        // Xcode counts seconds from 2001.
        let sum = seconds.addingReportingOverflow(Self.secondsTo2001)
        return sum.overflow ? nil : Instant(seconds: sum.partialValue)
    }

    private static let secondsTo2001: Int64 = 978_307_200
}

/// An error that Xcode's tests can simulate.
public struct SimulatedStoreError: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "name": .text, "enabled": .flag, "current": .object(["type": .text, "index": .integer]),
    ]

    /// What fails, for example `Load Products`.
    public var name: String? {
        get { self[text: "name"] }
        set { self[text: "name"] = newValue }
    }

    /// Whether it fails now.
    public var enabled: Bool? {
        get { self[flag: "enabled"] }
        set { self[flag: "enabled"] = newValue }
    }

    /// Which error it fails with, as Xcode numbers them; as it came.
    public var current: JSON? {
        get { json["current"]?.object.map(JSON.object) }
        set { json["current"] = newValue }
    }
}
