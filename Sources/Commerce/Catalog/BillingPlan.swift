public import WindfallJSON

/// One of the ways in which a subscription can be billed (`.storekit` version 5).
public struct BillingPlan: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "billingPlanType": .text, "displayPrice": .text, "commitmentDisplayPrice": .text, "internalID": .identifier,
        "isEnabled": .flag,
    ]

    public var billingPlanType: BillingPlanType? {
        get { self[word: "billingPlanType"] }
        set { self[word: "billingPlanType"] = newValue }
    }

    /// The amount of each payment.
    public var displayPrice: String? {
        get { self[text: "displayPrice"] }
        set { self[text: "displayPrice"] = newValue }
    }

    /// The amount of the whole commitment.
    public var commitmentDisplayPrice: String? {
        get { self[text: "commitmentDisplayPrice"] }
        set { self[text: "commitmentDisplayPrice"] = newValue }
    }

    /// Xcode's own number of the plan.
    public var internalID: String? {
        get { self[identifier: "internalID"] }
        set { self[identifier: "internalID"] = newValue }
    }

    /// Whether it is offered.
    public var isEnabled: Bool? {
        get { self[flag: "isEnabled"] }
        set { self[flag: "isEnabled"] = newValue }
    }
}
