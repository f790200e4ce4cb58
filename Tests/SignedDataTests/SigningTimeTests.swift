import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

@Suite("Certificates and the instant of signing")
struct SigningTimeTests {
    private static let day: Int64 = 86_400_000
    private static let from = Instant(milliseconds: Issued.date.milliseconds - day)
    private static let until = Instant(milliseconds: Issued.date.milliseconds + day)

    static let instants: [(Int64, Bool)] = [
        (-day - 1000, false), (-day - 1, false), (-day, true), (-day + 1, true), (0, true), (day - 1, true),
        (day, true), (day + 1, false), (day + 1000, false), (.min / 2, false), (.max / 2, false),
    ]

    @Test("A certificate counts from its first to its last second, whichever of the chain it is", arguments: instants)
    func bounds(offset: Int64, isValid: Bool) throws {
        let valid = Self.from...Self.until
        var receipt = Small.receipt
        receipt.creationDate = Instant(milliseconds: Issued.date.milliseconds + offset)
        var payload = Issued.transaction
        payload["signedDate"] = .integer(Issued.date.milliseconds + offset)
        for short in 0..<3 {
            func range(_ place: Int) -> ClosedRange<Instant> { place == short ? valid : SigningIdentity.always }
            let identity = try SigningIdentity.root("R", .p256, valid: range(2))
                .issueAuthority("I", .p256, valid: range(1)).issue("L", .p256, valid: range(0))
            let verifier = Verifier(trust: try identity.trust)
            let text = Array(try JWSWriter.sign(payload, with: identity).utf8)
            for now in [Self.from, Issued.date, Instant(milliseconds: 4_000_000_000_000)] {
                let reading = try verifier.read(jws: text, as: TransactionPayload.self, at: now)
                #expect(reading.problem?.code == (isValid ? nil : .certificateExpired), "certificate \(short)")
            }
        }
        guard (-2 * Self.day...2 * Self.day).contains(offset), offset % 1000 == 0 else { return }
        let identity = try SigningIdentity.root("R").issueAuthority("I").issue("L", valid: valid)
        let bytes = try SignedEnvelope.sign(receipt.payload(), with: identity, digest: .sha256)
        let found = Verifier(trust: try identity.trust).outcome(appReceipt: bytes)
        #expect(isValid ? found.isGenuine : found == .notGenuine(.certificateExpired))
    }

    @Test("Certificates that were never valid together prove nothing")
    func neverTogether() throws {
        let identity = try SigningIdentity.root("R", .p256)
            .issueAuthority("I", .p256, valid: Self.from...Issued.date).issue(
                "L", .p256, valid: Self.until...Self.until)
        let verifier = Verifier(trust: try identity.trust)
        for milliseconds in [Self.from, Issued.date, Self.until].map(\.milliseconds) {
            var payload = Issued.transaction
            payload["signedDate"] = .integer(milliseconds)
            let text = try JWSWriter.sign(payload, with: identity)
            #expect(verifier.outcome(jws: text) == .notGenuine(.certificateExpired))
        }
    }

    @Test("Where there is no date of signing, the caller's now counts")
    func noDate() throws {
        let identity = try SigningIdentity.root("R", .p256).issueAuthority("I", .p256)
            .issue("L", .p256, valid: Self.from...Self.until)
        var payload = Issued.transaction
        payload["signedDate"] = nil
        let text = Array(try JWSWriter.sign(payload, with: identity).utf8)
        let verifier = Verifier(trust: try identity.trust)
        let late = Instant(milliseconds: Self.until.milliseconds + 1)
        #expect(try verifier.read(jws: text, as: TransactionPayload.self, at: Self.until).isGenuine)
        let reading = try verifier.read(jws: text, as: TransactionPayload.self, at: late)
        #expect(reading.problem?.code == .certificateExpired)
    }
}
