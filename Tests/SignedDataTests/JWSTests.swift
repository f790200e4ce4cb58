import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// A JWS that is put together part by part, so that any one of them can be a wrong one.
struct HandmadeJWS {
    var header: String
    var payload: String
    /// Signs what stands before it; nil leaves the part empty.
    var key: PrivateKey?

    /// A right JWS.
    init(_ payload: JSONObject = Issued.transaction, by identity: SigningIdentity = Small.payloads) {
        header = Self.header(x5c: identity.certificates.map { $0.der.base64 })
        self.payload = String(decoding: JSON.object(payload).bytes(), as: UTF8.self)
        key = identity.key
    }

    static func header(alg: String = "ES256", x5c: [String]) -> String {
        "{\"alg\":\"\(alg)\",\"x5c\":[\(x5c.map { "\"\($0)\"" }.joined(separator: ","))]}"
    }

    static func part(_ text: String) -> String { Array(text.utf8).base64url }

    /// Header and payload, encoded.
    var signed: String { "\(Self.part(header)).\(Self.part(payload))" }

    var signature: [UInt8] {
        get throws { try key?.signRaw(Array(signed.utf8), digest: .sha256) ?? [] }
    }

    var text: String {
        get throws {
            "\(signed).\(try signature.base64url)"
        }
    }
}

@Suite("JWS with one part that is wrong")
struct JWSTests {
    private let verifier: Verifier
    private let certificates = Small.payloads.certificates.map { $0.der.base64 }

    init() throws {
        verifier = Verifier(trust: try Small.payloads.trust)
    }

    /// What comes of a JWS after a change, signed after it.
    private func outcome(_ change: (inout HandmadeJWS) -> Void) throws -> Outcome {
        var jws = HandmadeJWS()
        change(&jws)
        return verifier.outcome(jws: try jws.text)
    }

    @Test("The JWS without a change is genuine, before and after its chain is remembered")
    func unchanged() throws {
        #expect(try outcome { _ in }.isGenuine)
        #expect(try outcome { _ in }.isGenuine)
    }

    @Test(
        "The algorithm is never the header's choice",
        arguments: [
            "none", "None", "", "HS256", "ES384", "ES512", "RS256", "PS256", "es256", "ES256K", "EdDSA", "ES256 ",
        ])
    func algorithm(name: String) throws {
        let header = HandmadeJWS.header(alg: name, x5c: certificates)
        #expect(try outcome { $0.header = header } == .notGenuine(.algorithmNotAllowed))
        let unsigned = try outcome {
            $0.header = header
            $0.key = nil
        }
        #expect(unsigned == .notGenuine(.algorithmNotAllowed))
    }

