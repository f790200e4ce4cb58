import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStorageTesting
import WindfallTimeline

/// Receipts that are not taken: nothing is stored but an entry in the audit trail.
@Suite struct ReceiptRefusalTests {
    /// A bad receipt and what is said of it.
    struct Bad: CustomTestStringConvertible, Sendable {
        var name: String
        var receipt: String
        var status: Int
        var code: String

        var testDescription: String { name }
    }

    private static let bad = Result { try makeBad() }

    private static func makeBad() throws -> [Bad] {
        let bytes = try TestReceipts.receiptBytes()
        var forged = bytes
        // A purchase of the payload: its identifier stands in it as text.
        let place = try #require(forged.indices.dropLast(3).first { Array(forged[$0..<($0 + 3)]) == Array("pro".utf8) })
        forged[place] = UInt8(ascii: "P")
        let jws = try TestReceipts.transaction()
        var forgedJWS = Array(jws.utf8)
        let last = try #require(forgedJWS.indices.last)
        forgedJWS[last - 20] = forgedJWS[last - 20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        func bad(_ name: String, _ status: Int, _ code: String, _ receipt: String) -> Bad {
            Bad(name: name, receipt: receipt, status: status, code: code)
        }
        let stranger = TestReceipts.stranger
        return [
            bad("nothing", 400, "unknown_format", ""),
            bad("spaces", 400, "unknown_format", " \n "),
            bad("no base64", 400, "not_base64", "NOT A RECEIPT!"),
            bad("a zero byte", 400, "not_base64", "MII\u{0}"),
            bad("base64 of something else", 400, "unknown_format", "aGVsbG8gd29ybGQ="),
            bad("cut", 400, "truncated", Base64.encode(Array(bytes.prefix(bytes.count / 2)).span)),
            bad("too long by a byte", 400, "trailing_bytes", Base64.encode((bytes + [0]).span)),
            bad("JSON", 400, "unknown_format", "{\"a\": 1}"),
            bad("a JWS without parts", 400, "malformed", "..."),
            bad("a forged receipt", 422, "signature_mismatch", Base64.encode(forged.span)),
            bad("a forged transaction", 422, "signature_mismatch", String(decoding: forgedJWS, as: UTF8.self)),
            bad("a receipt under a strange root", 422, "untrusted_root", try TestReceipts.receipt(by: stranger)),
            bad(
                "a transaction under a strange root", 422, "untrusted_root", try TestReceipts.transaction(by: stranger)),
            bad(
                "a transaction receipt of a stranger", 422, "untrusted_root",
                try TestReceipts.transactionReceipt(by: stranger)),
            bad("O27: a receipt of another app", 422, "other_app", try TestReceipts.receipt(of: "com.other.game")),
            bad(
                "O27: a transaction of another app", 422, "other_app",
                try TestReceipts.transaction(of: "com.other.game")),
            bad(
                "O27: a transaction receipt of another app", 422, "other_app",
                try TestReceipts.transactionReceipt(of: "com.other.game")),
            bad(
                "D6: a sandbox receipt", 422, "sandbox_not_allowed",
                try TestReceipts.receipt(type: "ProductionSandbox")),
            bad(
                "D6: a sandbox transaction", 422, "sandbox_not_allowed",
                try TestReceipts.transaction(environment: "Sandbox")),
            bad("O3: Xcode's receipt", 422, "local_testing", try TestReceipts.receipt(type: "Xcode", form: .xcode)),
            bad(
                "O3: Xcode's transaction", 422, "local_testing",
                try TestReceipts.transaction(environment: "Xcode", isLocal: true)),
            bad("O3: renewal information", 422, "unexpected_kind", try TestReceipts.renewalInfo()),
            bad("O3: an app transaction", 422, "unexpected_kind", try TestReceipts.appTransaction()),
            bad("O3: a notification", 422, "unexpected_kind", try TestReceipts.notification()),
            bad(
                "F28: an expired receipt", 422, "expired",
                try TestReceipts.receipt { $0.expirationDate = Instant(milliseconds: 0) }),
            bad(
                "F30: a million purchases, or more than there can be", 413, "too_large",
                try TestReceipts.receipt(Array(1...10_001))),
            bad("more bytes than there may be", 413, "too_large", String(repeating: "A", count: 4 * 1024 * 1024 + 1)),
        ]
    }

    @Test("Bad input has a stable code, and stores an entry and nothing else", arguments: TestEngine.present)
    func isRefused(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine) { $0.sandbox = .refuse }
        for (number, bad) in try Self.bad.get().enumerated() {
            let answer = try await world.post(bad.receipt, user: "user\(number)")
            #expect(answer.status == bad.status && answer.errorCode == bad.code, "\(bad.name): \(answer.json)")
            #expect(answer.json["error"]?["field"]?.text == "receipt", "\(bad.name)")
            #expect(try await world.rows() == .init(entries: number + 1), "\(bad.name)")
        }
        let codes = Set(try await world.auditContents().compactMap { $0["code"]?.text })
        #expect(codes == Set(try Self.bad.get().map(\.code)))
    }

