import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

@Suite("Apple's authorities as they are compiled in", .needsFixtures)
struct AuthorityFixtureTests {
    static let anchors: [(anchor: TrustAnchor, file: String)] = [
        (.appleRootCA, "apple-root-ca"), (.appleRootCAG2, "apple-root-ca-g2"), (.appleRootCAG3, "apple-root-ca-g3"),
        (.iTunesStoreCA, "apple-itunes-store-ca-2009-2016"), (.worldwideDeveloperRelations2008, "wwdr-2008-2016"),
        (.worldwideDeveloperRelations2013, "wwdr-g1-2013-2023"), (.worldwideDeveloperRelationsG5, "wwdr-g5-2020-2030"),
        (.worldwideDeveloperRelationsG7, "wwdr-g7-2022-2023"), (.worldwideDeveloperRelationsG8, "wwdr-g8-2023-2025"),
    ]

    private func certificate(_ name: String) throws -> Certificate {
        let bytes = try Fixtures.bytes("certificates/\(name).der")
        return try Certificate(der: bytes.span)
    }

    @Test("Name, key, fingerprint and validity are the certificate's", arguments: anchors)
    func constant(anchor: TrustAnchor, file: String) throws {
        let certificate = try certificate(file)
        #expect(anchor.subject == certificate.subjectDER)
        #expect(anchor.key == certificate.publicKey.subjectPublicKeyInfo)
        let der = certificate.der
        let fingerprint = Digest.bytes(.sha256, of: der.span)
        #expect(anchor.sha256 == fingerprint)
        #expect(anchor.validity.lowerBound.seconds == certificate.notBefore)
        #expect(anchor.validity.upperBound.seconds == certificate.notAfter)
        #expect(anchor.name == certificate.commonName)
        #expect(anchor.isRoot == certificate.isSelfIssued)
        #expect(anchor == TrustAnchor(certificate))
        if anchor.isRoot {
            #expect(certificate.isSigned(by: certificate.publicKey))
        } else {
            #expect(certificate.isSigned(by: try self.certificate("apple-root-ca").publicKey))
        }
    }

    @Test("Apple's trust is these and no others")
    func all() {
        #expect(Set(Trust.apple.roots) == Set(Self.anchors.map(\.anchor).filter(\.isRoot)))
        #expect(Set(Trust.apple.issuers) == Set(Self.anchors.map(\.anchor).filter { !$0.isRoot }))
        #expect(!Trust.apple.allowsLocalTesting)
        #expect(Trust.nobody.roots.isEmpty && Trust.nobody.issuers.isEmpty)
    }

    @Test("Every certificate can be read", arguments: Fixtures.files("certificates", ".der"))
    func readable(path: String) throws {
        let bytes = try Fixtures.bytes(path)
        let certificate = try Certificate(der: bytes.span)
        #expect(certificate.notBefore < certificate.notAfter)
        var trust = Trust.nobody
        try trust.add(certificates: bytes)
        #expect(trust.roots.count + trust.issuers.count == 1)
    }
}

@Suite("Receipts of another authority, and files that are none", .needsFixtures)
struct SyntheticReceiptTests {
    private static let now = Instant(milliseconds: 1_722_945_600_000)

    /// Reads one of them under trust in Apple and in a root that lies beside it.
    private func read(
        _ name: String, root: String?, device: [UInt8]? = nil
    ) throws -> Reading<AppReceipt> {
        var trust = Trust.apple
        if let root { try trust.add(certificates: Fixtures.bytes("app-receipt-synthetic/\(root)")) }
        let bytes = try Fixtures.bytes("app-receipt-synthetic/\(name)")
        return try Verifier(trust: trust).read(
            appReceipt: bytes, expecting: .init(bundleID: "com.example.app", deviceID: device), at: Self.now)
    }

    @Test(
        "A receipt is genuine only under its own root, and for the purpose of its signer",
        arguments: [
            ("receipt.der", "receipt-root.der", nil), ("receipt-no-type.der", "receipt-root.der", nil),
            ("receipt-type-production.der", "receipt-root.der", nil), ("receipt-type-vpp.der", "receipt-root.der", nil),
            ("receipt-no-signer-oid.der", "receipt-no-signer-oid-root.der", Problem.Code.certificatePurpose),
        ])
    func roots(name: String, root: String, code: Problem.Code?) throws {
        #expect(try read(name, root: root).problem?.code == code)
        #expect(try read(name, root: nil).problem?.code == .untrustedRoot)
        let other = root == "receipt-root.der" ? "receipt-no-signer-oid-root.der" : "receipt-root.der"
        #expect(try !read(name, root: other).isGenuine)
    }

    @Test(
        "A receipt that another authority signed is foreign",
        arguments: ["receipt-root.der", "receipt-no-signer-oid-root.der"])
    func foreign(root: String) throws {
        let reading = try read("receipt-foreign.der", root: root)
        #expect([.untrustedRoot, .signatureMismatch].contains(reading.problem?.code))
    }

    @Test("The environment is the one that attribute 0 names, or none")
    func environments() throws {
        #expect(try read("receipt.der", root: "receipt-root.der").environment == .sandbox)
        #expect(try read("receipt-no-type.der", root: "receipt-root.der").environment == nil)
        #expect(try read("receipt-type-production.der", root: "receipt-root.der").environment == .production)
        #expect(try read("receipt-type-vpp.der", root: "receipt-root.der").environment == .production)
    }

    @Test("The receipt says what its maker's manifest says, and is for its device")
    func manifest() throws {
        let manifest = try #require(try Fixtures.json("app-receipt-synthetic/manifest.json").object?["receipt"]?.object)
        let text = String(decoding: try Fixtures.bytes("app-receipt-synthetic/device-guid.hex"), as: UTF8.self)
        let device = try #require(Hexadecimal.decode(text.filter { !$0.isWhitespace }))
        #expect(manifest["deviceGuidHex"]?.text == Hexadecimal.encode(device))
        let reading = try read("receipt.der", root: "receipt-root.der", device: device)
        #expect(reading.problem == nil)
        let receipt = reading.content
        #expect(receipt.receiptType == manifest["receiptType"]?.text && receipt.bundleID == manifest["bundleId"]?.text)
        #expect(receipt.applicationVersion == manifest["appVersion"]?.text)
        #expect(receipt.originalApplicationVersion == manifest["originalAppVersion"]?.text)
        #expect(receipt.creationDate == manifest["creationDate"]?.text.flatMap { Instant(rfc3339: $0) })
        #expect(receipt.opaqueValue.map { Hexadecimal.encode($0) } == manifest["opaqueHex"]?.text)
        #expect(receipt.inApp.map(\.productID) == manifest["inAppProductIds"]?.array?.compactMap(\.text))
        let vip = manifest["vipExpiresDate"]?.text.flatMap { Instant(rfc3339: $0) }
        #expect(receipt.inApp.compactMap(\.expiresDate) == [try #require(vip)])
        let wrong = try read("receipt.der", root: "receipt-root.der", device: device.reversed())
        #expect(wrong.problem?.code == .deviceMismatch)
    }

    @Test(
        "A file that is no receipt is unreadable, and says why",
        arguments: [
            ("malformed/not-a-receipt.txt", Problem.Code.notBase64), ("malformed/truncated-receipt.b64", .truncated),
        ])
    func malformed(path: String, code: Problem.Code) throws {
        #expect(Verifier().outcome(try Fixtures.bytes(path)) == .unreadable(code))
    }
}
