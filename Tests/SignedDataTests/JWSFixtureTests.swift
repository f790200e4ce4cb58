import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData

@Suite("JWS that Apple signed", .needsFixtures)
struct JWSFixtureTests {
    static let signedByApple = ["jws-transaction", "jws-renewal-info", "jws-notification-v2"]
        .flatMap { Fixtures.files($0, ".jws") }

    @Test("A JWS of Apple is genuine and says what it says", arguments: signedByApple)
    func genuine(path: String) throws {
        let reading = try Verifier().read(Fixtures.bytes(path), at: Fixtures.now)
        #expect(reading.problem == nil)
        #expect(reading.environment == .sandbox)
        let kind: SignedContent.Kind =
            path.hasPrefix("jws-t") ? .transaction : path.hasPrefix("jws-r") ? .renewalInfo : .notification
        #expect(reading.content.kind == kind)
        let expected = try #require(try Fixtures.json(Fixtures.companion(of: path, ".payload.json")).object)
        for member in expected.members where member.key != "data" {
            #expect(reading.content.payload[member.key] == member.value, "\(member.key)")
        }
    }

    @Test(
        "F43: a JWS of Xcode is refused as a local test, unless that was asked for",
        arguments: Fixtures.files("jws-xcode", ".jws"))
    func xcode(path: String) throws {
        let text = try Fixtures.bytes(path)
        #expect(try Verifier().read(text, at: Fixtures.now).problem?.code == .localTesting)
        var trust = Trust.apple
        trust.allowsLocalTesting = true
        let reading = try Verifier(trust: trust).read(text, at: Fixtures.now)
        #expect(reading.problem == nil)
        #expect(reading.content.payload["signedDate"]?.number?.text ?? "1697679936056.485" == "1697679936056.485")
    }

    @Test(
        "A JWS of another authority is genuine only where that authority is trusted",
        arguments: [
            ("jws-apple-test/transactionInfo.jws", "certificates/apple-test-ca.der", nil),
            ("jws-apple-test/testNotification.jws", "certificates/apple-test-ca.der", nil),
            ("jws-synthetic/transaction.jws", "jws-synthetic/jws-root.der", nil),
            ("jws-synthetic/app-transaction.jws", "jws-synthetic/jws-root.der", nil),
            (
                "jws-synthetic/expired-cert-fresh.jws", "jws-synthetic/jws-expired-root.der",
                Problem.Code.certificateExpired
            ),
            (
                "jws-synthetic/transaction-no-leaf-oid.jws", "jws-synthetic/jws-no-leaf-oid-root.der",
                .certificatePurpose
            ),
            ("jws-apple-test/missingX5CHeaderClaim.jws", "certificates/apple-test-ca.der", .chainLength),
        ])
    func otherAuthorities(path: String, root: String, problem: Problem.Code?) throws {
        let text = try Fixtures.bytes(path)
        #expect(try !Verifier().read(text, at: Fixtures.now).isGenuine)
        var trust = Trust.apple
        try trust.add(certificates: Fixtures.bytes(root))
        #expect(try Verifier(trust: trust).read(text, at: Fixtures.now).problem?.code == problem)
    }
}
