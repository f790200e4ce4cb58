import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// An authority whose keys, certificates and signatures OpenSSL's command line made.
private struct CommandAuthority {
    let command: OpenSSLCommand
    /// The second in which the youngest certificate begins; signing dates must not lie before it.
    let date: Instant

    private static let configuration = """
        [req]
        distinguished_name = name
        [name]
        [root]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [intermediate]
        basicConstraints = critical,CA:TRUE,pathlen:0
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid
        1.2.840.113635.100.6.2.1 = ASN1:NULL
        [leaf]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid
        certificatePolicies = 1.2.840.113635.100.5.6.1
        1.2.840.113635.100.6.11.1 = ASN1:NULL
        [unmarked]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        """

    /// Keys and certificates, made once, for keys take time.
    private static let rsa = Result { try made("RSA -pkeyopt rsa_keygen_bits:2048") }
    private static let p256 = Result { try made("EC -pkeyopt ec_paramgen_curve:P-256") }

    /// - Parameter isRSA: whether keys are RSA-2048, else P-256.
    init(isRSA: Bool = true) throws {
        command = try OpenSSLCommand()
        for (name, bytes) in try (isRSA ? Self.rsa : Self.p256).get() { try command.write(bytes, to: name) }
        date = try Self.certificate("unmarked", command).validity.lowerBound
    }

    /// - Parameter key: what `genpkey` is told of the kind of key.
    /// - Returns: files by their names.
    private static func made(_ key: String) throws -> [String: [UInt8]] {
        let command = try OpenSSLCommand()
        try command.write(Array(configuration.utf8), to: "c.cnf")
        for name in ["root", "intermediate", "leaf"] { try command.run("genpkey -algorithm \(key) -out \(name).key") }
        try command.run(
            "req -x509 -new -key root.key -subj /CN=Root -days 9000 -config c.cnf -extensions root -out root.pem")
        try issue("intermediate", by: "root", serial: 2, command)
        try issue("leaf", by: "intermediate", serial: 3, command)
        try issue("unmarked", key: "leaf", by: "intermediate", serial: 4, command)
        let names = ["root", "intermediate", "leaf", "unmarked"].map { "\($0).pem" } + ["leaf.key"]
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try command.read($0)) })
    }

    private static func issue(
        _ name: String, key: String? = nil, by issuer: String, serial: Int, _ command: OpenSSLCommand
    ) throws {
        try command.run("req -new -key \(key ?? name).key -subj /CN=\(name) -config c.cnf -out \(name).csr")
        try command.run(
            "x509 -req -in \(name).csr -CA \(issuer).pem -CAkey \(issuer).key -set_serial \(serial) -days 9000 -sha256"
                + " -extfile c.cnf -extensions \(name) -out \(name).pem")
    }

    func verifier() throws -> Verifier {
        var trust = Trust.nobody
        try trust.add(certificates: command.read("root.pem"))
        return Verifier(trust: trust)
    }

    /// The leaf's certificate first, in base64 of DER.
    func certificates() throws -> [String] {
        try ["leaf", "intermediate", "root"].map { try Self.certificate($0, command).der.base64 }
    }

    private static func certificate(_ name: String, _ command: OpenSSLCommand) throws -> Certificate {
        let pem = try command.read("\(name).pem")
        let certificates = try Certificate.readPEM(pem.span, limit: 1)
        return try #require(certificates.first)
    }
}

@Suite("Bytes that OpenSSL's command line signed", .needsOpenSSL)
struct OpenSSLSignedTests {
    private static func receipt(_ authority: CommandAuthority) -> AppReceipt {
        var receipt = Issued.receipt()
        receipt.creationDate = authority.date
        return receipt
    }

    @Test(
        "A receipt in CMS is genuine, in every form that the command writes",
        arguments: ["sha1", "sha256"], ["-noattr", "", "-noattr -stream", "-stream"])
    func receipts(digest: String, options: String) throws {
        let authority = try CommandAuthority()
        let receipt = Self.receipt(authority)
        try authority.command.write(receipt.payload(), to: "payload")
        try authority.command.run(
            "cms -sign -in payload -nodetach -binary -md \(digest) -signer leaf.pem -inkey leaf.key"
                + " -certfile intermediate.pem -outform DER -out receipt \(options)")
        let bytes = try authority.command.read("receipt")
        let verifier = try authority.verifier()
        let reading = try verifier.read(appReceipt: bytes, at: authority.date)
        #expect(reading.problem == nil)
        #expect(reading.content.inApp.map(\.transactionID).sorted() == receipt.inApp.map(\.transactionID).sorted())
        #expect(reading.signer?.subject == "CN=leaf" && reading.signer?.issuer == "CN=intermediate")
        #expect(try SignedEnvelope(reading: bytes.span).signer.attributes == nil || !options.contains("noattr"))
        try changed(bytes, at: Array("com.example".utf8), verifier, authority.date)
    }