    @Test("An algorithm that is no text is not allowed", arguments: ["null", "256", "[\"ES256\"]", "{}", "true"])
    func algorithmOfOtherType(value: String) throws {
        let x5c = certificates.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try outcome { $0.header = "{\"alg\":\(value),\"x5c\":[\(x5c)]}" } == .notGenuine(.algorithmNotAllowed))
        #expect(try outcome { $0.header = "{\"x5c\":[\(x5c)]}" } == .notGenuine(.algorithmNotAllowed))
    }

    @Test("HS256 with the public key as its secret is not allowed")
    func publicKeyAsSecret() throws {
        var jws = HandmadeJWS()
        jws.header = HandmadeJWS.header(alg: "HS256", x5c: certificates)
        let secret = Small.payloads.certificates[0].publicKey.subjectPublicKeyInfo
        let code = Self.hmac(Array(jws.signed.utf8), secret: secret)
        let text = "\(jws.signed).\(code.base64url)"
        #expect(verifier.outcome(jws: text) == .notGenuine(.algorithmNotAllowed))
        jws.header = HandmadeJWS.header(x5c: certificates)
        let disguised = "\(jws.signed).\(code.base64url)"
        #expect(verifier.outcome(jws: disguised) == .notGenuine(.signatureMismatch))
    }

    /// HMAC with SHA-256 (RFC 2104).
    private static func hmac(_ message: [UInt8], secret: [UInt8]) -> [UInt8] {
        let key = secret.count > 64 ? Digest.bytes(.sha256, of: secret.span) : secret
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = block.map { $0 ^ 0x36 } + message
        let outer = block.map { $0 ^ 0x5C } + Digest.bytes(.sha256, of: inner.span)
        return Digest.bytes(.sha256, of: outer.span)
    }

    @Test("A header that must be understood and is not is refused", arguments: ["[\"b64\"]", "[]", "null"])
    func critical(value: String) throws {
        let header = HandmadeJWS.header(x5c: certificates).dropLast() + ",\"crit\":\(value)}"
        #expect(try outcome { $0.header = String(header) } == .notGenuine(.algorithmNotAllowed))
    }

    @Test("Certificates that are missing, or too few or too many")
    func certificateCount() throws {
        for x5c in [[], [certificates[0]], Array(certificates.prefix(2)), certificates + [certificates[2]]] {
            #expect(try outcome { $0.header = HandmadeJWS.header(x5c: x5c) } == .notGenuine(.chainLength))
        }
        for header in [
            "{\"alg\":\"ES256\"}", "{\"alg\":\"ES256\",\"x5c\":null}",
            "{\"alg\":\"ES256\",\"x5c\":\"\(certificates[0])\"}",
        ] {
            #expect(try outcome { $0.header = header } == .notGenuine(.chainLength))
        }
    }

    @Test("A certificate that is no text, no base64 or no certificate proves nothing", arguments: 0...1)
    func badCertificate(place: Int) throws {
        var urlSafe = certificates
        // A certificate of hundreds of bytes has a plus sign or a slash in standard base64.
        urlSafe[place] = urlSafe[place].replacing("+", with: "-").replacing("/", with: "_")
        for text in [urlSafe[place], "", "AAAA", "MAA=", "!", certificates[place] + "=", "\\n" + certificates[place]] {
            var x5c = certificates
            x5c[place] = text
            #expect(try outcome { $0.header = HandmadeJWS.header(x5c: x5c) } == .notGenuine(.untrustedRoot))
        }
        var quoted = certificates.map { "\"\($0)\"" }
        quoted[place] = "17"
        let header = "{\"alg\":\"ES256\",\"x5c\":[\(quoted.joined(separator: ","))]}"
        #expect(try outcome { $0.header = header } == .notGenuine(.untrustedRoot))
    }

    @Test("The third certificate is not looked at: the root is the trusted one")
    func thirdCertificate() throws {
        var x5c = certificates
        x5c[2] = x5c[0]
        #expect(try outcome { $0.header = HandmadeJWS.header(x5c: x5c) }.isGenuine)
    }

    @Test("A key that comes twice is malformed, in header and payload")
    func duplicateKeys() throws {
        let header = HandmadeJWS.header(x5c: certificates)
        #expect(try outcome { $0.header = header.dropLast() + ",\"alg\":\"ES256\"}" } == .unreadable(.malformed))
        #expect(try outcome { $0.header = "{\"\\u0061lg\":\"none\"," + header.dropFirst() } == .unreadable(.malformed))
        #expect(try outcome { $0.payload = $0.payload.dropLast() + ",\"bundleId\":\"b\"}" } == .unreadable(.malformed))
    }

    @Test(
        "A part that is no JSON object is malformed",
        arguments: ["[]", "null", "\"{}\"", "1", "{}{}", "{", "", "\u{FEFF}{}"])
    func noObject(text: String) throws {
        guard case .unreadable = try outcome({ $0.payload = text }),
            case .unreadable = try outcome({ $0.header = text })
        else {
            Issue.record("\(text) was read")
            return
        }
    }

    @Test("Signatures of another length, empty, of zeros, or of something else are mismatches")
    func signatures() throws {
        let jws = HandmadeJWS()
        let signature = try jws.signature
        func outcome(_ signature: [UInt8]) -> Outcome {
            verifier.outcome(jws: "\(jws.signed).\(signature.base64url)")
        }
        #expect(outcome(signature).isGenuine)
        let der = try Small.payloads.key.sign(Array(jws.signed.utf8), digest: .sha256)
        for wrong in [
            [], Array(signature.dropLast()), signature + [0], [0] + signature, der,
            [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64),
            Array(signature.suffix(32) + signature.prefix(32)), try HandmadeJWS(Issued.renewalInfo).signature,
            try Small.payloads.key.signRaw(Array(jws.signed.utf8), digest: .sha384),
        ] {
            #expect(outcome(wrong) == .notGenuine(.signatureMismatch), "\(wrong.count) bytes")
        }
    }

    @Test("Parts of two JWS do not make one")
    func mixed() throws {
        let authority = try SigningIdentity.root("R", .p256).issueAuthority("I", .p256)
        let verifier = Verifier(trust: try authority.trust)
        let leaf = try authority.issue("L", .p256)
        func parts(_ payload: JSONObject, by identity: SigningIdentity) throws -> [String] {
            try HandmadeJWS(payload, by: identity).text.split(separator: ".").map(String.init)
        }
        let one = try parts(Issued.transaction, by: leaf)
        let two = try parts(Issued.renewalInfo, by: leaf)
        let other = try parts(Issued.transaction, by: try authority.issue("M", .p256, serialNumber: [9]))
        for whole in [one, two, other] { #expect(verifier.outcome(jws: whole.joined(separator: ".")).isGenuine) }
        for (header, payload, signature) in [(one, one, two), (one, two, one), (other, one, one), (one, one, other)] {
            let text = "\(header[0]).\(payload[1]).\(signature[2])"
            #expect(verifier.outcome(jws: text) == .notGenuine(.signatureMismatch))
        }
    }

    @Test("There are three parts, no more and no fewer")
    func parts() throws {
        let text = try HandmadeJWS().text
        for wrong in ["", ".", "..", "a", "a.b", text + ".", "." + text, text + ".AAAA", String(text.dropLast(87))] {
            guard case .unreadable = verifier.outcome(jws: wrong) else {
                Issue.record("\(wrong.count) characters were read")
                continue
            }
        }
    }

    @Test("Base64url is taken as it must be written, and in no other way", arguments: 0...2)
    func encoding(place: Int) throws {
        var jws = HandmadeJWS()
        // Lengths that leave one byte in the last group, so that there are stray bits and room for padding.
        while jws.payload.utf8.count % 3 != 1 { jws.payload += " " }
        while jws.header.utf8.count % 3 != 1 { jws.header += " " }
        let parts = try jws.text.split(separator: ".").map(String.init)
        #expect(verifier.outcome(jws: parts.joined(separator: ".")).isGenuine)
        let part = parts[place]
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(digits.firstIndex { String($0) == part.suffix(1) })
        let (first, rest) = (String(part.prefix(1)), String(part.dropFirst()))
        let (start, end) = (String(part.dropLast()), String(part.suffix(1)))
        let longer = [part + "=", part + "==", part + "AAA", " " + part, part + "\n", start + " " + end]
        let other = ["+" + rest, "/" + rest, "%41" + rest, first + "\0" + rest.dropFirst(), "Ä" + rest.dropFirst()]
        for wrong in longer + other + [start + String(digits[last | 1])] {
            var changed = parts
            changed[place] = wrong
            let found = verifier.outcome(jws: changed.joined(separator: "."))
            #expect(found == .unreadable(.notBase64), "\(wrong.suffix(4))")
        }
    }
}

