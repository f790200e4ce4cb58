import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Signed data of our own making, for proofs that need no fixtures.
enum Issued {
    /// One authority for all tests: making keys takes time.
    static let authority: TestAuthority = {
        do {
            return try TestAuthority(randomness: SeededRandomness(seed: 1))
        } catch {
            fatalError("\(error)")
        }
    }()

    /// 2024-08-06T12:00:00Z
    static let date = Instant(milliseconds: 1_722_945_600_000)

    /// An app receipt of the sandbox with a consumable, a subscription and a refunded purchase.
    static func receipt(purchases: Int = 3) -> AppReceipt {
        var receipt = AppReceipt(bundleID: "com.example.notes")
        receipt.receiptType = "ProductionSandbox"
        receipt.appItemID = 0
        receipt.applicationVersion = "42"
        receipt.opaqueValue = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
        receipt.creationDate = date
        receipt.downloadID = 0
        receipt.versionExternalIdentifier = 0
        receipt.originalPurchaseDate = Instant(rfc3339: "2013-08-01T07:00:00Z")
        receipt.originalApplicationVersion = "1.0"
        receipt.ageRating = "4+"
        receipt.inApp = (0..<purchases).map(entry)
        return receipt
    }

    static func entry(_ index: Int) -> InAppEntry {
        var entry = InAppEntry(
            productID: "com.example.notes.\(["coins", "monthly", "pro"][index % 3])",
            transactionID: String(2_000_000_000_000_000 + index))
        entry.originalTransactionID = entry.transactionID
        entry.purchaseDate = Instant(milliseconds: date.milliseconds - Int64(index) * 1000)
        entry.originalPurchaseDate = entry.purchaseDate
        entry.productTypeCode = [1, 3, 0][index % 3]
        entry.itemID = 0
        entry.webOrderLineItemID = 0
        entry.isTrialPeriod = false
        if index % 3 == 1 {
            entry.expiresDate = Instant(milliseconds: date.milliseconds + 2_592_000_000)
            entry.webOrderLineItemID = 2_000_000_000_000 + Int64(index)
            entry.isInIntroOfferPeriod = true
        }
        if index % 3 == 2 { entry.cancellationDate = date }
        return entry
    }

    static let purchase: [TransactionReceipt.Entry] = [
        .init(key: "original-purchase-date", value: "2012-04-30 15:05:55 Etc/GMT"),
        .init(key: "purchase-date-ms", value: "1335798355868"),
        .init(key: "product-id", value: "com.example.\"quoted\"\\notes"),
        .init(key: "transaction-id", value: "1000000046178817"),
        .init(key: "bid", value: "com.example.notes"),
        .init(key: "bvrs", value: "20120427"),
    ]

    static let transaction: JSONObject = [
        "transactionId": "2000000000000001", "originalTransactionId": "2000000000000001",
        "bundleId": "com.example.notes", "productId": "com.example.notes.pro",
        "purchaseDate": .integer(date.milliseconds), "signedDate": .integer(date.milliseconds), "quantity": 1,
        "type": "Non-Consumable", "environment": "Sandbox", "price": 5990, "currency": "EUR",
    ]
    static let renewalInfo: JSONObject = [
        "originalTransactionId": "2000000000000001", "autoRenewProductId": "com.example.notes.monthly",
        "autoRenewStatus": 1, "signedDate": .integer(date.milliseconds), "environment": "Sandbox",
    ]
    static let appTransaction: JSONObject = [
        "receiptType": "Sandbox", "bundleId": "com.example.notes", "applicationVersion": "42",
        "originalApplicationVersion": "1.0", "receiptCreationDate": .integer(date.milliseconds),
    ]

    static func notification(transaction: String? = nil) throws -> JSONObject {
        let signed = try transaction ?? authority.sign(Self.transaction)
        return [
            "notificationType": "SUBSCRIBED", "subtype": "INITIAL_BUY",
            "notificationUUID": "00000000-0000-4000-8000-000000000000", "version": "2.0",
            "signedDate": .integer(date.milliseconds),
            "data": [
                "environment": "Sandbox", "bundleId": "com.example.notes", "bundleVersion": "42", "status": 1,
                "signedTransactionInfo": .string(signed), "signedRenewalInfo": .string(try authority.sign(renewalInfo)),
            ],
        ]
    }

    static func verifier(allowsLocalTesting: Bool = false) -> Verifier {
        var trust = authority.trust
        trust.allowsLocalTesting = allowsLocalTesting
        return Verifier(trust: trust)
    }
}
