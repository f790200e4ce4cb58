import WindfallJSON
import WindfallTimeline

/// Payloads with the fields that the App Store gives them.
enum SamplePayload {
    private static let bundleID: JSON = "com.example.windfall.notes"
    private static let productID: JSON = "com.example.windfall.notes.monthly"

    static func transaction(at date: Instant) -> JSONObject {
        let signed = JSON.integer(date.milliseconds)
        return [
            "transactionId": "2000000000000002", "originalTransactionId": "2000000000000001",
            "webOrderLineItemId": "2000000000000003", "bundleId": bundleID, "productId": productID,
            "subscriptionGroupIdentifier": "20000000", "purchaseDate": signed, "originalPurchaseDate": signed,
            "expiresDate": .integer(date.milliseconds + 2_592_000_000), "quantity": 1,
            "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED", "signedDate": signed,
            "environment": "Sandbox", "transactionReason": "RENEWAL", "storefront": "USA", "storefrontId": "143441",
            "price": 9990, "currency": "USD", "appTransactionId": "700000000000000000",
        ]
    }

    static func renewalInfo(at date: Instant) -> JSONObject {
        [
            "originalTransactionId": "2000000000000001", "autoRenewProductId": productID, "productId": productID,
            "autoRenewStatus": 1, "renewalPrice": 9990, "currency": "USD", "signedDate": .integer(date.milliseconds),
            "environment": "Sandbox", "recentSubscriptionStartDate": .integer(date.milliseconds),
            "renewalDate": .integer(date.milliseconds + 2_592_000_000), "appTransactionId": "700000000000000000",
        ]
    }

    static func notification(transaction: String, renewalInfo: String, at date: Instant) -> JSONObject {
        [
            "notificationType": "DID_RENEW", "notificationUUID": "00000000-0000-4000-8000-000000000000",
            "data": [
                "appAppleId": 500_000_000, "bundleId": bundleID, "bundleVersion": "42", "environment": "Sandbox",
                "signedTransactionInfo": .string(transaction), "signedRenewalInfo": .string(renewalInfo), "status": 1,
            ],
            "version": "2.0", "signedDate": .integer(date.milliseconds),
        ]
    }
}
