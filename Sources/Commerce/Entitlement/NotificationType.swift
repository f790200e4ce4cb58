/// What a version 2 notification is about (Apple: notificationType).
public struct NotificationType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A subscription began, or began again.
    public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
    /// The person chose another product of the group.
    public static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// An offer was used on a running subscription.
    public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
    /// A subscription was renewed.
    public static let didRenew = NotificationType(rawValue: "DID_RENEW")
    /// A subscription ended.
    public static let expired = NotificationType(rawValue: "EXPIRED")
    /// The charge for a renewal failed.
    public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
    /// The grace period ended without a charge; the store keeps trying.
    public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
    /// A higher price was told or agreed to.
    public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
    /// A price was changed by the Advanced Commerce API.
    public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")
    /// A purchase was refunded (F31).
    public static let refund = NotificationType(rawValue: "REFUND")
    /// A request for a refund was declined.
    public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
    /// A refund was undone: what was taken away is given back.
    public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
    /// A refund was asked for, and the store asks how far the purchase was used.
    public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
    /// One subscription was extended.
    public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
    /// An extension of all subscriptions ended or failed for one.
    public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
    /// Access by Family Sharing was lost.
    public static let revoke = NotificationType(rawValue: "REVOKE")
    /// A test that the developer asked for; it carries no transaction.
    public static let test = NotificationType(rawValue: "TEST")
    /// A token of the External Purchase API was made or is due.
    public static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
    /// Something that does not renew was bought.
    public static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
    /// A parent withdrew consent to the app.
    public static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
    /// A subscription was described anew by the Advanced Commerce API.
    public static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
    /// A subscription was moved to the Advanced Commerce API.
    public static let migration = NotificationType(rawValue: "MIGRATION")
}

/// Which of several events a notification means (Apple: subtype); absent when there is only one.
public struct NotificationSubtype: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The first subscription in the group.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
    /// A subscription after one that ended.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
    /// From the next renewal on.
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
    /// At once.
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
    /// Renewal was turned on.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
    /// Renewal was turned off.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
    /// The person had turned renewal off.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
    /// The store stopped trying to charge.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
    /// The person did not agree to a higher price.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
    /// Access goes on though the charge failed.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
    /// No answer to the higher price yet.
    public static let pending = NotificationSubtype(rawValue: "PENDING")
    /// The person agreed to the higher price, or need not.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
    /// A charge that had failed succeeded.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
    /// The product could not be bought at renewal.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// The extension of all subscriptions is done.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")
    /// The extension failed for one subscription.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")
    /// A token whose purchases were not reported.
    public static let unreported = NotificationSubtype(rawValue: "UNREPORTED")
    /// A token was made.
    public static let created = NotificationSubtype(rawValue: "CREATED")
    /// A token still runs.
    public static let activeTokenReminder = NotificationSubtype(rawValue: "ACTIVE_TOKEN_REMINDER")
}