    /// A receipt with a letter of its content changed is not genuine; neither is one with its last byte changed, which
    /// is the signature's.
    private func changed(_ bytes: [UInt8], at text: [UInt8], _ verifier: Verifier, _ now: Instant) throws {
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
        var other = bytes
        other[place] ^= 1
        #expect(try verifier.read(appReceipt: other, at: now).problem?.code == .signatureMismatch)
        let signature = try SignedEnvelope(reading: bytes.span).signer.signature
        other = bytes
        other[signature.upperBound - 1] ^= 1
        #expect(try verifier.read(appReceipt: other, at: now).problem?.code == .signatureMismatch)
    }

    @Test("A receipt with other options of the command is refused for what they change")
    func refusals() throws {
        let authority = try CommandAuthority()
        let command = authority.command
        try command.write(Self.receipt(authority).payload(), to: "payload")
        let verifier = try authority.verifier()
        let sign = "cms -sign -in payload -binary -noattr -outform DER -out receipt"
        for (options, code) in [
            ("-nodetach -signer leaf.pem -inkey leaf.key", Problem.Code.untrustedRoot),
            ("-nodetach -signer leaf.pem -inkey leaf.key -certfile root.pem", .untrustedRoot),
            ("-nodetach -signer unmarked.pem -inkey leaf.key -certfile intermediate.pem", .certificatePurpose),
            ("-nodetach -signer leaf.pem -inkey leaf.key -nocerts", .chainLength),
            ("-nodetach -signer leaf.pem -inkey leaf.key -certfile intermediate.pem -md sha512", .algorithmNotAllowed),
            (
                "-nodetach -signer leaf.pem -inkey leaf.key -certfile intermediate.pem -keyopt rsa_padding_mode:pss",
                .algorithmNotAllowed
            ),
        ] {
            try command.run("\(sign) \(options)")
            let reading = try verifier.read(appReceipt: command.read("receipt"), at: authority.date)
            #expect(reading.problem?.code == code, "\(options)")
        }
        for options in [
            "-signer leaf.pem -inkey leaf.key", "-nodetach -signer leaf.pem -inkey leaf.key -keyid",
            "-nodetach -signer leaf.pem -inkey leaf.key -signer unmarked.pem -inkey leaf.key",
        ] {
            try command.run("\(sign) \(options)")
            let bytes = try command.read("receipt")
            let problem = #expect(throws: Problem.self) { try verifier.read(appReceipt: bytes, at: authority.date) }
            #expect(problem?.code.answer == .unreadable, "\(options)")
        }
    }

    @Test("A JWS is genuine, and with another payload it is not")
    func jws() throws {
        let authority = try CommandAuthority(isRSA: false)
        var payload = Issued.transaction
        payload["signedDate"] = .integer(authority.date.milliseconds)
        var jws = HandmadeJWS(payload)
        jws.header = HandmadeJWS.header(x5c: try authority.certificates())
        try authority.command.write(Array(jws.signed.utf8), to: "signed")
        try authority.command.run("dgst -sha256 -sign leaf.key -out signature signed")
        let signature = try Self.raw(authority.command.read("signature"))
        let verifier = try authority.verifier()
        let text = Array("\(jws.signed).\(signature.base64url)".utf8)
        let reading = try verifier.read(jws: text, as: TransactionPayload.self, at: authority.date)
        #expect(reading.problem == nil && reading.content.json == payload)
        jws.payload = jws.payload.replacing("2000000000000001", with: "2000000000000002")
        let other = Array("\(jws.signed).\(signature.base64url)".utf8)
        let refused = try verifier.read(jws: other, as: TransactionPayload.self, at: authority.date)
        #expect(refused.problem?.code == .signatureMismatch)
    }

