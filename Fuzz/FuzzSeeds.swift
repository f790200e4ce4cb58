import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Inputs to start from that the test authority signs, for machines without fixtures.
enum FuzzSeeds {
    private static let authority = Result { try TestAuthority(randomness: SeededRandomness(seed: 1)) }

    /// Trust in Apple and in the authority, and in what Xcode signs, so that inputs get as deep as they can.
    static let trust: Trust = {
        var trust = Trust.apple
        trust.allowsLocalTesting = true
        if case .success(let authority) = authority { try? trust.add(certificates: Array(authority.roots.utf8)) }
        return trust
    }()

    static func appReceipts() throws -> [[UInt8]] {
        var receipt = AppReceipt(bundleID: "com.example.windfall")
        receipt.receiptType = "ProductionSandbox"
        receipt.creationDate = Instant(milliseconds: 1_767_225_600_000)
        receipt.inApp = [InAppEntry(productID: "com.example.windfall.pro", transactionID: "1000000000000001")]
        let authority = try authority.get()
        var local = receipt
        local.receiptType = "Xcode"
        return [
            try authority.sign(receipt), try authority.sign(receipt, digest: .sha1, signingTime: receipt.creationDate),
            try authority.sign(local, form: .xcode),
        ]
    }

    static func transactionReceipts() throws -> [[UInt8]] {
        let purchase = [
            TransactionReceipt.Entry(key: "transaction-id", value: "1000000000000001"),
            TransactionReceipt.Entry(key: "purchase-date-ms", value: "1335798355868"),
        ]
        return try TransactionReceipt.Version.allCases.map {
            try authority.get().sign(purchase, environment: "Sandbox", version: $0)
        }
    }

    static func transactions() throws -> [[UInt8]] {
        let payload: JSONObject = [
            "transactionId": "2000000000000001", "signedDate": 1_767_225_600_000, "environment": "Sandbox",
        ]
        return [Array(try authority.get().sign(payload).utf8)]
    }

    static func notifications() throws -> [[UInt8]] {
        let inner = String(decoding: try transactions()[0], as: UTF8.self)
        let payload: JSONObject = [
            "notificationType": "DID_RENEW", "signedDate": 1_767_225_600_000,
            "data": ["environment": "Sandbox", "signedTransactionInfo": .string(inner)],
        ]
        return [Array(try authority.get().sign(payload).utf8)]
    }

    static func documents() throws -> [[UInt8]] {
        try appReceipts() + transactionReceipts() + transactions() + notifications()
    }
}
