public import WindfallJSON

/// A product as it is registered (F3): a product of a `.storekit` file, with our own keys for what such files lack.
///
/// Ours are `kind`, `clearedForSale`, `currency` (that of `displayPrice`) and `prices` (a price per storefront, as
/// `{"USA": {"amount": 4990, "currency": "USD"}}`).
public struct ProductDefinition: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    /// A product with the keys that each type must have.
    ///
    /// - Parameters:
    ///   - productID: its identifier; ``problems()`` says whether the store allows it.
    ///   - type: its type.
    ///   - price: its price where a storefront has none of its own.
    public init(productID: String, type: ProductType, price: Money) {
        self.init()
        self.displayPrice = price.amount
        self.productID = productID
        self.type = ConfiguredProductType(type)
        if price.currency != .usDollar { currency = price.currency }
    }

    public static let fields: [String: FieldKind] = [
        "productID": .text, "type": .text, "referenceName": .text, "internalID": .identifier, "displayPrice": .text,
        "familyShareable": .flag, "localizations": .objects(Localization.fields),
        "groupNumber": .integer, "subscriptionGroupID": .identifier, "recurringSubscriptionPeriod": .text,
        "introductoryOffer": .object(SubscriptionOffer.fields),
        "introductoryOffers": .objects(SubscriptionOffer.fields), "adHocOffers": .objects(SubscriptionOffer.fields),
        "codeOffers": .objects(SubscriptionOffer.fields), "winbackOffers": .objects(SubscriptionOffer.fields),
        "billingPlans": .objects(BillingPlan.fields),
        "kind": .text, "currency": .text, "prices": .object([:]), "clearedForSale": .flag,
    ]

    /// The identifier that apps ask for; see ``ProductIdentifier``.
    public var productID: String? {
        get { self[text: "productID"] }
        set { self[text: "productID"] = newValue }
    }

    /// The type as the file spells it; see ``productType``.
    public var type: ConfiguredProductType? {
        get { self[word: "type"] }
        set { self[word: "type"] = newValue }
    }

    /// The name that only the developer sees.
    public var referenceName: String? {
        get { self[text: "referenceName"] }
        set { self[text: "referenceName"] = newValue }
    }

    /// Xcode's own number of the product.
    public var internalID: String? {
        get { self[identifier: "internalID"] }
        set { self[identifier: "internalID"] = newValue }
    }

    /// The amount that is paid where a storefront has no price of its own; see ``defaultPrice``.
    public var displayPrice: String? {
        get { self[text: "displayPrice"] }
        set { self[text: "displayPrice"] = newValue }
    }

    /// The currency of ``displayPrice``; US dollars where it is absent.
    public var currency: Currency? {
        get { self[word: "currency"] }
        set { self[word: "currency"] = newValue }
    }

    /// The prices of storefronts that have their own; entries that cannot be read are left out.
    public var prices: [Storefront: Money]? {
        get {
            json["prices"]?.object.map { object in
                let pairs = object.compactMap { member in
                    Money(json: member.value).map { (Storefront(rawValue: member.key), $0) }
                }
                return Dictionary(pairs) { first, _ in first }
            }
        }
        set {
            json["prices"] = newValue.map { prices in
                let sorted = prices.sorted { $0.key.rawValue < $1.key.rawValue }
                return .object(JSONObject(sorted.map { JSONObject.Member(key: $0.key.rawValue, value: $0.value.json) }))
            }
        }
    }

    /// Whether a family may share it; see ``isFamilyShareable``.
    public var familyShareable: Bool? {
        get { self[flag: "familyShareable"] }
        set { self[flag: "familyShareable"] = newValue }
    }

    /// Whether the developer has put it on sale; see ``isForSale``.
    public var clearedForSale: Bool? {
        get { self[flag: "clearedForSale"] }
        set { self[flag: "clearedForSale"] = newValue }
    }

    /// What it gives (F1).
    public var kind: ProductKind? {
        get { self[word: "kind"] }
        set { self[word: "kind"] = newValue }
    }

    /// Its texts, one entry a language.
    public var localizations: [Localization]? {
        get { self[parts: "localizations"] }
        set { self[parts: "localizations"] = newValue }
    }
}