@Suite("JWS of environments that prove nothing")
struct LocalJWSTests {
    private static func payload(_ environment: String?) -> JSONObject {
        var payload = Issued.transaction
        payload["environment"] = environment.map(JSON.string)
        return payload
    }

    @Test(
        "F43: a local environment is refused unless asked for, also under a right chain",
        arguments: ["Xcode", "LocalTesting"])
    func local(environment: String) throws {
        for text in [
            try Issued.authority.sign(Self.payload(environment)),
            try Issued.authority.sign(Self.payload(environment), isLocal: true),
        ] {
            #expect(Issued.verifier().outcome(jws: text) == .notGenuine(.localTesting))
            #expect(Verifier().outcome(jws: text) == .notGenuine(.localTesting))
            #expect(Issued.verifier(allowsLocalTesting: true).outcome(jws: text).isGenuine)
        }
    }

    @Test(
        "A certificate for local tests does not speak for a store",
        arguments: ["Sandbox", "Production", "xcode", "Xcode ", nil])
    func otherEnvironment(environment: String?) throws {
        let text = try Issued.authority.sign(Self.payload(environment), isLocal: true)
        #expect(Issued.verifier(allowsLocalTesting: true).outcome(jws: text) == .notGenuine(.chainLength))
        var receipt = Issued.receipt()
        receipt.receiptType = environment == "Sandbox" ? "ProductionSandbox" : environment
        let bytes = try Issued.authority.sign(receipt, form: .xcode)
        #expect(Issued.verifier(allowsLocalTesting: true).outcome(appReceipt: bytes) == .notGenuine(.untrustedRoot))
    }

    @Test("A local signature that is wrong is refused where local tests are allowed, too")
    func wrongSignature() throws {
        let parts = try Issued.authority.sign(Self.payload("Xcode"), isLocal: true).split(separator: ".")
        let other = HandmadeJWS.part("{\"environment\":\"Xcode\",\"transactionId\":\"2\"}")
        let found = Issued.verifier(allowsLocalTesting: true).outcome(jws: "\(parts[0]).\(other).\(parts[2])")
        #expect(found == .notGenuine(.signatureMismatch))
    }

    @Test(
        "A field on which the proof depends must have its type", arguments: ["signedDate", "environment", "bundleId"])
    func fieldsOfProof(key: String) throws {
        for value in [JSON.array([]), .object([:]), .bool(true)] {
            var payload = Issued.transaction
            payload[key] = value
            #expect(Issued.verifier().outcome(jws: try Issued.authority.sign(payload)) == .unreadable(.malformed))
        }
    }
}
