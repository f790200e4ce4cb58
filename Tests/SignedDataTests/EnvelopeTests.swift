import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData

@Suite("Envelopes with one part that is wrong")
struct EnvelopeTests {
    private static let payload = Small.receipt.payload()
    private let verifier: Verifier
    private let right: HandmadeEnvelope

    init() throws {
        verifier = Verifier(trust: try Small.receipts.trust)
        right = try HandmadeEnvelope(Self.payload, by: Small.receipts)
    }

    /// What comes of an envelope after a change.
    private func outcome(_ change: (inout HandmadeEnvelope) -> Void) -> Outcome {
        var envelope = right
        change(&envelope)
        return verifier.outcome(appReceipt: envelope.bytes)
    }

    /// What comes of a signature over attributes.
    private func outcome(attributes: [[UInt8]]) throws -> Outcome {
        verifier.outcome(
            appReceipt: try HandmadeEnvelope(Self.payload, by: Small.receipts, attributes: attributes).bytes)
    }

    @Test("The envelope without a change is genuine, with and without signed attributes")
    func unchanged() throws {
        #expect(outcome { _ in }.isGenuine)
        #expect(try outcome(attributes: HandmadeEnvelope.attributes(digestOf: Self.payload)).isGenuine)
        #expect(outcome { $0.signers[0].signatureAlgorithm = Identifier.sha256WithRSA }.isGenuine)
        #expect(outcome { $0.signers[0].parameters = [] }.isGenuine)
    }

    @Test("Another digest than the one that was signed with is a signature mismatch")
    func swappedDigest() {
        #expect(outcome { $0.signers[0].digest = Identifier.sha1 } == .notGenuine(.signatureMismatch))
    }

    @Test(
        "An algorithm that receipts do not have is not allowed, and the receipt is read all the same",
        arguments: [
            (Identifier.md5, Identifier.rsa), (Identifier.sha512, Identifier.rsa), ([0x2A], Identifier.rsa),
            (Identifier.sha256, Identifier.sha1WithRSA), (Identifier.sha1, Identifier.sha256WithRSA),
            (Identifier.sha256, Identifier.md5WithRSA), (Identifier.sha256, Identifier.ecdsaWithSHA256),
            (Identifier.sha256, Identifier.sha256), (Identifier.sha256, []),
        ])
    func algorithms(digest: [UInt8], signature: [UInt8]) {
        let found = outcome {
            $0.signers[0].digest = digest
            $0.signers[0].signatureAlgorithm = signature
        }
        #expect(found == .notGenuine(.algorithmNotAllowed))
    }

    @Test(
        "An algorithm with parameters is not allowed",
        arguments: [[0x30, 0x00], [0x04, 0x00], [0x02, 1, 0]] as [[UInt8]])
    func parameters(parameters: [UInt8]) {
        #expect(outcome { $0.signers[0].parameters = parameters } == .notGenuine(.algorithmNotAllowed))
        let pss = outcome {
            $0.signers[0].signatureAlgorithm = Identifier.pss
            $0.signers[0].parameters = parameters
        }
        #expect(pss == .notGenuine(.algorithmNotAllowed))
        #expect(outcome { $0.signers[0].parameters = [0x05, 0x00, 0x05, 0x00] } == .unreadable(.trailingBytes))
    }

    @Test("Attributes that hold the digest of another content are a signature mismatch")
    func otherDigest() throws {
        let attributes = HandmadeEnvelope.attributes(digestOf: Self.payload + [0])
        #expect(try outcome(attributes: attributes) == .notGenuine(.signatureMismatch))
        let short = HandmadeEnvelope.attributes(digestOf: Self.payload, .sha1)
        #expect(try outcome(attributes: short) == .notGenuine(.signatureMismatch))
        let empty = HandmadeEnvelope.attribute(Identifier.messageDigest, [0x04, 0x00])
        #expect(try outcome(attributes: [attributes[0], empty]) == .notGenuine(.signatureMismatch))
    }

    @Test("Attributes are signed, not only present")
    func unsignedAttributes() throws {
        let attributes = HandmadeEnvelope.attributes(digestOf: Self.payload)
        // The signature is over the content, the attributes are put in.
        #expect(outcome { $0.signers[0].attributes = attributes } == .notGenuine(.signatureMismatch))
        // The signature is over attributes, which are taken out.
        var envelope = try HandmadeEnvelope(Self.payload, by: Small.receipts, attributes: attributes)
        envelope.signers[0].attributes = nil
        #expect(verifier.outcome(appReceipt: envelope.bytes) == .notGenuine(.signatureMismatch))
        // The signature is over attributes, which are passed off as the content.
        envelope.content = DERWriter.element(.octetString, DERWriter.constructed(.set, attributes))
        #expect(verifier.outcome(appReceipt: envelope.bytes) == .unreadable(.malformed))
    }

