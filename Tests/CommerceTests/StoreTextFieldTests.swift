import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Each field of verifyReceipt and of version 1 notifications") struct StoreTextFieldTests {
    private let gmt: JSON = "2020-07-14 19:36:40 Etc/GMT"

    private func renderings(_ keys: String...) -> Set<String> {
        Set(keys.flatMap { ["\($0)_ms", "\($0)_pst"] })
    }

    @Test("Of a line is read, written as a string, cleared, and named when it cannot be used")
    func line() throws {
        try check(
            [
                Property("quantity", \ReceiptLine.quantity, "3"),
                Property("product_id", \.productId, "com.example.pro"),
                Property("transaction_id", \.transactionId, "7"),
                Property("original_transaction_id", \.originalTransactionId, "7"),
                Property("web_order_line_item_id", \.webOrderLineItemId, "1000000054042695"),
                Property("purchase_date", \.purchaseDate, gmt),
                Property("original_purchase_date", \.originalPurchaseDate, gmt),
                Property("expires_date", \.expiresDate, gmt),
                Property("cancellation_date", \.cancellationDate, gmt),
                Property("cancellation_reason", \.cancellationReason, "0"),
                Property("is_trial_period", \.isTrialPeriod, "false"),
                Property("is_in_intro_offer_period", \.isInIntroOfferPeriod, "true"),
                Property("is_upgraded", \.isUpgraded, "true"),
                Property("in_app_ownership_type", \.inAppOwnershipType, "PURCHASED"),
                Property("subscription_group_identifier", \.subscriptionGroupIdentifier, "20662382"),
                Property("promotional_offer_id", \.promotionalOfferId, "abc"),
                Property("offer_code_ref_name", \.offerCodeRefName, "abc"),
                Property("app_account_token", \.appAccountToken, "7e3fb20b"),
                Property("bid", \.bid, "com.example"),
                Property("bvrs", \.bvrs, "1.0"),
                Property("item_id", \.itemId, "420862234"),
                Property("app_item_id", \.appItemId, "555"),
                Property("version_external_identifier", \.versionExternalIdentifier, "9051236"),
                Property("unique_identifier", \.uniqueIdentifier, "0000"),
                Property("unique_vendor_identifier", \.uniqueVendorIdentifier, "0000"),
            ],
            derived: renderings("purchase_date", "original_purchase_date", "expires_date", "cancellation_date")
                .union(["expires_date_formatted", "expires_date_formatted_pst"]))
    }

    @Test("Of a receipt has Apple's JSON type: only the store's own numbers are numbers")
    func receipt() throws {
        try check(
            [
                Property("receipt_type", \AnsweredReceipt.receiptType, "ProductionSandbox"),
                Property("adam_id", \.adamId, 597_077_261),
                Property("app_item_id", \.appItemId, 597_077_261),
                Property("bundle_id", \.bundleId, "com.example"),
                Property("application_version", \.applicationVersion, "1241"),
                Property("download_id", \.downloadId, 31_029_730_454_480),
                Property("version_external_identifier", \.versionExternalIdentifier, 822_844_535),
                Property("receipt_creation_date", \.receiptCreationDate, gmt),
                Property("request_date", \.requestDate, gmt),
                Property("original_purchase_date", \.originalPurchaseDate, gmt),
                Property("original_application_version", \.originalApplicationVersion, "1.0"),
                Property("preorder_date", \.preorderDate, gmt),
                Property("expiration_date", \.expirationDate, gmt),
                Property("in_app", \.inApp, [["quantity": "1"], ["quantity": "2"]]),
            ],
            derived: renderings(
                "receipt_creation_date", "request_date", "original_purchase_date", "preorder_date", "expiration_date"
            )
            .union(ReceiptLine.fields.keys))
    }

    @Test("Of a pending renewal is read, written as a string, cleared, and named when it cannot be used")
    func pendingRenewal() throws {
        try check(
            [
                Property("auto_renew_product_id", \PendingRenewal.autoRenewProductId, "a"),
                Property("auto_renew_status", \.autoRenewStatus, "1"),
                Property("product_id", \.productId, "a"),
                Property("original_transaction_id", \.originalTransactionId, "7"),
                Property("expiration_intent", \.expirationIntent, "2"),
                Property("is_in_billing_retry_period", \.isInBillingRetryPeriod, "0"),
                Property("grace_period_expires_date", \.gracePeriodExpiresDate, gmt),
                Property("price_consent_status", \.priceConsentStatus, "0"),
                Property("price_increase_status", \.priceIncreaseStatus, "1"),
                Property("offer_code_ref_name", \.offerCodeRefName, "abc"),
                Property("promotional_offer_id", \.promotionalOfferId, "abc"),
            ], derived: renderings("grace_period_expires_date"))
        #expect(Set(PendingRenewal.order) == Set(PendingRenewal.fields.keys))
    }

    @Test("Of an answer is read, written, cleared, and named when it cannot be used")
    func answer() throws {
        try check(
            [
                Property("status", \VerifyReceiptAnswer.status, 21007),
                Property("environment", \.environment, "Sandbox"),
                Property("is-retryable", \.isRetryable, true),
                Property("receipt", \.receipt, ["bundle_id": "a"]),
                Property("latest_receipt", \.latestReceipt, "MII="),
                Property("latest_receipt_info", \.latestReceiptLines, [["quantity": "1"]]),
                Property("latest_expired_receipt", \.latestExpiredReceipt, "MII="),
                Property("latest_expired_receipt_info", \.latestExpiredReceiptLines, [["quantity": "1"]]),
                Property("pending_renewal_info", \.pendingRenewals, [["auto_renew_status": "1"]]),
                Property("auto_renew_status", \.autoRenewStatus, 1),
                Property("auto_renew_product_id", \.autoRenewProductId, "a"),
                Property("expiration_intent", \.expirationIntent, "1"),
                Property("is_in_billing_retry_period", \.isInBillingRetryPeriod, "0"),
            ], derived: ["is_retryable"])
    }

    @Test("Of a version 1 notification is read, written, cleared, and named when it cannot be used")
    func notification() throws {
        try check(
            [
                Property("notification_type", \NotificationV1.notificationType, "DID_RENEW"),
                Property("environment", \.environment, "PROD"),
                Property("password", \.password, "secret"),
                Property("bid", \.bid, "com.example"),
                Property("bvrs", \.bvrs, "34"),
                Property("auto_renew_adam_id", \.autoRenewAdamId, "420862234"),
                Property("auto_renew_product_id", \.autoRenewProductId, "a"),
                Property("auto_renew_status", \.autoRenewStatus, "false"),
                Property("auto_renew_status_change_date", \.autoRenewStatusChangeDate, gmt),
                Property("expiration_intent", \.expirationIntent, "1"),
                Property("original_transaction_id", \.originalTransactionId, "7"),
                Property("web_order_line_item_id", \.webOrderLineItemId, "7"),
                Property("cancellation_date", \.cancellationDate, gmt),
                Property("latest_receipt", \.latestReceipt, "MII="),
                Property("latest_expired_receipt", \.latestExpiredReceipt, "MII="),
                Property("latest_receipt_info", \.latestReceiptLines, [["quantity": "1"]]),
                Property("latest_expired_receipt_info", \.latestExpiredReceiptLines, [["quantity": "1"]]),
                Property("unified_receipt", \.unifiedReceipt, ["status": 0]),
            ], derived: renderings("auto_renew_status_change_date", "cancellation_date").union(["deprecation"]))
        try check([
            Property("status", \UnifiedReceipt.status, 0),
            Property("environment", \.environment, "Production"),
            Property("latest_receipt", \.latestReceipt, "MII="),
            Property("latest_receipt_info", \.latestReceiptLines, [["quantity": "1"]]),
            Property("pending_renewal_info", \.pendingRenewals, [["auto_renew_status": "1"]]),
        ])
    }
}
