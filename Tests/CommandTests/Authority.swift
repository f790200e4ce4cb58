import Foundation
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// One test authority for all tests, in memory and in a folder, since keys take a while to make.
enum Authority {
    static let shared: TestAuthority = {
        do {
            return try TestAuthority(randomness: SeededRandomness(seed: 7))
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// A folder with the shared authority in it, which goes when the process ends.
    static let folder: String = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windfall-tests-\(getpid())")
        do {
            try? FileManager.default.removeItem(at: folder)
            try shared.save(to: folder)
            atexit { try? FileManager.default.removeItem(atPath: Authority.folder) }
        } catch {
            preconditionFailure("\(error)")
        }
        return folder.path
    }()

    /// A stage with the authority's roots in `roots.pem` and the data in `receipt`.
    static func stage(with receipt: [UInt8]) -> Stage {
        Stage(files: ["roots.pem": Array(shared.roots.utf8), "receipt": receipt])
    }

    static let bundleID = "com.example.garden"
    /// 2026-01-01T00:00:00Z.
    static let created = Instant(milliseconds: 1_767_225_600_000)

    /// An app receipt with one purchase of each sort, in base64.
    static func receipt(_ change: (inout AppReceipt) -> Void = { _ in }) throws -> [UInt8] {
        var receipt = AppReceipt(bundleID: bundleID)
        receipt.receiptType = "ProductionSandbox"
        receipt.applicationVersion = "7"
        receipt.originalApplicationVersion = "1.0"
        receipt.creationDate = created
        receipt.originalPurchaseDate = Instant(milliseconds: 1_375_340_400_000)
        receipt.opaqueValue = [1, 2, 3, 4]
        receipt.inApp = purchases
        change(&receipt)
        let bytes = try shared.sign(receipt)
        return Array(Base64.encode(bytes.span).utf8)
    }

    private static let purchases: [InAppEntry] = {
        var trial = purchase("garden.monthly", "2000000000000010", type: .autoRenewable, day: -40)
        trial.expiresDate = day(-10)
        trial.isTrialPeriod = true
        trial.isInIntroOfferPeriod = false
        var renewal = purchase("garden.monthly", "2000000000000011", type: .autoRenewable, day: -10)
        renewal.originalTransactionID = "2000000000000010"
        renewal.expiresDate = day(50)
        renewal.isInIntroOfferPeriod = true
        renewal.webOrderLineItemID = 2_000_000_000_000_123
        var refunded = purchase("garden.hedge", "2000000000000012", type: .nonConsumable, day: -30)
        refunded.cancellationDate = day(-29)
        var coins = purchase("garden.coins", "2000000000000013", type: .consumable, day: -1)
        coins.quantity = 3
        var restored = purchase("garden.pond", "2000000000000014", type: .nonConsumable, day: -20)
        restored.originalTransactionID = "1000000000000001"
        return [trial, renewal, refunded, coins, restored]
    }()

    private static func purchase(
        _ product: String, _ transaction: String, type: ProductType, day: Int64
    ) -> InAppEntry {
        var entry = InAppEntry(productID: product, transactionID: transaction)
        entry.purchaseDate = self.day(day)
        entry.originalTransactionID = transaction
        entry.originalPurchaseDate = self.day(day)
        entry.productTypeCode = type.receiptCode
        entry.isTrialPeriod = false
        return entry
    }

    /// A moment so many days after ``created``.
    static func day(_ count: Int64) -> Instant {
        Instant(milliseconds: created.milliseconds + count * 86_400_000)
    }

    static let transaction: JSONObject = [
        "transactionId": "2000000000000020", "originalTransactionId": "2000000000000020", "bundleId": .string(bundleID),
        "productId": "garden.monthly", "type": "Auto-Renewable Subscription", "quantity": 1,
        "purchaseDate": 1_767_225_600_000, "expiresDate": 1_769_904_000_000, "signedDate": 1_767_225_601_250,
        "environment": "Sandbox", "storefront": "USA", "price": 4990, "currency": "USD", "someNewField": "kept",
    ]

    static let renewalInfo: JSONObject = [
        "originalTransactionId": "2000000000000020", "autoRenewProductId": "garden.monthly", "autoRenewStatus": 1,
        "renewalPrice": 12345, "currency": "USD", "signedDate": 1_767_225_601_250, "environment": "Sandbox",
    ]

    static let appTransaction: JSONObject = [
        "receiptType": "Sandbox", "bundleId": .string(bundleID), "applicationVersion": "7",
        "receiptCreationDate": 1_767_225_600_000, "originalPurchaseDate": 1_375_340_400_000,
        "originalApplicationVersion": "1.0",
    ]

    static let notification: JSONObject = [
        "notificationType": "DID_RENEW", "subtype": "BILLING_RECOVERY", "notificationUUID": "0b8d1a52",
        "data": [
            "bundleId": .string(bundleID), "environment": "Sandbox", "status": 1,
            "signedTransactionInfo": .object(transaction), "signedRenewalInfo": .object(renewalInfo),
        ],
        "version": "2.0", "signedDate": 1_767_225_602_000,
    ]
}
