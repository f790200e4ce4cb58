import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Signed things of one app, of an authority that the merchant trusts.
enum TestReceipts {
    static let authority = make()
    /// One that nobody trusts.
    static let stranger = make()

    private static func make() -> TestAuthority {
        do {
            return try TestAuthority(randomness: SeededRandomness(seed: 7))
        } catch {
            preconditionFailure("no authority: \(error)")
        }
    }

    static let products: [String: ProductRule] = [
        "pro": ProductRule(type: .nonConsumable, entitlements: ["pro"]),
        "coins": ProductRule(type: .consumable, credits: ["coins": 100]),
    ]

    /// An app receipt in base64.
    ///
    /// - Parameters:
    ///   - transactions: each is one purchase of `pro`.
    ///   - change: changes the receipt before it is signed.
    static func receipt(
        _ transactions: [Int] = [1], of bundleID: String = IntakeWorld.bundleID, type: String = "Production",
        by signer: TestAuthority = authority, form: AppReceipt.Form = .appStore,
        _ change: (inout AppReceipt) -> Void = { _ in }
    ) throws -> String {
        let bytes = try receiptBytes(transactions, of: bundleID, type: type, by: signer, form: form, change)
        return Base64.encode(bytes.span)
    }

    static func receiptBytes(
        _ transactions: [Int] = [1], of bundleID: String = IntakeWorld.bundleID, type: String = "Production",
        by signer: TestAuthority = authority, form: AppReceipt.Form = .appStore,
        _ change: (inout AppReceipt) -> Void = { _ in }
    ) throws -> [UInt8] {
        var receipt = AppReceipt(bundleID: bundleID)
        receipt.receiptType = type
        receipt.creationDate = IntakeWorld.start
        receipt.applicationVersion = "1"
        receipt.inApp = transactions.map { number in
            var entry = InAppEntry(productID: "pro", transactionID: String(number))
            entry.purchaseDate = IntakeWorld.start
            return entry
        }
        change(&receipt)
        return try signer.sign(receipt, form: form)
    }

    /// A signed transaction in compact form.
    static func transaction(
        _ number: Int = 1, of bundleID: String = IntakeWorld.bundleID, environment: String = "Production",
        by signer: TestAuthority = authority, isLocal: Bool = false
    ) throws -> String {
        let date = JSON.integer(IntakeWorld.start.milliseconds)
        return try signer.sign(
            [
                "transactionId": .string(String(number)), "originalTransactionId": .string(String(number)),
                "bundleId": .string(bundleID), "productId": "pro", "purchaseDate": date, "signedDate": date,
                "type": "Non-Consumable", "environment": .string(environment), "quantity": 1,
            ], isLocal: isLocal)
    }

    static func renewalInfo() throws -> String {
        let date = JSON.integer(IntakeWorld.start.milliseconds)
        return try authority.sign([
            "originalTransactionId": "1", "autoRenewProductId": "pro", "productId": "pro", "autoRenewStatus": 1,
            "signedDate": date, "environment": "Production",
        ])
    }

    static func appTransaction() throws -> String {
        let date = JSON.integer(IntakeWorld.start.milliseconds)
        return try authority.sign([
            "receiptType": "Production", "bundleId": .string(IntakeWorld.bundleID), "applicationVersion": "1",
            "receiptCreationDate": date,
        ])
    }

    static func notification() throws -> String {
        let date = JSON.integer(IntakeWorld.start.milliseconds)
        return try authority.sign([
            "notificationType": "TEST", "notificationUUID": "u", "version": "2.0", "signedDate": date,
            "data": ["bundleId": .string(IntakeWorld.bundleID), "environment": "Production"],
        ])
    }

    /// An iOS 6 style receipt in base64.
    static func transactionReceipt(
        of bundleID: String = IntakeWorld.bundleID, by signer: TestAuthority = authority
    ) throws -> String {
        let entries = [
            ("original-transaction-id", "1"), ("transaction-id", "1"), ("product-id", "pro"), ("bid", bundleID),
            ("purchase-date-ms", "1354432554000"), ("original-purchase-date-ms", "1354432554000"), ("quantity", "1"),
            ("bvrs", "1"),
        ].map { TransactionReceipt.Entry(key: $0.0, value: $0.1) }
        let bytes = try signer.sign(entries, environment: "Sandbox")
        return Base64.encode(bytes.span)
    }
}
