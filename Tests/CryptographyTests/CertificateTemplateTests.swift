import Testing
import WindfallCryptography

/// A change that makes a template unusable.
struct WrongValue: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout CertificateTemplate) -> Void

    init(_ name: String, change: @escaping @Sendable (inout CertificateTemplate) -> Void) {
        testDescription = name
        self.change = change
    }
}

@Suite struct CertificateTemplateTests {
    static let template = CertificateTemplate(
        subject: .init(
            commonName: "Windfall Test Signer", organization: "Windfall", organizationalUnit: "Tests", country: "DE"),
        serialNumber: [0x00, 0xFF, 0x01], notBefore: Year.start2000, notAfter: Year.end2099, role: .signer,
        markers: ["1.2.840.113635.100.6.11.1"], policies: ["1.2.840.113635.100.5.6.1"],
        ocspURL: "http://127.0.0.1:8080/ocsp?x=1&y=%20")

    @Test("A certificate says what its template says", arguments: [DigestAlgorithm.sha1, .sha256, .sha384])
    func says(digest: DigestAlgorithm) throws {
        let root = try Identity.root(kind: .rsa(bits: 2048))
        let key = try PrivateKey.generate(.p256)
        let certificate = try root.issue(Self.template, for: key, digest: digest)
        #expect(certificate.subject == "CN=Windfall Test Signer,OU=Tests,O=Windfall,C=DE")
        #expect(certificate.commonName == "Windfall Test Signer")
        #expect(certificate.issuerDER == root.certificate.subjectDER)
        #expect(certificate.serialNumber == [0x00, 0xFF, 0x01])
        #expect(certificate.notBefore == Year.start2000 && certificate.notAfter == Year.end2099)
        #expect(certificate.publicKey.subjectPublicKeyInfo == key.publicKey.subjectPublicKeyInfo)
        #expect(!certificate.isAuthority && !certificate.isSelfIssued)
        #expect(certificate.hasExtension("1.2.840.113635.100.6.11.1"))
        #expect(!certificate.hasExtension("1.2.840.113635.100.6.2.1"))
        #expect(certificate.ocspURLs == ["http://127.0.0.1:8080/ocsp?x=1&y=%20"])
        #expect(certificate.isSigned(by: root.certificate.publicKey))
        #expect(!certificate.isSigned(by: key.publicKey))
    }

    @Test("A root is its own issuer", arguments: [PrivateKey.Kind.p256, .p384, .rsa(bits: 1024)])
    func root(kind: PrivateKey.Kind) throws {
        let root = try Identity.root(kind: kind).certificate
        #expect(root.isSelfIssued && root.isAuthority && root.isSigned(by: root.publicKey))
    }

    @Test("A serial number is written as short as DER wants it, and positive")
    func serialNumbers() throws {
        let root = try Identity.root()
        for (bytes, content) in [([1], [1]), ([0x80], [0, 0x80]), ([0, 0, 5], [5]), ([0x7F], [0x7F])]
            as [([UInt8], [UInt8])]
        {
            let certificate = try root.issue(.test("x", role: .signer, serialNumber: bytes), for: root.key)
            #expect(certificate.serialNumber == content)
        }
    }

    @Test("Times on both sides of 2050 are written in the form of RFC 5280")
    func times() throws {
        let root = try Identity.root()
        for time: Int64 in [0, 1, 951_782_400, 2_524_607_999, 2_524_608_000, 4_102_444_800, 253_402_300_799] {
            var template = Self.template
            (template.notBefore, template.notAfter) = (time, time)
            let certificate = try root.issue(template, for: root.key)
            #expect(certificate.notBefore == time && certificate.notAfter == time)
            // Tag 0x17 is UTCTime, 0x18 is GeneralizedTime.
            let form = time < 2_524_608_000 ? [0x17, 0x0D] : [0x18, 0x0F] as [UInt8]
            let index = certificate.der.indices.dropLast().contains { Array(certificate.der[$0...($0 + 1)]) == form }
            #expect(index, "\(time)")
        }
    }

    @Test(
        "A value that would not go into a certificate is refused",
        arguments: [
            WrongValue("no name") { $0.subject.commonName = "" },
            WrongValue("a long name") { $0.subject.commonName = String(repeating: "n", count: 65) },
            WrongValue("a country of three letters") { $0.subject.country = "DEU" },
            WrongValue("no serial number") { $0.serialNumber = [] },
            WrongValue("serial number zero") { $0.serialNumber = [0, 0] },
            WrongValue("a long serial number") { $0.serialNumber = [UInt8](repeating: 1, count: 21) },
            WrongValue("an end before the start") { $0.notAfter = $0.notBefore - 1 },
            WrongValue("a time before 1970") { $0.notBefore = -1 },
            WrongValue("a time after 9999") { $0.notAfter = 253_402_300_800 },
            WrongValue("a marker that is no identifier") { $0.markers = ["CA:TRUE"] },
            WrongValue("a marker out of range") { $0.markers = ["9.9.9"] },
            WrongValue("a policy with a section") { $0.policies = ["1.2.3,@policy"] },
            WrongValue("an address with a comma") { $0.ocspURL = "http://a,caIssuers;URI:http://b" },
            WrongValue("an address of a file") { $0.ocspURL = "file:///etc/passwd" },
            WrongValue("an address with a line break") { $0.ocspURL = "http://a\nb" },
            WrongValue("a negative path length") { $0.role = .authority(pathLength: -1) },
        ])
    func refused(wrong: WrongValue) throws {
        var template = Self.template
        wrong.change(&template)
        let key = try PrivateKey.generate(.p256)
        let error = #expect(throws: CryptographyError.self) {
            try template.issue(for: key.publicKey, by: nil, signedWith: key, digest: .sha256)
        }
        #expect(error?.code == .templateNotUsable)
    }

    @Test("OpenSSL's command line reads what was made", .enabled(if: OpenSSLCommand.isPresent))
    func readByCommand() throws {
        let command = try OpenSSLCommand()
        let root = try Identity.root()
        let authority = try root.issue("Windfall Test Intermediate", role: .authority(pathLength: 0))
        let certificate = try authority.issue(Self.template, for: try PrivateKey.generate(.p256))
        try command.write(Array(try root.certificate.pem.utf8), to: "root.pem")
        try command.write(Array(try authority.certificate.pem.utf8), to: "authority.pem")
        try command.write(Array(try certificate.pem.utf8), to: "leaf.pem")
        try command.run(
            "verify", "-x509_strict", "-CAfile", "root.pem", "-untrusted", "authority.pem", "leaf.pem")
        let text = String(decoding: try command.run("x509", "-in", "leaf.pem", "-noout", "-text"), as: UTF8.self)
        for line in [
            "Not Before: Jan  1 00:00:00 2000 GMT", "Not After : Dec 31 23:59:59 2099 GMT", "Serial Number: 65281",
            "Policy: 1.2.840.113635.100.5.6.1", "OCSP - URI:http://127.0.0.1:8080/ocsp?x=1&y=%20",
            "X509v3 Authority Key Identifier", "X509v3 Subject Key Identifier", "Digital Signature",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        let authorityText = String(
            decoding: try command.run("x509", "-in", "authority.pem", "-noout", "-text"), as: UTF8.self)
        #expect(authorityText.contains("CA:TRUE, pathlen:0") && authorityText.contains("Certificate Sign, CRL Sign"))
    }
}
