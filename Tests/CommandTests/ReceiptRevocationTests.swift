import Synchronization
import Testing
import WindfallCommandLine
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// `receipt verify --check-revocation`.
@Suite struct ReceiptRevocationTests {
    private let line = "receipt verify receipt --trust roots.pem --check-revocation"

    private func stage(_ problem: Problem? = nil) throws -> Stage {
        var stage = Authority.stage(with: try Authority.receipt())
        stage.revocation = problem
        return stage
    }

    @Test("Without the option nobody is asked")
    func notAsked() throws {
        let stage = try stage(Problem(.revoked, "revoked"))
        #expect(stage.run("receipt verify receipt --trust roots.pem").exitCode == .success)
        #expect(stage.disk.questions.withLock { $0 } == 0)
    }

    @Test("A good answer leaves the receipt genuine")
    func good() throws {
        let stage = try stage()
        let outcome = stage.run(line)
        #expect(outcome.exitCode == .success && outcome.text.hasPrefix("GENUINE") && outcome.remarks.isEmpty)
        #expect(stage.disk.questions.withLock { $0 } == 1)
    }

    @Test("A revoked certificate: exit 1 and the code")
    func revoked() throws {
        let stage = try stage(Problem(.revoked, "a certificate was revoked", certificate: "CN=Signer"))
        let outcome = stage.run("\(line) --json")
        #expect(outcome.exitCode == .no && outcome.problemCode == "revoked" && outcome.json["verified"] == false)
        #expect(outcome.json["problem"]?["certificate"] == "CN=Signer")
        #expect(stage.run(line).text.hasPrefix("NOT GENUINE  a certificate was revoked\n"))
    }

    @Test("O13: authorities that could not be asked: exit 4 and the code, and never a no")
    func unknown() throws {
        let stage = try stage(Problem(.revocationUnknown, "could not be asked: timed out while connecting"))
        let outcome = stage.run("\(line) --json")
        #expect(outcome.exitCode == .unchecked && outcome.problemCode == "revocation_unknown")
        #expect(outcome.json["verified"] == false)
        let text = stage.run(line).text
        #expect(text.hasPrefix("COULD NOT BE CHECKED  could not be asked: timed out while connecting\n"))
        #expect(text.contains("the signature holds") && !text.contains("nothing of it is proved"))
    }

    @Test("Nobody is asked about what is not genuine or can't be read: its own problem stays")
    func notGenuine() throws {
        let stage = try stage(Problem(.revocationUnknown, "down"))
        #expect(stage.run("receipt verify receipt --check-revocation --json").problemCode == "untrusted_root")
        #expect(stage.run("\(line) --bundle-id com.example.other --json").problemCode == "bundle_mismatch")
        let unreadable = Authority.stage(with: Array("nothing".utf8)).run(line)
        #expect(unreadable.exitCode == .unreadable)
        #expect(stage.disk.questions.withLock { $0 } == 0)
    }

    @Test("The real present counts, not --at; when the certificates have run out, nobody is asked and that is said")
    func expired() throws {
        var stage = try stage(Problem(.revocationUnknown, "down"))
        #expect(stage.run("\(line) --at 2150-01-01").exitCode == .unchecked)
        stage.now = Instant(seconds: 4_200_000_000)
        let outcome = stage.run("\(line) --at 2026-01-31")
        #expect(outcome.exitCode == .success && outcome.text.hasPrefix("GENUINE"))
        #expect(outcome.remarks.count == 1 && outcome.remarks.first?.contains("asked nobody") == true)
    }
}

/// How a question goes over HTTP.
@Suite struct RevocationOverHTTPTests {
    private func post(
        to address: String = "http://ocsp.example/a", _ server: @escaping MemoryTransport.Server
    ) async throws(RevocationOutage) -> [UInt8] {
        guard let url = HTTPURL("http://ocsp.example") else { return [] }
        return try await RevocationOverHTTP(over: MemoryTransport([url.origin: server])).post([1, 2], to: address)
    }

    @Test("The question is posted under its own type, and the body of the answer comes back")
    func post() async throws {
        let answer = try await post { request in
            let isRight =
                request.method == .post && request.url.target == "/a" && request.body == [1, 2]
                && request.headers["Content-Type"] == "application/ocsp-request"
            return HTTPResponse(isRight ? .ok : .notFound, body: [3])
        }
        #expect(answer == [3])
    }

    @Test("Any other status, an outage, an answer without end and an unusable address are outages with a reason")
    func outages() async throws {
        await #expect(throws: RevocationOutage("status 503")) {
            try await post { _ in HTTPResponse(.serviceUnavailable, body: [3]) }
        }
        await #expect(throws: RevocationOutage("timed out while waiting")) {
            try await post { (_) throws(HTTPClientError) in throw .timedOut(.waiting) }
        }
        await #expect(throws: RevocationOutage("the answer is too large")) {
            try await post { _ in HTTPResponse(.ok, body: [UInt8](repeating: 0x30, count: 100_000)) }
        }
        for address in ["ldap://ocsp.example/a", "file:///etc/passwd", "", "http://user:word@ocsp.example/"] {
            await #expect(throws: RevocationOutage("the certificate names no usable address")) {
                try await post(to: address) { _ in HTTPResponse(.ok) }
            }
        }
        await #expect(throws: RevocationOutage("the connection was refused")) {
            try await post(to: "http://other.example/") { _ in HTTPResponse(.ok) }
        }
    }
}
