public import WindfallJSON

/// A group of subscriptions of which a person has one at a time, as `.storekit` files have it.
public struct SubscriptionGroup: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    /// A group without texts.
    ///
    /// - Parameters:
    ///   - id: what its products carry as their group.
    ///   - name: the name that only the developer sees.
    public init(id: String, name: String) {
        json = ["id": .string(id), "localizations": [], "name": .string(name)]
    }

    public static let fields: [String: FieldKind] = [
        "id": .identifier, "name": .text, "localizations": .objects(Localization.fields),
        "subscriptions": .objects(ProductDefinition.fields),
    ]

    /// What its products carry as their group.
    public var id: String? {
        get { self[identifier: "id"] }
        set { self[identifier: "id"] = newValue }
    }

    /// The name that only the developer sees.
    public var name: String? {
        get { self[text: "name"] }
        set { self[text: "name"] = newValue }
    }

    /// Its texts, one entry a language.
    public var localizations: [Localization]? {
        get { self[parts: "localizations"] }
        set { self[parts: "localizations"] = newValue }
    }

    /// Its products; only inside a `.storekit` file, see ``Catalog``.
    public var subscriptions: [ProductDefinition]? {
        get { self[parts: "subscriptions"] }
        set { self[parts: "subscriptions"] = newValue }
    }
}
