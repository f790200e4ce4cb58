import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallHTTP
import WindfallHTTPClient
import WindfallSignedData
import WindfallTimeline

/// The check against OpenSSL's responder, over sockets.
@Suite(.enabled(if: OpenSSLResponder.isPresent, "the openssl command is not installed"))
struct RevocationResponderTests {
    /// The present: the responder takes the time from the system.
    let now = SystemTimeline().now
    let authority: RevocableAuthority
    let reading: Reading<TransactionPayload>
    let client: HTTPClient

    init() throws {
        authority = try RevocableAuthority(address: RevocationCheckTests.address)
        reading = try authority.reading(at: now)
        client = try HTTPClient()
    }

    private func leafResponder(
        _ line: OpenSSLResponder.Line, signer: (Certificate, PrivateKey)? = nil
    ) throws -> OpenSSLResponder {
        try OpenSSLResponder(
            line, serialNumber: "30", issuer: authority.intermediate,
            signer: signer ?? (authority.intermediate, authority.intermediateKey))
    }

    private func intermediateResponder(_ line: OpenSSLResponder.Line) throws -> OpenSSLResponder {
        try OpenSSLResponder(
            line, serialNumber: "20", issuer: authority.root, signer: (authority.root, authority.rootKey))
    }

    private func check(
        _ leaf: OpenSSLResponder, _ intermediate: OpenSSLResponder, limits: HTTPLimits = HTTPLimits()
    ) -> RevocationCheck {
        RevocationCheck(
            transport: RevocationOverHTTP(
                client: client,
                responders: [
                    RevocationCheckTests.address: leaf.url, "http://ocsp.example/intermediate": intermediate.url,
                ], limits: limits))
    }

    @Test("Both certificates are good: no problem, and the answers count for a day and no longer")
    func good() async throws {
        let (leaf, intermediate) = (try leafResponder(.good), try intermediateResponder(.good))
        let check = check(leaf, intermediate)
        #expect(await check.check(reading, at: now) == nil)
        leaf.stop()
        intermediate.stop()
        for hours in [0, 1, 23] as [Int64] {
            #expect(await check.check(reading, at: try #require(now.adding(milliseconds: hours * 3_600_000))) == nil)
        }
        let later = try #require(now.adding(milliseconds: 25 * 3_600_000))
        #expect(await check.check(reading, at: later)?.code == .revocationUnknown)
    }

    @Test("A revoked signer is revoked, with its name and the moment, and stays so when the responder goes")
    func revoked() async throws {
        let (leaf, intermediate) = (try leafResponder(.revoked), try intermediateResponder(.good))
        let check = check(leaf, intermediate)
        let problem = await check.check(reading, at: now)
        #expect(problem?.code == .revoked && problem?.code.answer == .notGenuine)
        #expect(problem?.certificate == authority.leaf.subject)
        #expect(problem?.message == "a certificate was revoked, 2026-01-02T03:04:05Z (CRL reason 1)")
        leaf.stop()
        #expect(await check.check(reading, at: now)?.code == .revoked)
    }

    @Test("A revoked intermediate counts, also where the signer could not be asked about")
    func revokedIntermediate() async throws {
        let (leaf, intermediate) = (try leafResponder(.absent), try intermediateResponder(.revoked))
        let problem = await check(leaf, intermediate).check(reading, at: now)
        #expect(problem?.code == .revoked && problem?.certificate == authority.intermediate.subject)
    }

    @Test("A responder that does not know the certificate leaves it open")
    func absent() async throws {
        let (leaf, intermediate) = (try leafResponder(.absent), try intermediateResponder(.good))
        let problem = await check(leaf, intermediate).check(reading, at: now)
        #expect(problem?.code == .revocationUnknown)
        #expect(problem?.message.hasSuffix("the responder does not know the certificate") == true)
    }

    @Test(
        "An answer that has run out leaves it open: good and revoked alike",
        arguments: [OpenSSLResponder.Line.good, .revoked])
    func stale(line: OpenSSLResponder.Line) async throws {
        let (leaf, intermediate) = (try leafResponder(line), try intermediateResponder(line))
        let check = check(leaf, intermediate)
        for days in [2, -1] as [Int64] {
            let problem = await check.check(reading, at: try #require(now.adding(milliseconds: days * 86_400_000)))
            #expect(problem?.code == .revocationUnknown)
            #expect(problem?.message.hasSuffix("the answer is not current") == true)
        }
    }

    @Test(
        "A responder without the issuer's leave says nothing, neither good nor revoked",
        arguments: [OpenSSLResponder.Line.good, .revoked])
    func wrongResponder(line: OpenSSLResponder.Line) async throws {
        let stranger = try RevocableAuthority(address: nil)
        let leaf = try leafResponder(line, signer: (stranger.root, stranger.rootKey))
        let problem = await check(leaf, try intermediateResponder(.good)).check(reading, at: now)
        #expect(problem?.code == .revocationUnknown)
        #expect(problem?.message.hasSuffix("the responder may not speak for the issuer") == true)
    }

    @Test("O13: a responder that is gone leaves it open")
    func gone() async throws {
        let (leaf, intermediate) = (try leafResponder(.good), try intermediateResponder(.good))
        leaf.stop()
        let problem = await check(leaf, intermediate).check(reading, at: now)
        #expect(problem?.code == .revocationUnknown && problem?.certificate == authority.leaf.subject)
        #expect(problem?.message.hasSuffix("the connection was refused") == true)
    }

    @Test("O13: a responder that accepts and says nothing leaves it open when its time is up")
    func silent() async throws {
        let (leaf, intermediate) = (try leafResponder(.good), try intermediateResponder(.good))
        leaf.freeze()
        let limits = HTTPLimits(totalTime: .seconds(1), connectTime: .seconds(1))
        let problem = await check(leaf, intermediate, limits: limits).check(reading, at: now)
        #expect(problem?.code == .revocationUnknown)
        #expect(problem?.message.contains("timed out while") == true)
    }
}
