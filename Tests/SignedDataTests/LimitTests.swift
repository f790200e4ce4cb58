import Foundation
import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData

@Suite("Signed data that is too large")
struct LimitTests {
    static let hundredMegabytes = 100 * 1024 * 1024

    static let flood: [(name: String, head: String, filling: Character)] = [
        ("base64", "", "A"), ("base64 of a receipt", "MIIB", "A"), ("white space", "", " "), ("line breaks", "A", "\n"),
        ("a JWS", "eyJ.eyJ.", "A"), ("dots", "", "."), ("JSON", "{\"receipt-data\":\"", "A"), ("arrays", "[", "["),
        ("a property list", "{\"signature\" = \"", "A"), ("braces", "{", "{"), ("PEM", "-----BEGIN PKCS7-----\n", "A"),
    ]

    @Test("100 MB of anything are too large, and no copy is made of them", arguments: flood)
    func hundredMegabytes(flood: (name: String, head: String, filling: Character)) throws {
        let filling = try #require(flood.filling.asciiValue)
        let input = Array(flood.head.utf8) + [UInt8](repeating: filling, count: Self.hundredMegabytes)
        let before = Self.mostMemory()
        #expect(Verifier().outcome(input) == .unreadable(.tooLarge))
        // Each copy would add a hundred.
        #expect(Self.mostMemory() - before < Self.hundredMegabytes / 2)
    }

    @Test("100 MB that begin like DER, or are given as one form, are too large")
    func hundredMegabytesOfOneForm() {
        let input = [0x30, 0x84, 0x06, 0x40, 0, 0] + [UInt8](repeating: 0xA5, count: Self.hundredMegabytes)
        let before = Self.mostMemory()
        #expect(Verifier().outcome(input) == .unreadable(.tooLarge))
        #expect(Verifier().outcome(appReceipt: input) == .unreadable(.tooLarge))
        #expect(Verifier().outcome(transactionReceipt: input) == .unreadable(.tooLarge))
        #expect(Verifier().outcome(jws: input) == .unreadable(.tooLarge))
        #expect(Self.mostMemory() - before < Self.hundredMegabytes / 2)
    }