    @Test("Attributes that are not the ones there must be are malformed")
    func wrongAttributes() throws {
        let right = HandmadeEnvelope.attributes(digestOf: Self.payload)
        let otherType = HandmadeEnvelope.attributes(digestOf: Self.payload, type: Identifier.envelopedData)
        let twoValues = HandmadeEnvelope.attribute(
            Identifier.messageDigest, [0x04, 0x00], DERWriter.element(.octetString, Self.payload))
        for attributes in [
            [], [right[0]], [right[1]], otherType, right + [right[0]], right + [right[1]], right + [[0x05, 0x00]],
            [right[0], HandmadeEnvelope.attribute(Identifier.messageDigest)],
            [right[0], HandmadeEnvelope.attribute(Identifier.messageDigest, [0x02, 0x01, 0x00])],
        ] {
            let found = try outcome(attributes: attributes)
            guard case .unreadable = found else {
                Issue.record("\(found) of \(attributes)")
                continue
            }
        }
        #expect(try outcome(attributes: otherType) == .unreadable(.malformed))
        #expect(try outcome(attributes: [right[0], twoValues]) == .unreadable(.trailingBytes))
    }

    @Test("There is one signer: none and two are unreadable")
    func signers() {
        #expect(outcome { $0.signers = [] } == .unreadable(.truncated))
        #expect(outcome { $0.signers.append($0.signers[0]) } == .unreadable(.trailingBytes))
    }

    @Test(
        "Bytes after the envelope are refused at the first of them",
        arguments: [[0], [0, 0], [0x30, 0x00]] as [[UInt8]])
    func tail(tail: [UInt8]) throws {
        var envelope = right
        let end = envelope.bytes.count
        envelope.tail = tail
        let bytes = envelope.bytes
        let problem = #expect(throws: Problem.self) { try verifier.read(appReceipt: bytes, at: Issued.date) }
        #expect(problem?.code == .trailingBytes)
        #expect(problem?.offset == end)
    }

    @Test("Another kind of envelope or of content is malformed")
    func types() {
        #expect(outcome { $0.type = Identifier.envelopedData } == .unreadable(.malformed))
        #expect(outcome { $0.type = Identifier.data } == .unreadable(.malformed))
        #expect(outcome { $0.contentType = Identifier.signedData } == .unreadable(.malformed))
        #expect(outcome { $0.content = [] } == .unreadable(.truncated))
        #expect(outcome { $0.content = DERWriter.utf8String("a") } == .unreadable(.malformed))
        #expect(outcome { $0.content += [0x05, 0x00] } == .unreadable(.trailingBytes))
        #expect(outcome { $0.content = [0x04, 0x00] } == .unreadable(.truncated))
    }

    @Test("The signer's certificate is found by issuer and serial number, and in no other way")
    func signerIdentifier() {
        // The chain is remembered from here on, and must be for this signer only.
        #expect(outcome { _ in }.isGenuine)
        #expect(outcome { $0.signers[0].serialNumber = [0x7F] } == .notGenuine(.chainLength))
        #expect(outcome { $0.signers[0].serialNumber = [0x00, 0x02] } == .notGenuine(.chainLength))
        #expect(outcome { $0.signers[0].issuer = DERWriter.sequence() } == .notGenuine(.chainLength))
        #expect(outcome { $0.certificates.removeFirst() } == .notGenuine(.chainLength))
        #expect(outcome { $0.certificates = [] } == .notGenuine(.chainLength))
    }

    @Test("An embedded certificate that can't be read proves nothing")
    func badCertificate() {
        #expect(outcome { $0.certificates.append([0x30, 0x00]) } == .notGenuine(.untrustedRoot))
        #expect(outcome { $0.certificates.insert([0x05, 0x00], at: 0) } == .notGenuine(.untrustedRoot))
        #expect(outcome { $0.certificates[0].removeLast() } == .notGenuine(.untrustedRoot))
    }

    @Test("A signature of another length, or of another payload by the same signer, is a mismatch")
    func signatures() throws {
        #expect(outcome { $0.signers[0].signature = [] } == .notGenuine(.signatureMismatch))
        #expect(outcome { $0.signers[0].signature.removeLast() } == .notGenuine(.signatureMismatch))
        #expect(outcome { $0.signers[0].signature.append(0) } == .notGenuine(.signatureMismatch))
        #expect(outcome { $0.signers[0].signature.insert(0, at: 0) } == .notGenuine(.signatureMismatch))
        let other = try HandmadeEnvelope(Issued.receipt().payload(), by: Small.receipts)
        #expect(outcome { $0.signers = other.signers } == .notGenuine(.signatureMismatch))
        #expect(outcome { $0.content = other.content } == .notGenuine(.signatureMismatch))
    }

    @Test("A content in pieces is read and proved like one in one piece")
    func pieces() throws {
        func inPieces(_ count: Int) -> [UInt8] {
            let size = (Self.payload.count + count - 1) / count
            let pieces = stride(from: 0, to: Self.payload.count, by: size).map { start in
                DERWriter.element(.octetString, Self.payload[start..<min(start + size, Self.payload.count)])
            }
            return DERWriter.constructed(.constructedOctetString, pieces)
        }
        for count in [1, 2, 3, Self.payload.count] {
            #expect(outcome { $0.content = inPieces(count) } == outcome { _ in }, "\(count) pieces")
        }
        #expect(outcome { $0.content = [0x24, 0x00] } == .unreadable(.truncated))
        let nested = DERWriter.constructed(.constructedOctetString, [inPieces(2)])
        #expect(outcome { $0.content = nested } == .unreadable(.malformed))
    }
}
