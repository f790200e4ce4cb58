/// What a version 1 notification is about (Apple: notification_type).
public struct NotificationV1Type: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A subscription was bought for the first time.
    public static let initialBuy = NotificationV1Type(rawValue: "INITIAL_BUY")
    /// Customer support refunded it, or an upgrade took its place.
    public static let cancel = NotificationV1Type(rawValue: "CANCEL")
    /// An expired subscription was renewed; replaced by ``didRecover``.
    public static let renewal = NotificationV1Type(rawValue: "RENEWAL")
    /// An expired subscription was renewed when a charge succeeded.
    public static let didRecover = NotificationV1Type(rawValue: "DID_RECOVER")
    /// The person renewed it in the app.
    public static let interactiveRenewal = NotificationV1Type(rawValue: "INTERACTIVE_RENEWAL")
    /// The person chose another product for the next renewal.
    public static let didChangeRenewalPref = NotificationV1Type(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationV1Type(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// The charge for a renewal failed.
    public static let didFailToRenew = NotificationV1Type(rawValue: "DID_FAIL_TO_RENEW")
    /// A subscription was renewed.
    public static let didRenew = NotificationV1Type(rawValue: "DID_RENEW")
    /// The person is asked about a higher price.
    public static let priceIncreaseConsent = NotificationV1Type(rawValue: "PRICE_INCREASE_CONSENT")
    /// Something that does not renew was refunded.
    public static let refund = NotificationV1Type(rawValue: "REFUND")
    /// Access by Family Sharing was lost.
    public static let revoke = NotificationV1Type(rawValue: "REVOKE")
    /// A refund was asked for, and the store asks how far the purchase was used.
    public static let consumptionRequest = NotificationV1Type(rawValue: "CONSUMPTION_REQUEST")
}