    /// The most memory that this process has had so far, in bytes; 0 where the system does not say.
    private static func mostMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropLast().last).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }

    @Test("Each form is read up to the limit, and refused one byte above it")
    func boundary() throws {
        let receipt = try SignedEnvelope.sign(Small.receipt.payload(), with: Small.receipts, digest: .sha256)
        func outcome(_ input: [UInt8], limit: Int, _ identity: SigningIdentity = Small.receipts) throws -> Outcome {
            Verifier(trust: try identity.trust, limit: limit).outcome(input)
        }
        let lines = stride(from: 0, to: receipt.base64.count, by: 64).map { start in
            String(receipt.base64.dropFirst(start).prefix(64))
        }
        for input in [receipt, Array(receipt.base64.utf8), Array(lines.joined(separator: "\r\n").utf8)] {
            #expect(try outcome(input, limit: receipt.count).isGenuine)
            #expect(try outcome(input, limit: receipt.count - 1) == .unreadable(.tooLarge))
            for limit in [0, 1, -1, .min] { #expect(try outcome(input, limit: limit) == .unreadable(.tooLarge)) }
            for limit in [Int.max, .max - 1, .max / 2] { #expect(try outcome(input, limit: limit).isGenuine) }
        }
        let text = Array(try JWSWriter.sign(Issued.transaction, with: Small.payloads).utf8)
        #expect(try outcome(text, limit: text.count, Small.payloads).isGenuine)
        #expect(try outcome(text, limit: text.count - 1, Small.payloads) == .unreadable(.tooLarge))
        let transaction = try Issued.authority.sign(Issued.purchase, environment: nil)
        for input in [transaction, Array(transaction.base64.utf8)] {
            #expect(Verifier(trust: Issued.authority.trust, limit: transaction.count).outcome(input).isGenuine)
            let verifier = Verifier(trust: Issued.authority.trust, limit: transaction.count - 1)
            #expect(verifier.outcome(input) == .unreadable(.tooLarge))
        }
    }

    @Test("F29: 10,000 purchases are read")
    func manyPurchases() throws {
        let receipt = Issued.receipt(purchases: 10_000)
        let bytes = try SignedEnvelope.sign(receipt.payload(), with: Small.receipts, digest: .sha256)
        let reading = try Verifier(trust: Small.receipts.trust).read(appReceipt: bytes, at: Issued.date)
        #expect(reading.isGenuine)
        #expect(reading.content.inApp.count == 10_000)
        #expect(Set(reading.content.inApp.map(\.transactionID)).count == 10_000)
    }
}

@Suite("Signed data with too much of something")
struct AmountTests {
    private let verifier: Verifier
    private let receipts: Verifier

    init() throws {
        verifier = Verifier(trust: try Small.payloads.trust)
        receipts = Verifier(trust: try Small.receipts.trust)
    }

    private func outcome(_ change: (inout HandmadeJWS) -> Void) throws -> Outcome {
        var jws = HandmadeJWS()
        change(&jws)
        return verifier.outcome(jws: try jws.text)
    }

    @Test("JSON nested 100,000 deep is malformed, in header and payload", arguments: ["[", "{\"a\":"])
    func nestedJSON(opening: String) throws {
        let bomb = String(repeating: opening, count: 100_000)
        #expect(try outcome { $0.payload = bomb } == .unreadable(.malformed))
        #expect(try outcome { $0.payload = "{\"a\":" + bomb } == .unreadable(.malformed))
        #expect(try outcome { $0.header = bomb } == .unreadable(.malformed))
        #expect(try outcome { $0.header = "{\"x5c\":" + bomb } == .unreadable(.malformed))
    }

    @Test("JSON of more values than the limit is too large, in header and payload")
    func manyValues() throws {
        let values = "{\"a\":[" + String(repeating: "0,", count: JSONLimits.standard.maxValues) + "0]}"
        #expect(try outcome { $0.payload = values } == .unreadable(.tooLarge))
        #expect(try outcome { $0.header = values } == .unreadable(.tooLarge))
    }

    @Test("Thousands of members are read, and none of them is believed to be another")
    func manyMembers() throws {
        let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(try outcome { $0.payload = $0.payload.dropLast() + "," + members + "}" }.isGenuine)
        #expect(try outcome { $0.header = $0.header.dropLast() + "," + members + "}" }.isGenuine)
    }

    @Test("Thousands of certificates in a header are refused by their number, before any is read")
    func certificatesInHeader() throws {
        let real = Small.payloads.certificates.map(\.der.base64)
        for x5c in [Array(repeating: "AAAA", count: 5000), real + Array(repeating: real[0], count: 5000)] {
            #expect(try outcome { $0.header = HandmadeJWS.header(x5c: x5c) } == .notGenuine(.chainLength))
        }
    }

    @Test("Thousands of certificates in a receipt are refused by their number", arguments: [true, false])
    func certificatesInReceipt(ownFirst: Bool) throws {
        var envelope = try HandmadeEnvelope(Small.receipt.payload(), by: Small.receipts)
        let more = Array(repeating: Small.receipts.certificates[1].der, count: 5000)
        envelope.certificates = ownFirst ? envelope.certificates + more : more + envelope.certificates
        #expect(receipts.outcome(appReceipt: envelope.bytes) == .notGenuine(.chainLength))
    }

    @Test("A content may be in 4,096 pieces, and no more")
    func pieces() throws {
        let payload = [HandmadeAttribute.text(2, "a.b"), .init(900, [UInt8](repeating: 7, count: 5000))].payload
        func outcome(_ count: Int) throws -> Outcome {
            var envelope = try HandmadeEnvelope(payload, by: Small.receipts)
            let ones = payload.prefix(count - 1).map { DERWriter.element(.octetString, [$0]) }
            let rest = DERWriter.element(.octetString, payload[(count - 1)...])
            envelope.content = DERWriter.constructed(.constructedOctetString, ones + [rest])
            return receipts.outcome(appReceipt: envelope.bytes)
        }
        #expect(try outcome(4096).isGenuine)
        #expect(try outcome(4097) == .unreadable(.malformed))
        #expect(try outcome(payload.count) == .unreadable(.malformed))
    }

    @Test("A property list may have 256 entries, and no more")
    func propertyList() throws {
        func read(_ count: Int) throws -> [TransactionReceipt.Entry] {
            let bytes = PropertyList.write((0..<count).map { .init(key: "k\($0)", value: "v") })
            return try PropertyList.read(bytes.span)
        }
        #expect(try read(256).count == 256)
        for count in [257, 5000] { #expect(throws: Problem.self) { try read(count) } }
    }

    @Test("A chain of authorities that go round in a circle leads nowhere")
    func circle() throws {
        // Each of the two was issued by the other; the leaf by one of them.
        let one = try SigningIdentity.root("A")
        let two = try one.issueAuthority("B")
        let back = try SigningIdentity(key: two.key, certificates: two.certificates).issueAuthority("A")
        let certificates = (0..<12).flatMap { _ in [two.certificates[0], back.certificates[0]] }
        let leaf = try SigningIdentity(key: back.key, certificates: back.certificates).issue("L")
        let identity = leaf.with([leaf.certificates[0]] + certificates.prefix(14))
        let bytes = try SignedEnvelope.sign(Small.receipt.payload(), with: identity, digest: .sha256)
        #expect(!receipts.outcome(appReceipt: bytes).isGenuine)
    }

    @Test("JSON bodies inside JSON bodies are not gone into for ever")
    func nestedBodies() {
        var text = "MIIB"
        for _ in 0..<12 { text = "{\"receipt-data\":" + JSON.string(" " + text).text() + "}" }
        guard case .unreadable = receipts.outcome(Array(text.utf8)) else {
            Issue.record("it was read")
            return
        }
    }
}
