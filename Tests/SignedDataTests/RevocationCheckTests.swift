import Synchronization
import Testing
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// The check without sockets: what it asks, what it makes of answers, what it remembers.
@Suite struct RevocationCheckTests {
    static let address = "http://ocsp.example/leaf"
    let authority: RevocableAuthority
    let now = Issued.date

    init() throws {
        authority = try RevocableAuthority(address: Self.address)
    }

    @Test("Leaf and intermediate are asked about, the root is not, and the words are those of RFC 6960")
    func questions() async throws {
        let transport = ScriptedResponder { _ in .failure(RevocationOutage("status 503")) }
        let problem = await RevocationCheck(transport: transport).check(try authority.reading(at: now), at: now)
        #expect(problem?.code == .revocationUnknown)
        #expect(problem?.certificate?.contains("Windfall Test Signer") == true)
        #expect(problem?.message.hasSuffix("could not be asked: status 503") == true)
        #expect(transport.addresses.sorted() == ["http://ocsp.example/intermediate", Self.address])
    }

    @Test("O13: an outage of any kind, and any answer that says nothing, is revocation_unknown and never revoked")
    func unknown() async throws {
        let answers: [Result<[UInt8], RevocationOutage>] = [
            .failure(RevocationOutage("timed out while connecting")), .success([]), .success([0x30]),
            .success(Array("<html>".utf8)), .success([0x30, 0x03, 0x0A, 0x01, 0x03]),
            .success([UInt8](repeating: 0x30, count: 100_000)), .success(authority.rootDER),
        ]
        let reading = try authority.reading(at: now)
        for answer in answers {
            let problem = await RevocationCheck(transport: ScriptedResponder { _ in answer }).check(reading, at: now)
            #expect(problem?.code == .revocationUnknown)
            #expect(problem?.code.answer == .unchecked)
        }
    }

    @Test("Nobody is asked about data that is not genuine; its own problem stays")
    func notGenuine() async throws {
        let transport = ScriptedResponder { _ in .success([]) }
        let other = Verifier(trust: .apple)
        let reading = try authority.reading(at: now, verifier: other)
        #expect(await RevocationCheck(transport: transport).check(reading, at: now)?.code == .untrustedRoot)
        #expect(transport.addresses.isEmpty)
    }

    @Test("Nobody is asked about certificates that have run out, so old data stays genuine")
    func expired() async throws {
        let transport = ScriptedResponder { _ in .success([]) }
        let reading = try authority.reading(at: now)
        let later = Instant(seconds: 4_102_444_800)
        #expect(RevocationCheck.hasQuestions(about: reading, at: now))
        #expect(!RevocationCheck.hasQuestions(about: reading, at: later))
        #expect(await RevocationCheck(transport: transport).check(reading, at: later) == nil)
        #expect(await RevocationCheck(transport: transport).check(reading, at: Instant(seconds: 0)) == nil)
        #expect(transport.addresses.isEmpty)
    }

    @Test("A certificate that names no responder could not be asked about")
    func noAddress() async throws {
        let transport = ScriptedResponder { _ in .success([]) }
        let silent = try RevocableAuthority(address: nil)
        let problem = await RevocationCheck(transport: transport).check(try silent.reading(at: now), at: now)
        #expect(problem?.code == .revocationUnknown && problem?.message.hasSuffix("it names no responder") == true)
        #expect(transport.addresses == ["http://ocsp.example/intermediate"])
    }

    @Test("What Xcode signs has no authority that could be asked")
    func local() async throws {
        let transport = ScriptedResponder { _ in .success([]) }
        var payload = Issued.transaction
        payload["environment"] = "Xcode"
        let text = try Issued.authority.sign(payload, isLocal: true)
        let reading = try Issued.verifier(allowsLocalTesting: true).read(Array(text.utf8), at: now)
        #expect(reading.isGenuine)
        #expect(await RevocationCheck(transport: transport).check(reading, at: now) == nil)
        #expect(transport.addresses.isEmpty)
    }