    @Test("O3: the refusal names the kind that was found", arguments: TestEngine.present)
    func namesKind(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        for (receipt, kind) in [
            (try TestReceipts.renewalInfo(), "jws-renewal-info"),
            (try TestReceipts.transaction(by: TestReceipts.stranger), "jws-transaction"),
            (try TestReceipts.receipt(of: "com.other.game"), "app-receipt"),
            (try TestReceipts.transactionReceipt(of: "com.other.game"), "transaction-receipt"),
        ] {
            let answer = try await world.post(receipt)
            #expect(answer.json["error"]?["message"]?.text?.contains(kind) == true, "\(answer.json)")
        }
    }

    @Test(
        "F27: a receipt whose purchases another user has is refused, and can be taken later",
        arguments: TestEngine.present)
    func belongsToOther(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        try await world.post(try TestReceipts.receipt([1]))
        let refused = try await world.post(try TestReceipts.receipt([1]), user: "bert")
        #expect(refused.status == 409 && refused.errorCode == "belongs_to_other_user")
        #expect(try await world.rows() == .init(submissions: 1, jobs: 1, entries: 2, facts: 1))
        // With one of his own it is taken, and gives nothing of the other's.
        let taken = try await world.post(try TestReceipts.receipt([1, 2]), user: "bert")
        #expect(taken.status == 202)
        #expect(taken.json["transactions"]?.array?.compactMap { $0["transactionId"]?.text } == ["2"])
    }

    @Test("Ten users who pass one receipt round get nothing but the first (O27)", arguments: TestEngine.present)
    func passedRound(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let receipt = try TestReceipts.receipt([1])
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<10 { group.addTask { try await world.post(receipt, user: "u\(number)").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [202] + [Int](repeating: 409, count: 9))
    }

    @Test("Refusals beyond the limit of an hour are counted and not stored", arguments: TestEngine.present)
    func isLimited(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        for _ in 0..<25 { #expect(try await world.post("junk!").status == 400) }
        #expect(try await world.rows().entries == 20)
        #expect(world.counter("windfall_receipts_refused_unwritten_total") == 5)
        #expect(world.counter("windfall_receipts_refused_total{code=\"not_base64\"}") == 25)
        // Others have their own limit, good receipts have none.
        #expect(try await world.post("junk!", user: "bert").status == 400)
        #expect(try await world.post(try TestReceipts.receipt()).status == 202)
        #expect(try await world.rows().entries == 22)
        world.wall.advance(by: .seconds(3_599))
        try await world.post("junk!")
        #expect(try await world.rows().entries == 22)
        world.wall.advance(by: .seconds(1))
        try await world.post("junk!")
        #expect(try await world.rows().entries == 23)
    }

    @Test(
        "A body that is no object with a text is refused",
        arguments: ["", "{", "[]", "{}", "{\"receipt\": 1}", "{\"receipt\": null}", "\"receipt\""])
    func badBody(body: String) async throws {
        let world = try await IntakeWorld(.sqlite)
        let path = "/v1/apps/\(IntakeWorld.bundleID)/users/anna/receipts"
        let answer = try await world.send(.post, path, body: Array(body.utf8))
        #expect(answer.status == 400)
        #expect(try await world.rows() == .init())
    }

    @Test("Another app's address is 403, and a name that is none is 400")
    func badAddress() async throws {
        let world = try await IntakeWorld(.sqlite)
        let receipt = try TestReceipts.receipt()
        #expect(try await world.post(receipt, app: "com.example.unknown").status == 403)
        for user in ["%00", "a%0Ab", String(repeating: "u", count: 129), "anon:short"] {
            let answer = try await world.post(receipt, user: user)
            #expect(answer.status == 400, "\(user)")
        }
        #expect(try await world.rows() == .init())
    }

    @Test("Who sends too many receipts is 429, and others are not")
    func isTooMany() async throws {
        let world = try await IntakeWorld(.sqlite)
        world.settings.replace(with: world.settings.value.with { $0.receiptsPerMinute = 3 })
        let receipt = try TestReceipts.receipt()
        for _ in 0..<3 { #expect(try await world.post(receipt).status == 202) }
        let answer = try await world.post(receipt)
        #expect(answer.status == 429 && answer.response.headers["Retry-After"] == "20")
        #expect(try await world.post(try TestReceipts.receipt([2]), user: "bert").status == 202)
        world.wall.advance(by: .seconds(20))
        #expect(try await world.post(receipt).status == 202)
    }

    @Test("F21: settings that are replaced hold for the next receipt")
    func newSettings() async throws {
        let world = try await IntakeWorld(.sqlite)
        #expect(try await world.post(try TestReceipts.receipt(by: TestReceipts.stranger)).status == 422)
        world.settings.replace(with: world.settings.value.with { $0.trust = TestReceipts.stranger.trust })
        #expect(try await world.post(try TestReceipts.receipt(by: TestReceipts.stranger)).status == 202)
        #expect(try await world.post(try TestReceipts.receipt([2])).status == 422)
    }
}

extension MerchantSettings {
    fileprivate func with(_ change: (inout MerchantSettings) -> Void) -> MerchantSettings {
        var settings = self
        change(&settings)
        return settings
    }
}
