public import WindfallJSON
public import WindfallTimeline

/// What the store signs about one transaction (Apple: JWSTransactionDecodedPayload).
public struct TransactionPayload: SignedPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "transactionId": .identifier, "originalTransactionId": .identifier, "webOrderLineItemId": .identifier,
        "previousOriginalTransactionId": .identifier, "appTransactionId": .identifier,
        "bundleId": .text, "productId": .text, "subscriptionGroupIdentifier": .identifier, "type": .text,
        "purchaseDate": .instant, "originalPurchaseDate": .instant, "expiresDate": .instant, "signedDate": .instant,
        "quantity": .integer, "appAccountToken": .text, "inAppOwnershipType": .text, "isUpgraded": .flag,
        "transactionReason": .text, "environment": .text, "storefront": .text, "storefrontId": .identifier,
        "price": .integer, "currency": .text, "billingPlanType": .text,
        "revocationDate": .instant, "revocationReason": .integer, "revocationType": .text,
        "revocationPercentage": .integer,
        "offerType": .integer, "offerIdentifier": .text, "offerDiscountType": .text, "offerPeriod": .text,
        "advancedCommerceInfo": .object([:]), "commitmentInfo": .object(TransactionCommitment.fields),
        "deviceVerification": .text, "deviceVerificationNonce": .text,
    ]

    /// New for each purchase, renewal and restore; `0`, `1` and so on in Xcode.
    public var transactionId: String? {
        get { self[identifier: "transactionId"] }
        set { self[identifier: "transactionId"] = newValue }
    }

    /// The first transaction of the subscription, or of the product that was restored.
    public var originalTransactionId: String? {
        get { self[identifier: "originalTransactionId"] }
        set { self[identifier: "originalTransactionId"] = newValue }
    }

    /// The original transaction of the subscription that this one took the place of in a migration.
    public var previousOriginalTransactionId: String? {
        get { self[identifier: "previousOriginalTransactionId"] }
        set { self[identifier: "previousOriginalTransactionId"] = newValue }
    }

    /// The key of a subscription purchase, renewals included.
    public var webOrderLineItemId: String? {
        get { self[identifier: "webOrderLineItemId"] }
        set { self[identifier: "webOrderLineItemId"] = newValue }
    }

    /// The download of the app by the account; the same in each of its transactions.
    public var appTransactionId: String? {
        get { self[identifier: "appTransactionId"] }
        set { self[identifier: "appTransactionId"] = newValue }
    }

    /// The app's CFBundleIdentifier.
    public var bundleId: String? {
        get { self[text: "bundleId"] }
        set { self[text: "bundleId"] = newValue }
    }

    /// The product's identifier.
    public var productId: String? {
        get { self[text: "productId"] }
        set { self[text: "productId"] = newValue }
    }

    /// The group that the subscription belongs to.
    public var subscriptionGroupIdentifier: String? {
        get { self[identifier: "subscriptionGroupIdentifier"] }
        set { self[identifier: "subscriptionGroupIdentifier"] = newValue }
    }

    /// What kind of thing was sold (F2).
    public var type: SignedProductType? {
        get { self[word: "type"] }
        set { self[word: "type"] = newValue }
    }

    /// When the account was charged, or the purchase restored; in Xcode with a fraction, which is cut off.
    public var purchaseDate: Instant? {
        get { self[instant: "purchaseDate"] }
        set { self[instant: "purchaseDate"] = newValue }
    }

    /// When the original transaction was made.
    public var originalPurchaseDate: Instant? {
        get { self[instant: "originalPurchaseDate"] }
        set { self[instant: "originalPurchaseDate"] = newValue }
    }

    /// When the subscription ends or renews; the first moment that is no longer paid for (F27).
    public var expiresDate: Instant? {
        get { self[instant: "expiresDate"] }
        set { self[instant: "expiresDate"] = newValue }
    }

    /// When the store signed it; earlier than ``purchaseDate`` when a renewal is told ahead of time.
    public var signedDate: Instant? {
        get { self[instant: "signedDate"] }
        set { self[instant: "signedDate"] = newValue }
    }

    /// How many were bought.
    public var quantity: Int64? {
        get { self[integer: "quantity"] }
        set { self[integer: "quantity"] = newValue }
    }

    /// The UUID by which the app named its own user.
    public var appAccountToken: String? {
        get { self[text: "appAccountToken"] }
        set { self[text: "appAccountToken"] = newValue }
    }

    /// Whether the account bought it or has it by Family Sharing.
    public var inAppOwnershipType: OwnershipType? {
        get { self[word: "inAppOwnershipType"] }
        set { self[word: "inAppOwnershipType"] = newValue }
    }

    /// Whether a better subscription of the group took its place.
    public var isUpgraded: Bool? {
        get { self[flag: "isUpgraded"] }
        set { self[flag: "isUpgraded"] = newValue }
    }

    /// Whether the person or the store caused it.
    public var transactionReason: TransactionReason? {
        get { self[word: "transactionReason"] }
        set { self[word: "transactionReason"] = newValue }
    }

    /// Where the purchase was made.
    public var environment: Environment? {
        get { self[word: "environment"] }
        set { self[word: "environment"] = newValue }
    }

    /// The storefront's country, three letters (ISO 3166-1 alpha-3).
    public var storefront: String? {
        get { self[text: "storefront"] }
        set { self[text: "storefront"] = newValue }
    }

    /// Apple's number of the storefront.
    public var storefrontId: String? {
        get { self[identifier: "storefrontId"] }
        set { self[identifier: "storefrontId"] = newValue }
    }

    /// What was paid, in thousandths of the ``currency`` unit: 5990 is 5.99.
    public var price: Int64? {
        get { self[integer: "price"] }
        set { self[integer: "price"] = newValue }
    }

    /// The currency of ``price``, three letters (ISO 4217).
    public var currency: String? {
        get { self[text: "currency"] }
        set { self[text: "currency"] = newValue }
    }

    /// How a subscription with a commitment is paid.
    public var billingPlanType: BillingPlanType? {
        get { self[word: "billingPlanType"] }
        set { self[word: "billingPlanType"] = newValue }
    }
}
