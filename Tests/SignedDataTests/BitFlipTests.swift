import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData

@Suite("Signed data with one bit changed")
struct BitFlipTests {
    /// Changes each bit, one at a time: genuine only with the same content and signer, and nowhere in `covered`.
    ///
    /// - Parameters:
    ///   - step: 1 tries every bit, 7 every seventh.
    ///   - tries: how many there must have been, so that nothing is left out unnoticed.
    private func flip(
        _ bytes: [UInt8], covered: [Range<Int>], step: Int = 1, tries: Int, outcome: ([UInt8]) -> Outcome
    ) {
        let unchanged = outcome(bytes)
        #expect(unchanged.isGenuine, "\(unchanged)")
        var tried = 0
        var genuine = 0
        var wrong: [String] = []
        var changed = bytes
        for bit in stride(from: 0, to: bytes.count * 8, by: step) {
            let (place, mask) = (bit / 8, UInt8(1) << UInt8(bit % 8))
            changed[place] ^= mask
            let found = outcome(changed)
            changed[place] ^= mask
            tried += 1
            if case .misplaced(let text) = found { wrong.append("\(text), after bit \(bit)") }
            guard found.isGenuine else { continue }
            genuine += 1
            if found != unchanged { wrong.append("other content or signer after bit \(bit)") }
            if covered.contains(where: { $0.contains(place) }) { wrong.append("genuine after bit \(bit)") }
        }
        #expect(wrong.prefix(5) == [])
        #expect(tried == tries, "\(genuine) of \(tried) changes stay genuine")
        #expect(outcome(bytes) == unchanged)
    }

    /// Where payload, signature, signed attributes, leaf and intermediate stand in an envelope.
    private func covered(_ bytes: [UInt8]) throws -> [Range<Int>] {
        let envelope = try SignedEnvelope(reading: bytes.span)
        guard case .inPlace(let payload) = envelope.content else {
            Issue.record("in pieces")
            return []
        }
        var walk = DERReader(envelope.certificates)
        let leaf = try walk.next(.sequence, in: bytes.span).whole
        let intermediate = try walk.next(.sequence, in: bytes.span).whole
        let ranges = [payload, envelope.signer.signature, leaf, intermediate]
        return ranges + (envelope.signer.attributes.map { [$0] } ?? [])
    }

    @Test("Every bit of an app receipt, about 12,000: none believed in payload, signature, leaf or intermediate")
    func appReceipt() throws {
        // The root is not sent along, since it is not looked at.
        let bytes = try SignedEnvelope.sign(
            Small.receipt.payload(), with: Small.receipts.with(Array(Small.receipts.certificates.prefix(2))),
            digest: .sha256)
        let verifier = Verifier(trust: try Small.receipts.trust)
        flip(bytes, covered: try covered(bytes), tries: 8 * bytes.count) { verifier.outcome(appReceipt: $0) }
    }

    @Test("Every fifth bit of an app receipt with signed attributes and a root: none believed in the attributes either")
    func signedAttributes() throws {
        let bytes = try SignedEnvelope.sign(
            Small.receipt.payload(), with: Small.receipts, digest: .sha1, signingTime: Issued.date)
        let verifier = Verifier(trust: try Small.receipts.trust)
        flip(bytes, covered: try covered(bytes), step: 5, tries: (8 * bytes.count + 4) / 5) {
            verifier.outcome(appReceipt: $0)
        }
    }

    @Test("Every seventh bit of an app receipt in Xcode's form, which has more lengths to get wrong")
    func xcodeReceipt() throws {
        let bytes = try SignedEnvelope.sign(
            Small.receipt.payload(.xcode), with: Small.receipts.with(Array(Small.receipts.certificates.prefix(2))),
            digest: .sha256, form: .xcode)
        let verifier = Verifier(trust: try Small.receipts.trust)
        flip(bytes, covered: try covered(bytes), step: 7, tries: (8 * bytes.count + 6) / 7) {
            verifier.outcome(appReceipt: $0)
        }
    }

    @Test("Every bit of a JWS, about 15,000: no change is believed anywhere")
    func jws() throws {
        let text = Array(try JWSWriter.sign(Issued.transaction, with: Small.payloads).utf8)
        let verifier = Verifier(trust: try Small.payloads.trust)
        flip(text, covered: [text.indices], tries: 8 * text.count) { verifier.outcome(jws: $0) }
    }

    @Test(
        "F24: every bit of an iOS 6 style receipt, about 10,000: none believed in the signed part or the signature",
        arguments: TransactionReceipt.Version.allCases)
    func transactionReceipt(version: TransactionReceipt.Version) throws {
        let signer = version == .version2 ? Small.transactions : Small.transactions3
        let bytes = try TransactionReceipt.sign(
            Array(Issued.purchase.suffix(3)), environment: "Sandbox", pod: "100", version: version, with: signer)
        let verifier = Verifier(trust: try Trust.only(signer.certificates[1]))
        let covered = try PropertyList.read(bytes.span).prefix(2).map { try place(of: $0.value, in: bytes) }
        flip(bytes, covered: covered, tries: 8 * bytes.count) { bytes in
            Outcome { () throws(Problem) in
                // The environment and the pod stand outside the signature (F19).
                try verifier.read(transactionReceipt: bytes, at: Issued.date).map(\.purchase)
            }
        }
    }

    private func place(of text: String, in bytes: [UInt8]) throws -> Range<Int> {
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: text.utf8) })
        return start..<(start + text.utf8.count)
    }

    @Test(
        "Every 401st bit of a receipt that Apple signed", .needsFixtures,
        arguments: AppReceiptFixtureTests.signedByApple)
    func realReceipt(path: String) throws {
        let bytes = try Fixtures.decoded(path)
        guard bytes.count < 10_000 else { return }
        let verifier = Verifier()
        flip(bytes, covered: try covered(bytes), step: 401, tries: (bytes.count * 8 + 400) / 401) {
            verifier.outcome(appReceipt: $0)
        }
    }

    @Test("Every 1,201st bit of a JWS that Apple signed", .needsFixtures, arguments: JWSFixtureTests.signedByApple)
    func realJWS(path: String) throws {
        let text = try Fixtures.bytes(path)
        let verifier = Verifier()
        flip(text, covered: [text.indices], step: 1201, tries: (text.count * 8 + 1200) / 1201) { verifier.outcome($0) }
    }
}
