public import WindfallJSON

/// A `.storekit` file of Xcode, versions 1 to 5, as a value that loses nothing.
///
/// Apple publishes no format: the keys are those of real files.
public struct StoreKitConfiguration: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    /// The major versions of the format that are read.
    public static let versions: ClosedRange<Int64> = 1...5

    public static let fields: [String: FieldKind] = [
        "identifier": .identifier, "version": .object(FormatVersion.fields), "appPolicies": .object([:]),
        "settings": .object(StoreKitSettings.fields), "products": .objects(ProductDefinition.fields),
        "nonRenewingSubscriptions": .objects(ProductDefinition.fields),
        "subscriptionGroups": .objects(SubscriptionGroup.fields),
        "freeSubscriptions": .objects(ProductDefinition.fields), "subscriptionOffersKeyPair": .object([:]),
    ]

    /// The file's own number, eight hexadecimal digits.
    public var identifier: String? {
        get { self[identifier: "identifier"] }
        set { self[identifier: "identifier"] = newValue }
    }

    /// The version of the format.
    public var version: FormatVersion? {
        get { self[part: "version"] }
        set { self[part: "version"] = newValue }
    }

    /// How the tests run.
    public var settings: StoreKitSettings? {
        get { self[part: "settings"] }
        set { self[part: "settings"] = newValue }
    }

    /// The consumables and non-consumables.
    public var products: [ProductDefinition]? {
        get { self[parts: "products"] }
        set { self[parts: "products"] = newValue }
    }

    /// The non-renewing subscriptions.
    public var nonRenewingSubscriptions: [ProductDefinition]? {
        get { self[parts: "nonRenewingSubscriptions"] }
        set { self[parts: "nonRenewingSubscriptions"] = newValue }
    }

    /// The subscriptions that renew, by group.
    public var subscriptionGroups: [SubscriptionGroup]? {
        get { self[parts: "subscriptionGroups"] }
        set { self[parts: "subscriptionGroups"] = newValue }
    }

    /// The free subscriptions, under a key of our own: Xcode knows none.
    public var freeSubscriptions: [ProductDefinition]? {
        get { self[parts: "freeSubscriptions"] }
        set { self[parts: "freeSubscriptions"] = newValue }
    }

    /// Licence and privacy texts, as they came.
    public var appPolicies: JSON? {
        get { json["appPolicies"]?.object.map(JSON.object) }
        set { json["appPolicies"] = newValue }
    }

    /// The key that signs promotional offers in Xcode's tests, as it came.
    public var subscriptionOffersKeyPair: JSON? {
        get { json["subscriptionOffersKeyPair"]?.object.map(JSON.object) }
        set { json["subscriptionOffersKeyPair"] = newValue }
    }
}

/// The version of a `.storekit` file's format.
public struct FormatVersion: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public init(major: Int64, minor: Int64) {
        json = ["major": .integer(major), "minor": .integer(minor)]
    }

    public static let fields: [String: FieldKind] = ["major": .integer, "minor": .integer]

    public var major: Int64? {
        get { self[integer: "major"] }
        set { self[integer: "major"] = newValue }
    }

    public var minor: Int64? {
        get { self[integer: "minor"] }
        set { self[integer: "minor"] = newValue }
    }
}
