import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Each field of a signed payload") struct SignedPayloadFieldTests {
    private let moment: JSON = 1_698_148_900_000

    @Test("Of a transaction is read, written, cleared, and named when it cannot be used")
    func transaction() throws {
        try check(
            [
                Property("transactionId", \TransactionPayload.transactionId, "7"),
                Property("originalTransactionId", \.originalTransactionId, "7"),
                Property("previousOriginalTransactionId", \.previousOriginalTransactionId, "7"),
                Property("webOrderLineItemId", \.webOrderLineItemId, "7"),
                Property("appTransactionId", \.appTransactionId, "7"),
                Property("bundleId", \.bundleId, "com.example"),
                Property("productId", \.productId, "com.example.pro"),
                Property("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier, "6F3A93AB"),
                Property("type", \.type, "Consumable"),
                Property("purchaseDate", \.purchaseDate, moment),
                Property("originalPurchaseDate", \.originalPurchaseDate, moment),
                Property("expiresDate", \.expiresDate, moment),
                Property("signedDate", \.signedDate, moment),
                Property("quantity", \.quantity, 3),
                Property("appAccountToken", \.appAccountToken, "7e3fb20b"),
                Property("inAppOwnershipType", \.inAppOwnershipType, "FAMILY_SHARED"),
                Property("isUpgraded", \.isUpgraded, false),
                Property("transactionReason", \.transactionReason, "RENEWAL"),
                Property("environment", \.environment, "Sandbox"),
                Property("storefront", \.storefront, "USA"),
                Property("storefrontId", \.storefrontId, "143441"),
                Property("price", \.price, 5990),
                Property("currency", \.currency, "USD"),
                Property("billingPlanType", \.billingPlanType, "MONTHLY"),
                Property("revocationDate", \.revocationDate, moment),
                Property("revocationReason", \.revocationReason, 0),
                Property("revocationType", \.revocationType, "REFUND_PRORATED"),
                Property("revocationPercentage", \.revocationPercentage, 50000),
                Property("offerType", \.offerType, 4),
                Property("offerIdentifier", \.offerIdentifier, "abc"),
                Property("offerDiscountType", \.offerDiscountType, "FREE_TRIAL"),
                Property("offerPeriod", \.offerPeriod, "P1M"),
                Property("commitmentInfo", \.commitmentInfo, ["totalBillingPeriods": 12]),
                Property("deviceVerification", \.deviceVerification, "c2hhMzg0"),
                Property("deviceVerificationNonce", \.deviceVerificationNonce, "48c8b92d"),
            ], derived: ["advancedCommerceInfo"])
        try check([
            Property("billingPeriodNumber", \TransactionCommitment.billingPeriodNumber, 1),
            Property("totalBillingPeriods", \.totalBillingPeriods, 12),
            Property("commitmentExpiresDate", \.commitmentExpiresDate, moment),
            Property("commitmentPrice", \.commitmentPrice, 119_880),
        ])
    }

    @Test("Of a renewal is read, written, cleared, and named when it cannot be used")
    func renewal() throws {
        try check(
            [
                Property("originalTransactionId", \RenewalInfoPayload.originalTransactionId, "7"),
                Property("appTransactionId", \.appTransactionId, "7"),
                Property("productId", \.productId, "a"),
                Property("autoRenewProductId", \.autoRenewProductId, "b"),
                Property("autoRenewStatus", \.autoRenewStatus, 0),
                Property("expirationIntent", \.expirationIntent, 2),
                Property("isInBillingRetryPeriod", \.isInBillingRetryPeriod, true),
                Property("gracePeriodExpiresDate", \.gracePeriodExpiresDate, moment),
                Property("priceIncreaseStatus", \.priceIncreaseStatus, 1),
                Property("offerType", \.offerType, 2),
                Property("offerIdentifier", \.offerIdentifier, "abc"),
                Property("offerDiscountType", \.offerDiscountType, "PAY_UP_FRONT"),
                Property("offerPeriod", \.offerPeriod, "P1Y"),
                Property("signedDate", \.signedDate, moment),
                Property("environment", \.environment, "Production"),
                Property("recentSubscriptionStartDate", \.recentSubscriptionStartDate, moment),
                Property("renewalDate", \.renewalDate, moment),
                Property("renewalPrice", \.renewalPrice, 9990),
                Property("currency", \.currency, "AUD"),
                Property("eligibleWinBackOfferIds", \.eligibleWinBackOfferIds, ["a", "b"]),
                Property("appAccountToken", \.appAccountToken, "7e3fb20b"),
                Property("renewalBillingPlanType", \.renewalBillingPlanType, "BILLED_UPFRONT"),
                Property("commitmentInfo", \.commitmentInfo, ["commitmentRenewalPrice": 1]),
            ], derived: ["advancedCommerceInfo"])
        try check([
            Property("commitmentAutoRenewProductId", \RenewalCommitment.commitmentAutoRenewProductId, "a"),
            Property("commitmentAutoRenewStatus", \.commitmentAutoRenewStatus, 1),
            Property("commitmentRenewalBillingPlanType", \.commitmentRenewalBillingPlanType, "MONTHLY"),
            Property("commitmentRenewalDate", \.commitmentRenewalDate, moment),
            Property("commitmentRenewalPrice", \.commitmentRenewalPrice, 9990),
        ])
    }

    @Test("Of an app transaction is read, written, cleared, and named when it cannot be used")
    func appTransaction() throws {
        try check([
            Property("receiptType", \AppTransactionPayload.receiptType, "Sandbox"),
            Property("appAppleId", \.appAppleId, 6_738_924_421),
            Property("bundleId", \.bundleId, "com.example"),
            Property("applicationVersion", \.applicationVersion, "1.2.3"),
            Property("versionExternalIdentifier", \.versionExternalIdentifier, 512),
            Property("receiptCreationDate", \.receiptCreationDate, moment),
            Property("originalPurchaseDate", \.originalPurchaseDate, moment),
            Property("originalApplicationVersion", \.originalApplicationVersion, "1.0"),
            Property("deviceVerification", \.deviceVerification, "c2hhMzg0"),
            Property("deviceVerificationNonce", \.deviceVerificationNonce, "48c8b92d"),
            Property("preorderDate", \.preorderDate, moment),
            Property("appTransactionId", \.appTransactionId, "7"),
            Property("originalPlatform", \.originalPlatform, "visionOS"),
            Property("requestDate", \.requestDate, moment),
        ])
    }

    @Test("Of a notification and its four parts is read, written, cleared, and named when it cannot be used")
    func notification() throws {
        try check([
            Property("notificationType", \NotificationPayload.notificationType, "DID_RENEW"),
            Property("subtype", \.subtype, "BILLING_RECOVERY"),
            Property("notificationUUID", \.notificationUUID, "002e14d5"),
            Property("version", \.version, "2.0"),
            Property("signedDate", \.signedDate, moment),
            Property("data", \.data, ["status": 1]),
            Property("summary", \.summary, ["failedCount": 1]),
            Property("externalPurchaseToken", \.externalPurchaseToken, ["externalPurchaseId": "a"]),
            Property("appData", \.appData, ["bundleId": "a"]),
        ])
        try check([
            Property("environment", \NotifiedTransaction.environment, "Sandbox"),
            Property("appAppleId", \.appAppleId, 41234),
            Property("bundleId", \.bundleId, "com.example"),
            Property("bundleVersion", \.bundleVersion, "637"),
            Property("signedTransactionInfo", \.signedTransactionInfo, "a.b.c"),
            Property("signedRenewalInfo", \.signedRenewalInfo, "a.b.c"),
            Property("status", \.status, 5),
            Property("consumptionRequestReason", \.consumptionRequestReason, "LEGAL"),
        ])
        try check([
            Property("environment", \ExtensionSummary.environment, "Sandbox"),
            Property("appAppleId", \.appAppleId, 41234),
            Property("bundleId", \.bundleId, "com.example"),
            Property("productId", \.productId, "a"),
            Property("requestIdentifier", \.requestIdentifier, "efb27071"),
            Property("storefrontCountryCodes", \.storefrontCountryCodes, ["CAN"]),
            Property("succeededCount", \.succeededCount, 5),
            Property("failedCount", \.failedCount, 0),
        ])
        try check([
            Property("externalPurchaseId", \ExternalPurchaseToken.externalPurchaseId, "SANDBOX_1"),
            Property("tokenCreationDate", \.tokenCreationDate, moment),
            Property("appAppleId", \.appAppleId, 41234),
            Property("bundleId", \.bundleId, "com.example"),
        ])
        try check([
            Property("environment", \NotifiedApp.environment, "Sandbox"),
            Property("appAppleId", \.appAppleId, 41234),
            Property("bundleId", \.bundleId, "com.example"),
            Property("signedAppTransactionInfo", \.signedAppTransactionInfo, "a.b.c"),
        ])
    }
}
