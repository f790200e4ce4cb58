import Foundation
import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

@Suite("What the test authority signs")
struct TestAuthorityTests {
    @Test(
        "F28: an app receipt that was signed is read back and genuine", arguments: [TestAuthority.Digest.sha1, .sha256])
    func appReceipt(digest: TestAuthority.Digest) throws {
        let receipt = Issued.receipt()
        for signingTime in [nil, Issued.date] {
            let bytes = try Issued.authority.sign(receipt, digest: digest, signingTime: signingTime)
            let reading = try Issued.verifier().read(appReceipt: bytes, at: Issued.date)
            #expect(reading.problem == nil)
            #expect(reading.environment == .sandbox)
            #expect(reading.content.inApp.sorted { $0.transactionID < $1.transactionID } == receipt.inApp)
            #expect(reading.signer?.subject.contains("Windfall Test Receipt Signing") == true)
        }
    }

    @Test("F43: an app receipt in Xcode's form is genuine only where local testing is allowed")
    func xcodeReceipt() throws {
        var receipt = Issued.receipt()
        receipt.receiptType = "Xcode"
        let bytes = try Issued.authority.sign(receipt, form: .xcode)
        #expect(bytes.prefix(2) == [0x30, 0x80])
        #expect(try Issued.verifier().read(appReceipt: bytes, at: Issued.date).problem?.code == .localTesting)
        let reading = try Issued.verifier(allowsLocalTesting: true).read(appReceipt: bytes, at: Issued.date)
        #expect(reading.problem == nil)
        #expect(reading.content.inApp.map(\.transactionID) == receipt.inApp.map(\.transactionID))
    }

    @Test("F24: an iOS 6 style receipt is read back and genuine", arguments: TransactionReceipt.Version.allCases)
    func transactionReceipt(version: TransactionReceipt.Version) throws {
        let bytes = try Issued.authority.sign(Issued.purchase, environment: "Sandbox", version: version)
        let reading = try Issued.verifier().read(transactionReceipt: bytes, at: Issued.date)
        #expect(reading.problem == nil)
        #expect(reading.content.purchase == Issued.purchase)
        #expect(reading.environment == .sandbox)
    }

    @Test(
        "Each kind of JWS is read back and genuine",
        arguments: [Issued.transaction, Issued.renewalInfo, Issued.appTransaction])
    func jws(payload: JSONObject) throws {
        let text = try Issued.authority.sign(payload)
        let reading = try Issued.verifier().read(Array(text.utf8), at: Issued.date)
        #expect(reading.problem == nil)
        #expect(reading.content.payload == payload)
    }

    @Test("A notification is genuine with all that is signed inside it")
    func notification() throws {
        let text = try Issued.authority.sign(Issued.notification())
        let reading = try Issued.verifier().read(Array("{\"signedPayload\":\"\(text)\"}".utf8), at: Issued.date)
        #expect(reading.problem == nil)
        let data = try #require(reading.content.payload["data"]?.object)
        #expect(data["signedTransactionInfo"] == .object(Issued.transaction))
        #expect(data["signedRenewalInfo"] == .object(Issued.renewalInfo))
    }

    @Test("Nobody else's trust covers the authority")
    func untrusted() throws {
        let now = Issued.date
        let receipt = try Issued.authority.sign(Issued.receipt())
        #expect(try Verifier().read(appReceipt: receipt, at: now).problem?.code == .untrustedRoot)
        let transaction = try Issued.authority.sign(Issued.purchase, environment: nil)
        #expect(try Verifier().read(transactionReceipt: transaction, at: now).problem?.code == .untrustedRoot)
        let jws = Array(try Issued.authority.sign(Issued.transaction).utf8)
        let reading: Reading<TransactionPayload> = try Verifier().read(jws: jws, at: now)
        #expect(reading.problem?.code == .untrustedRoot)
        #expect(reading.signer != nil)
    }

    @Test("An authority that was saved signs for the same trust when it is loaded")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windfall-\(SystemRandomness().uuidText())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Issued.authority.save(to: folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".key.pem") {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        let loaded = try TestAuthority(folder: folder)
        #expect(loaded.roots == Issued.authority.roots)
        let bytes = try loaded.sign(Issued.receipt())
        #expect(try Issued.verifier().read(appReceipt: bytes, at: Issued.date).problem == nil)
        #expect(throws: TestAuthority.Failure.self) { try Issued.authority.save(to: folder) }
    }

    @Test("All certificates are valid from 2000 to 2099 and named Windfall Test")
    func names() throws {
        let bytes = try Issued.authority.sign(Issued.receipt())
        let signer = try #require(try Issued.verifier().read(appReceipt: bytes, at: Issued.date).signer)
        #expect(signer.notBefore == Instant(rfc3339: "2000-01-01T00:00:00Z"))
        #expect(signer.notAfter == Instant(rfc3339: "2099-12-31T23:59:59Z"))
        #expect(signer.subject.contains("Windfall Test") && signer.issuer.contains("Windfall Test"))
    }
}

@Suite("Receipts written again", .needsFixtures)
struct RewritingTests {
    /// Without attribute 8, which later receipts always have.
    static let olderForm = ["apple-sample-2010-fairplay"]

    @Test(
        "F28, F29: a receipt of Apple that is read and written gives the same payload",
        arguments: AppReceiptFixtureTests.signedByApple.filter { path in !olderForm.contains(where: path.contains) })
    func samePayload(path: String) throws {
        let bytes = try Fixtures.decoded(path)
        guard case .inPlace(let range) = try SignedEnvelope(reading: bytes.span).content else {
            Issue.record("in pieces")
            return
        }
        let receipt = try AppReceipt(reading: bytes, range)
        #expect(receipt.payload() == Array(bytes[range]))
    }

    @Test(
        "A receipt of Xcode that is read and written gives the same payload",
        arguments: AppReceiptFixtureTests.signedByXcode)
    func sameXcodePayload(path: String) throws {
        let bytes = try Fixtures.decoded(path)
        guard case .inPlace(let range) = try SignedEnvelope(reading: bytes.span).content else {
            Issue.record("in pieces")
            return
        }
        let receipt = try AppReceipt(reading: bytes, range)
        if path.contains("offset-dates") {
            // Local times are written in UTC.
            #expect(receipt.payload(.xcode) != Array(bytes[range]))
        } else {
            #expect(receipt.payload(.xcode) == Array(bytes[range]))
        }
    }
}
