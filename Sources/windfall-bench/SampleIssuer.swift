import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Signs what is measured, with a test authority of its own.
///
/// Everything is as large as what the App Store signs: the same attributes, also those that nobody knows, and the same
/// fields.
struct SampleIssuer {
    let authority: TestAuthority
    /// How many verifications the caller wants where their number is the point.
    let verifications: Int
    /// 2024-08-06T12:00:00Z
    let date = Instant(milliseconds: 1_722_945_600_000)

    init(verifications: Int) throws {
        authority = try TestAuthority(randomness: SystemRandomness())
        self.verifications = verifications
    }

    /// A new verifier, which remembers no chain yet, for what the authority signs.
    func verifier(allowsLocalTesting: Bool = false) -> Verifier {
        var trust = authority.trust
        trust.allowsLocalTesting = allowsLocalTesting
        return Verifier(trust: trust)
    }

    /// An app receipt in its envelope.
    func receipt(purchases: Int) throws -> [UInt8] {
        try authority.sign(SampleReceipt.receipt(purchases: purchases, at: date))
    }

    /// The same in Xcode's form.
    func xcodeReceipt(purchases: Int) throws -> [UInt8] {
        var receipt = SampleReceipt.receipt(purchases: purchases, at: date)
        receipt.receiptType = "Xcode"
        return try authority.sign(receipt, form: .xcode)
    }

    /// A transaction in compact form.
    func transaction() throws -> [UInt8] {
        Array(try authority.sign(SamplePayload.transaction(at: date)).utf8)
    }

    /// A notification with a transaction and renewal information inside it, in compact form.
    func notification() throws -> [UInt8] {
        let payload = SamplePayload.notification(
            transaction: try authority.sign(SamplePayload.transaction(at: date)),
            renewalInfo: try authority.sign(SamplePayload.renewalInfo(at: date)), at: date)
        return Array(try authority.sign(payload).utf8)
    }

    /// An iOS 6 style receipt of version 3.
    func transactionReceipt() throws -> [UInt8] {
        try authority.sign(SampleReceipt.purchase, environment: "Sandbox")
    }
}
