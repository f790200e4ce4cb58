import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData

@Suite("iOS 6 style receipts with one part that is wrong")
struct TransactionReceiptTests {
    private typealias Entry = TransactionReceipt.Entry
    private let verifier: Verifier

    init() throws {
        verifier = Verifier(
            trust: try Trust.only(Small.transactions.certificates[1], Small.transactions3.certificates[1]))
    }

    /// The entries of a right receipt of version 2.
    private func entries() throws -> [Entry] {
        let bytes = try TransactionReceipt.sign(
            Issued.purchase, environment: "Sandbox", pod: "100", version: .version2, with: Small.transactions)
        return try PropertyList.read(bytes.span)
    }

    private func outcome(_ entries: [Entry]) -> Outcome {
        Outcome { () throws(Problem) in
            try verifier.read(transactionReceipt: PropertyList.write(entries), at: Issued.date).map(\.purchase)
        }
    }

    /// What comes of a receipt with another signature blob.
    private func outcome(blob: [UInt8]) throws -> Outcome {
        outcome(
            try entries().map { $0.key == "signature" ? Entry(key: "signature", value: blob.base64) : $0 })
    }

    /// A signature blob: version, signature, length, certificate.
    private func blob(
        _ version: UInt8 = 2, signing signed: [UInt8]? = nil, by identity: SigningIdentity = Small.transactions,
        certificate: [UInt8]? = nil, length: Int? = nil
    ) throws -> [UInt8] {
        let signature = try identity.key.sign(
            signed ?? [version] + PropertyList.write(Issued.purchase), digest: .sha1)
        let certificate = certificate ?? identity.certificates[0].der
        let length = length ?? certificate.count
        return [version] + signature + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + certificate
    }

    @Test("The receipt without a change is genuine")
    func unchanged() throws {
        #expect(outcome(try entries()).isGenuine)
        #expect(try outcome(blob: try blob()).isGenuine)
        #expect(try outcome(blob: try blob(3, by: Small.transactions3)).isGenuine)
    }

    @Test("Another version is not allowed", arguments: [0, 1, 4, 99, 255] as [UInt8])
    func version(version: UInt8) throws {
        #expect(try outcome(blob: try blob(version)) == .notGenuine(.algorithmNotAllowed))
        #expect(try outcome(blob: [version]) == .notGenuine(.algorithmNotAllowed))
    }