    /// r and s, 32 bytes each, of an ECDSA signature in DER.
    private static func raw(_ der: [UInt8]) throws -> [UInt8] {
        var outer = DERReader(der.indices)
        var numbers = try outer.next(.sequence, in: der.span).reader
        return try (0..<2).flatMap { _ in
            let number = der[try numbers.next(.integer, in: der.span).content].drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - number.count) + number
        }
    }

    @Test("F24: an iOS 6 style receipt of version 3 is genuine, and with another version it is not")
    func transactionReceipt() throws {
        let authority = try CommandAuthority()
        let certificate = try Base64.decode(Array(try authority.certificates()[0].utf8).span)
        var purchase = Issued.purchase
        purchase[1].value = authority.date.millisecondsText
        let inner = PropertyList.write(purchase)
        var trust = Trust.nobody
        try trust.add(certificates: authority.command.read("intermediate.pem"))
        for version: UInt8 in [3, 2] {
            try authority.command.write([version] + inner, to: "signed")
            try authority.command.run("dgst -sha1 -sign leaf.key -out signature signed")
            let length = [0, 0, UInt8(certificate.count >> 8), UInt8(certificate.count & 0xFF)]
            let blob = [3] + (try authority.command.read("signature")) + length + certificate
            let bytes = PropertyList.write([
                .init(key: "purchase-info", value: inner.base64), .init(key: "signature", value: blob.base64),
            ])
            let reading = try Verifier(trust: trust).read(transactionReceipt: bytes, at: authority.date)
            #expect(reading.problem?.code == (version == 3 ? nil : .signatureMismatch))
            #expect(reading.content.purchase == purchase)
        }
    }
}

@Suite("What OpenSSL's command line makes of bytes that were signed here", .needsOpenSSL)
struct OpenSSLVerifyingTests {
    @Test(
        "A receipt verifies, and its content comes out as it went in", arguments: [TestAuthority.Digest.sha1, .sha256])
    func receipts(digest: TestAuthority.Digest) throws {
        let command = try OpenSSLCommand()
        try command.write(Array(Issued.authority.roots.utf8), to: "roots.pem")
        for signingTime in [nil, Issued.date] {
            let receipt = Issued.receipt()
            let bytes = try Issued.authority.sign(receipt, digest: digest, signingTime: signingTime)
            try command.write(bytes, to: "receipt")
            try command.run("cms -verify -inform DER -in receipt -binary -purpose any -CAfile roots.pem -out content")
            #expect(try command.read("content") == receipt.payload())
            try command.run("pkcs7 -inform DER -in receipt -print_certs -out certificates")
            var other = bytes
            other[other.count - 1] ^= 1
            try command.write(other, to: "receipt")
            #expect(throws: OpenSSLCommand.Failure.self) {
                try command.run(
                    "cms -verify -inform DER -in receipt -binary -purpose any -CAfile roots.pem -out content")
            }
        }
    }

    @Test("A receipt in Xcode's form verifies under its own certificate")
    func xcodeReceipt() throws {
        let command = try OpenSSLCommand()
        let receipt = Issued.receipt()
        try command.write(try Issued.authority.sign(receipt, form: .xcode), to: "receipt")
        try command.write(Array(try Issued.authority.localReceipts.certificates[0].pem.utf8), to: "own.pem")
        try command.run("cms -verify -inform DER -in receipt -binary -purpose any -CAfile own.pem -out content")
        #expect(try command.read("content") == receipt.payload(.xcode))
    }

    @Test("A JWS verifies under its leaf's key")
    func jws() throws {
        let command = try OpenSSLCommand()
        let parts = try Issued.authority.sign(Issued.transaction).split(separator: ".").map(String.init)
        let raw = try Base64.decode(Array(parts[2].utf8).span, .url, padding: .refused)
        func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            let digits = bytes.drop { $0 == 0 }
            return DERWriter.element(.integer, (digits.first ?? 0xFF) < 0x80 ? Array(digits) : [0] + digits)
        }
        try command.write(DERWriter.sequence(number(raw.prefix(32)), number(raw.suffix(32))), to: "signature")
        try command.write(Array("\(parts[0]).\(parts[1])".utf8), to: "signed")
        try command.write(Array(try Issued.authority.payloads.certificates[0].pem.utf8), to: "leaf.pem")
        try command.run("x509 -in leaf.pem -noout -pubkey -out key.pem")
        try command.run("dgst -sha256 -verify key.pem -signature signature signed")
        try command.write(Array("\(parts[0]).\(parts[1])A".utf8), to: "signed")
        #expect(throws: OpenSSLCommand.Failure.self) {
            try command.run("dgst -sha256 -verify key.pem -signature signature signed")
        }
    }

    @Test("Every chain of the test authority passes the strict check")
    func strict() throws {
        let command = try OpenSSLCommand()
        let authority = Issued.authority
        for identity in [authority.receipts, authority.transactions, authority.payloads] {
            for (name, certificate) in zip(["leaf", "intermediate", "root"], identity.certificates) {
                try command.write(Array(try certificate.pem.utf8), to: "\(name).pem")
            }
            try command.run("verify -x509_strict -CAfile root.pem -untrusted intermediate.pem leaf.pem")
            try command.run("verify -x509_strict -CAfile root.pem intermediate.pem")
            #expect(throws: OpenSSLCommand.Failure.self) {
                try command.run("verify -x509_strict -CAfile root.pem leaf.pem")
            }
        }
    }
}