    @Test("Each kind of signed data knows its chain, a notification also those of its parts, each once")
    func chains() throws {
        let verifier = Issued.verifier()
        let receipt = try Issued.authority.sign(Issued.receipt())
        let purchase = try Issued.authority.sign(Issued.purchase, environment: "Sandbox")
        let notification = try Issued.authority.sign(Issued.notification())
        #expect(try verifier.read(appReceipt: receipt, at: now).chains.map(\.certificates.count) == [2])
        #expect(try verifier.read(transactionReceipt: purchase, at: now).chains.map(\.certificates.count) == [1])
        #expect(try verifier.read(Array(notification.utf8), at: now).chains.map(\.certificates.count).first == 2)
        #expect(try verifier.read(Array(notification.utf8), at: now).chains.count <= 3)
        let again = try verifier.read(Array(notification.utf8), at: now).chains
        #expect(again.count == 1, "a remembered chain is one object")
    }

    @Test("An outage is remembered for half a minute, and no longer")
    func outage() async throws {
        let transport = ScriptedResponder { _ in .failure(RevocationOutage("down")) }
        let check = RevocationCheck(transport: transport)
        let reading = try authority.reading(at: now)
        for (seconds, count) in [(0, 2), (29, 2), (30, 4), (31, 4), (-1, 6)] as [(Int64, Int)] {
            let instant = try #require(now.adding(milliseconds: seconds * 1000))
            #expect(await check.check(reading, at: instant)?.code == .revocationUnknown)
            #expect(transport.addresses.count == count, "after \(seconds) seconds")
        }
    }

    @Test("Those who need the same answer at the same time send one question")
    func together() async throws {
        let reading = try authority.reading(at: now)
        let transport = GatedResponder(waiting: 2)
        let check = RevocationCheck(transport: transport)
        let codes = await withTaskGroup(of: Problem.Code?.self) { group in
            for _ in 0..<100 { group.addTask { [now] in await check.check(reading, at: now)?.code } }
            return await group.reduce(into: [Problem.Code?]()) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .revocationUnknown, count: 100))
        #expect(transport.count == 2)
    }

    @Test("A cancelled caller gets an unknown, and what it did not learn is not remembered")
    func cancelled() async throws {
        let transport = ScriptedResponder { _ in .failure(RevocationOutage("down")) }
        let check = RevocationCheck(transport: transport)
        let reading = try authority.reading(at: now)
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { [now] in
                #expect(await check.check(reading, at: now)?.code == .revocationUnknown)
            }
        }
        let before = transport.addresses.count
        #expect(await check.check(reading, at: now)?.code == .revocationUnknown)
        #expect(transport.addresses.count == before + 2)
    }
}

/// Answers as it is told to, and notes who was asked.
final class ScriptedResponder: RevocationTransport {
    private let answer: @Sendable ([UInt8]) -> Result<[UInt8], RevocationOutage>
    private let asked = Mutex<[String]>([])

    init(_ answer: @escaping @Sendable ([UInt8]) -> Result<[UInt8], RevocationOutage>) {
        self.answer = answer
    }

    var addresses: [String] { asked.withLock { $0 } }

    func post(_ question: [UInt8], to address: String) async throws(RevocationOutage) -> [UInt8] {
        asked.withLock { $0.append(address) }
        return try answer(question).get()
    }
}

/// Answers nobody before a number of questions has come.
final class GatedResponder: RevocationTransport {
    private struct Gate: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let threshold: Int
    private let gate = Mutex(Gate())

    init(waiting threshold: Int) {
        self.threshold = threshold
    }

    var count: Int { gate.withLock { $0.count } }

    func post(_ question: [UInt8], to address: String) async throws(RevocationOutage) -> [UInt8] {
        await withCheckedContinuation { continuation in
            let released = gate.withLock { gate in
                gate.count += 1
                gate.waiting.append(continuation)
                guard gate.count >= threshold else { return [CheckedContinuation<Void, Never>]() }
                defer { gate.waiting = [] }
                return gate.waiting
            }
            for continuation in released { continuation.resume() }
        }
        throw RevocationOutage("nothing to say")
    }
}
