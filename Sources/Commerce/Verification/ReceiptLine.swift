public import WindfallJSON
public import WindfallTimeline

/// One transaction in an answer of `verifyReceipt` (F24, F29): an element of `in_app` or `latest_receipt_info`, or the
/// whole `receipt` of the iOS 6 style.
///
/// Almost all values are strings. A date is read from its milliseconds if it has them; setting one writes Apple's three
/// renderings.
public struct ReceiptLine: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    public static let fields: [String: FieldKind] = [
        "quantity": .integer, "product_id": .text, "transaction_id": .identifier,
        "original_transaction_id": .identifier, "web_order_line_item_id": .identifier,
        "expires_date_formatted": .storeDate, "expires_date_formatted_pst": .storeDate,
        "cancellation_reason": .integer,
        "is_trial_period": .flag, "is_in_intro_offer_period": .flag, "is_upgraded": .flag,
        "in_app_ownership_type": .text, "subscription_group_identifier": .identifier,
        "promotional_offer_id": .identifier, "offer_code_ref_name": .text, "app_account_token": .text,
        "bid": .text, "bvrs": .identifier, "item_id": .identifier, "app_item_id": .identifier,
        "version_external_identifier": .identifier, "unique_identifier": .text, "unique_vendor_identifier": .text,
    ].withStoreDates("purchase_date", "original_purchase_date", "expires_date", "cancellation_date")

    /// How many were bought.
    public var quantity: Int64? {
        get { self[decimal: "quantity"] }
        set { self[decimal: "quantity"] = newValue }
    }

    /// The product's identifier.
    public var productId: String? {
        get { self[text: "product_id"] }
        set { self[text: "product_id"] = newValue }
    }

    /// New for each purchase, renewal and restore.
    public var transactionId: String? {
        get { self[identifier: "transaction_id"] }
        set { self[identifier: "transaction_id"] = newValue }
    }

    /// The first transaction of the subscription, or of the product that was restored.
    public var originalTransactionId: String? {
        get { self[identifier: "original_transaction_id"] }
        set { self[identifier: "original_transaction_id"] = newValue }
    }

    /// When it was bought or renewed; for something restored that does not renew, when it was restored.
    public var purchaseDate: Instant? {
        get { self[storeDate: "purchase_date"] }
        set { self[storeDate: "purchase_date"] = newValue }
    }

    /// The first purchase; for a subscription its start, even after renewals.
    public var originalPurchaseDate: Instant? {
        get { self[storeDate: "original_purchase_date"] }
        set { self[storeDate: "original_purchase_date"] = newValue }
    }

    /// The key of a subscription purchase.
    public var webOrderLineItemId: String? {
        get { self[identifier: "web_order_line_item_id"] }
        set { self[identifier: "web_order_line_item_id"] = newValue }
    }

    /// When it was refunded or revoked; then it is treated as never made (F31).
    public var cancellationDate: Instant? {
        get { self[storeDate: "cancellation_date"] }
        set { self[storeDate: "cancellation_date"] = newValue }
    }

    /// Why it was refunded: 1 for a fault of the app, 0 for all else.
    public var cancellationReason: RevocationReason? {
        get { self[decimalCode: "cancellation_reason"] }
        set { self[decimalCode: "cancellation_reason"] = newValue }
    }

    /// Whether the period is a free trial.
    public var isTrialPeriod: Bool? {
        get { self[flagText: "is_trial_period"] }
        set { self[flagText: "is_trial_period"] = newValue }
    }

    /// Whether the period has an introductory price.
    public var isInIntroOfferPeriod: Bool? {
        get { self[flagText: "is_in_intro_offer_period"] }
        set { self[flagText: "is_in_intro_offer_period"] = newValue }
    }

    /// Whether a better subscription of the group took its place; absent when not.
    public var isUpgraded: Bool? {
        get { self[flagText: "is_upgraded"] }
        set { self[flagText: "is_upgraded"] = newValue }
    }

    /// Whether the account bought it or has it by Family Sharing; since December 2020.
    public var inAppOwnershipType: OwnershipType? {
        get { self[word: "in_app_ownership_type"] }
        set { self[word: "in_app_ownership_type"] = newValue }
    }

    /// The group that the subscription belongs to.
    public var subscriptionGroupIdentifier: String? {
        get { self[identifier: "subscription_group_identifier"] }
        set { self[identifier: "subscription_group_identifier"] = newValue }
    }

    /// The promotional offer that was used.
    public var promotionalOfferId: String? {
        get { self[identifier: "promotional_offer_id"] }
        set { self[identifier: "promotional_offer_id"] = newValue }
    }

    /// The name of the offer code that was used.
    public var offerCodeRefName: String? {
        get { self[text: "offer_code_ref_name"] }
        set { self[text: "offer_code_ref_name"] = newValue }
    }

    /// The UUID by which the app named its own user.
    public var appAccountToken: String? {
        get { self[text: "app_account_token"] }
        set { self[text: "app_account_token"] = newValue }
    }

    /// The end of the paid period; auto-renewables only.
    ///
    /// Setting it writes the three renderings of the line's own style: the iOS 6 style has milliseconds under the plain
    /// key (D5).
    public var expiresDate: Instant? {
        get { self[storeDate: "expires_date"] ?? self[formattedDate: "expires_date"] }
        set {
            if isTransactionReceipt {
                self[formattedDate: "expires_date"] = newValue
            } else {
                self[storeDate: "expires_date"] = newValue
            }
        }
    }

    /// Whether it has the style of a transaction receipt (iOS 6), which names its app.
    public var isTransactionReceipt: Bool {
        json["bid"] != nil || json["bvrs"] != nil || json["expires_date_formatted"] != nil
    }

    /// Whether it counts as never made (F31): it has a cancellation date, readable or not.
    public var isCancelled: Bool {
        cancellationDate != nil || json["cancellation_date"]?.text.map { !$0.isEmpty } ?? false
    }
}