    @Test("The version is part of what is signed")
    func versionIsSigned() throws {
        let purchase = PropertyList.write(Issued.purchase)
        #expect(try outcome(blob: try blob(2, signing: purchase)) == .notGenuine(.signatureMismatch))
        #expect(try outcome(blob: try blob(2, signing: [3] + purchase)) == .notGenuine(.signatureMismatch))
        #expect(
            try outcome(blob: try blob(3, signing: purchase, by: Small.transactions3))
                == .notGenuine(.signatureMismatch))
        #expect(
            try outcome(blob: try blob(3, signing: [2] + purchase, by: Small.transactions3))
                == .notGenuine(.signatureMismatch))
    }

    @Test("A length that is not the certificate's is refused")
    func lengths() throws {
        let count = Small.transactions.certificates[0].der.count
        for length in [0, 1, count - 1, count + 1, 0xFFFF_FFFF, 0x8000_0000] {
            #expect(try outcome(blob: try blob(length: length)) == .notGenuine(.signatureMismatch))
        }
        #expect(try outcome(blob: try blob() + [0]) == .notGenuine(.signatureMismatch))
        #expect(try outcome(blob: []) == .notGenuine(.signatureMismatch))
        #expect(try outcome(blob: try blob(certificate: [])) == .notGenuine(.untrustedRoot))
        let padded = Small.transactions.certificates[0].der + [0]
        #expect(try outcome(blob: try blob(certificate: padded)) == .notGenuine(.untrustedRoot))
    }

    @Test("Another certificate than the signer's is refused, whoever issued it")
    func otherCertificate() throws {
        let issuer = SigningIdentity(key: Small.transactions.key, certificates: Small.transactions.certificates)
        let twin = try issuer.issue("L", markers: [Marker.transaction])
        // Issued by a leaf, which is no authority and not trusted.
        #expect(try outcome(blob: try blob(by: twin)) == .notGenuine(.untrustedRoot))
        let foreign = try SigningIdentity.root("R").issueAuthority("S", markers: [Marker.store])
            .issue("L", markers: [Marker.transaction])
        #expect(try outcome(blob: try blob(by: foreign)) == .notGenuine(.untrustedRoot))
        let own = try SigningIdentity.root("T", role: .signer, markers: [Marker.transaction])
        #expect(try outcome(blob: try blob(by: own)) == .notGenuine(.untrustedRoot))
        #expect(
            try outcome(blob: try blob(certificate: foreign.certificates[0].der)) == .notGenuine(.untrustedRoot))
        for certificate in Small.transactions.certificates.dropFirst() {
            #expect(!(try outcome(blob: try blob(certificate: certificate.der)).isGenuine))
        }
    }

    @Test("Another leaf of the same authority did not sign")
    func sibling() throws {
        let authority = try SigningIdentity.root("R").issueAuthority("S", markers: [Marker.store])
        let leaf = try authority.issue("L", markers: [Marker.transaction])
        let sibling = try authority.issue("L", markers: [Marker.transaction], serialNumber: [3])
        let verifier = Verifier(trust: try Trust.only(authority.certificates[0]))
        func outcome(_ blob: [UInt8]) throws -> Outcome {
            let entries = try entries().map {
                $0.key == "signature" ? Entry(key: "signature", value: blob.base64) : $0
            }
            return verifier.outcome(transactionReceipt: PropertyList.write(entries))
        }
        #expect(try outcome(try blob(by: leaf)).isGenuine)
        #expect(try outcome(try blob(by: sibling)).isGenuine)
        #expect(
            try outcome(try blob(by: leaf, certificate: sibling.certificates[0].der)) == .notGenuine(.signatureMismatch)
        )
    }

    @Test("The leaf must be one of its version")
    func leafOfOtherVersion() throws {
        // A leaf of version 2 under version 3 and the other way round; the key has a length that the version can hold.
        let long = try SigningIdentity.root("R").issueAuthority("S", markers: [Marker.store])
            .issue("L", .rsa(bits: 2048), markers: [Marker.transaction])
        let short = try SigningIdentity.root("R").issueAuthority("I").issue("L")
        let trusting = Verifier(trust: try Trust.only(long.certificates[1], short.certificates[1]))
        for (blob, code) in [
            (try blob(3, by: long), Problem.Code.certificatePurpose), (try blob(2, by: short), .certificatePurpose),
        ] {
            let entries = try entries().map {
                $0.key == "signature" ? Entry(key: "signature", value: blob.base64) : $0
            }
            #expect(trusting.outcome(transactionReceipt: PropertyList.write(entries)) == .notGenuine(code))
        }
        // The blob of one version with the signature of the other's length.
        #expect(try outcome(blob: try blob(2, by: Small.transactions3)) == .notGenuine(.signatureMismatch))
        #expect(try outcome(blob: try blob(3)) == .notGenuine(.signatureMismatch))
    }

    @Test("F19: what stands outside the signature proves nothing and breaks nothing")
    func environment() throws {
        let right = try entries()
        let unchanged = outcome(right)
        #expect(outcome(right.filter { $0.key != "environment" }) == unchanged)
        #expect(outcome(right.filter { $0.key != "pod" && $0.key != "signing-status" }) == unchanged)
        #expect(outcome(right + [Entry(key: "more", value: "\"\\\n")]) == unchanged)
        let production = right.map { $0.key == "environment" ? Entry(key: $0.key, value: "Production") : $0 }
        #expect(outcome(production) == unchanged)
        #expect(outcome(Array(right.reversed())) == unchanged)
    }

    @Test("Without a signature nothing is proved; without the signed part there is nothing to read")
    func missingParts() throws {
        let right = try entries()
        #expect(outcome(right.filter { $0.key != "signature" }) == .notGenuine(.signatureMismatch))
        #expect(outcome(right.filter { $0.key != "purchase-info" }) == .unreadable(.malformed))
        #expect(outcome([]) == .unreadable(.malformed))
        for (key, value) in [
            ("signature", "!"), ("signature", "AA A"), ("purchase-info", "AAA"), ("purchase-info", "-_8="),
        ] {
            #expect(
                outcome(right.map { $0.key == key ? Entry(key: key, value: value) : $0 }) == .unreadable(.notBase64))
        }
    }

    @Test("A key that comes twice is malformed, outside and inside the signature")
    func twice() throws {
        let right = try entries()
        for entry in right { #expect(outcome(right + [entry]) == .unreadable(.malformed), "\(entry.key)") }
        let text = PropertyList.write(Issued.purchase + [Issued.purchase[0]])
        let doubled = right.map { $0.key == "purchase-info" ? Entry(key: $0.key, value: text.base64) : $0 }
        #expect(outcome(doubled) == .unreadable(.malformed))
    }

    @Test(
        "A property list is read as it is written",
        arguments: [
            ("{}", []), (" {\n\t} \n", []), ("{\"a\"=\"b\";}", [["a", "b"]]), ("{ \"a\" = \"\" ; }", [["a", ""]]),
            ("{\"\"=\"b\";}", [["", "b"]]), (#"{"\"\\\n\t\r\'"="\U00e9\U0041";}"#, [["\"\\\n\t\r'", "éA"]]),
            ("{\"a\"=\"1\";\"b\"=\"2\";}", [["a", "1"], ["b", "2"]]),
        ] as [(String, [[String]])])
    func list(text: String, pairs: [[String]]) throws {
        let entries = try PropertyList.read(Array(text.utf8).span)
        #expect(entries.map { [$0.key, $0.value] } == pairs)
        #expect(try PropertyList.read(PropertyList.write(entries).span) == entries)
    }

    @Test(
        "A property list of another form is refused where it goes wrong",
        arguments: [
            ("", .truncated, 0), ("{", .truncated, 1), ("[]", .malformed, 0), ("{a=\"b\";}", .malformed, 1),
            ("{\"a\"=b;}", .malformed, 5), ("{\"a\"=\"b\"}", .malformed, 8), ("{\"a\":\"b\";}", .malformed, 4),
            ("{\"a\"=(\"b\");}", .malformed, 5), ("{\"a\"={};}", .malformed, 5), ("{}x", .trailingBytes, 2),
            ("{}{}", .trailingBytes, 2), (#"{"a"="\x";}"#, .malformed, 6), (#"{"a"="\UD800";}"#, .malformed, 6),
            (#"{"a"="\U00G0";}"#, .malformed, 6), (#"{"a"="\U00"#, .truncated, 10), (#"{"a"="\"#, .truncated, 7),
            ("{\"a\"=\"1\";\"a\"=\"2\";}", .malformed, 9), ("/* */{}", .malformed, 0),
        ] as [(String, Problem.Code, Int)])
    func badList(text: String, code: Problem.Code, offset: Int) {
        let found = #expect(throws: Problem.self) {
            try PropertyList.read(Array(text.utf8).span, field: "purchase-info")
        }
        #expect(found?.code == code && found?.offset == offset && found?.field == "purchase-info")
    }

    @Test("A string that is not UTF-8 is malformed")
    func notUTF8() {
        let bytes = Array("{\"a\"=\"".utf8) + [0xC3, 0x28] + Array("\";}".utf8)
        #expect(throws: Problem.self) { try PropertyList.read(bytes.span) }
    }
}
