import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData

@Suite("Signed data that was cut")
struct TruncationTests {
    private static func smallest(_ form: AppReceipt.Form) -> AppReceipt {
        var receipt = AppReceipt(bundleID: "a.b")
        receipt.receiptType = form == .xcode ? "Xcode" : "ProductionSandbox"
        receipt.creationDate = Issued.date
        receipt.inApp = [Issued.entry(1)]
        return receipt
    }

    /// Whether cut data is answered: unreadable or not genuine, with the code that the outcome holds.
    private func check(_ whole: [UInt8], _ answers: String..., outcome: ([UInt8]) -> Outcome) {
        #expect(outcome(whole).isGenuine)
        let found = whole.indices.map { (length: $0, outcome: outcome([UInt8](whole[..<$0])).description) }
        #expect(found.filter { !answers.contains($0.outcome) }.prefix(5).map { "\($0)" } == [])
    }

    @Test(
        "An app receipt cut at any length is truncated, in both its forms",
        arguments: [AppReceipt.Form.appStore, .xcode])
    func appReceipt(form: AppReceipt.Form) throws {
        let bytes = try Issued.authority.sign(Self.smallest(form), form: form)
        let verifier = Issued.verifier(allowsLocalTesting: true)
        check(bytes, "unreadable: truncated") { verifier.outcome(appReceipt: $0) }
    }

    @Test("An app receipt cut at any length is unreadable to the reader of all forms, in DER and in base64")
    func anyForm() throws {
        let bytes = try SignedEnvelope.sign(Self.smallest(.appStore).payload(), with: Small.receipts, digest: .sha256)
        let verifier = Verifier(trust: try Small.receipts.trust)
        let words = ["truncated", "not_base64", "unknown_format"].map { "unreadable: \($0)" }
        check(bytes, words[0], words[1], words[2]) { verifier.outcome($0) }
        check(Array(Base64.encode(bytes.span).utf8), words[0], words[1], words[2]) { verifier.outcome($0) }
    }

    @Test("F24: an iOS 6 style receipt cut at any length is truncated", arguments: TransactionReceipt.Version.allCases)
    func transactionReceipt(version: TransactionReceipt.Version) throws {
        let bytes = try Issued.authority.sign(Issued.purchase, environment: "Sandbox", version: version)
        let verifier = Issued.verifier()
        check(bytes, "unreadable: truncated") { verifier.outcome(transactionReceipt: $0) }
    }

    @Test("F24: the signature of an iOS 6 style receipt cut at any length proves nothing")
    func signatureBlob() throws {
        let bytes = try Issued.authority.sign(Issued.purchase, environment: nil, version: .version2)
        let verifier = Issued.verifier()
        var entries = try PropertyList.read(bytes.span)
        let place = try #require(entries.firstIndex { $0.key == "signature" })
        let blob = try Base64.decode(Array(entries[place].value.utf8).span)
        for length in blob.indices {
            let cut = [UInt8](blob[..<length])
            entries[place].value = Base64.encode(cut.span)
            let found = verifier.outcome(transactionReceipt: PropertyList.write(entries))
            if found != .notGenuine(.signatureMismatch) { Issue.record("\(found) at \(length)") }
        }
    }

    @Test("A JWS cut at any length is unreadable, or not genuine where only its signature is short")
    func jws() throws {
        let text = try Issued.authority.sign(Issued.transaction)
        let verifier = Issued.verifier()
        check(
            Array(text.utf8), "unreadable: malformed", "unreadable: not_base64", "unreadable: truncated",
            "not genuine: signature_mismatch"
        ) {
            verifier.outcome(jws: $0)
        }
        let signed = text[..<(try #require(text.lastIndex(of: ".")))]
        #expect(verifier.outcome(jws: String(signed)) == .unreadable(.malformed))
        #expect(verifier.outcome(jws: String(signed) + ".") == .notGenuine(.signatureMismatch))
    }

    @Test("A receipt cut at its front is unreadable at any length")
    func front() throws {
        let bytes = try SignedEnvelope.sign(Self.smallest(.appStore).payload(), with: Small.receipts, digest: .sha256)
        let verifier = Verifier(trust: try Small.receipts.trust)
        for length in 1..<bytes.count {
            let found = verifier.outcome(appReceipt: [UInt8](bytes[length...]))
            guard case .unreadable = found else {
                Issue.record("\(found) after \(length) bytes")
                continue
            }
        }
    }
}
