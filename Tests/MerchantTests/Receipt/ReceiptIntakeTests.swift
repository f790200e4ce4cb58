import Testing
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// What becomes of a receipt that is taken.
@Suite struct ReceiptIntakeTests {
    @Test(
        "F16, F18, O18: a receipt is accepted at once, and stored with its entry and its job",
        arguments: TestEngine.present)
    func isAccepted(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let answer = try await world.post(try TestReceipts.receipt([1, 2]))
        #expect(answer.status == 202)
        let json = answer.json
        #expect(json["kind"]?.text == "app-receipt" && json["environment"]?.text == "Production")
        #expect(json["status"]?.text == "pending" && json["reason"]?.isNull == true)
        #expect(json["local"] == ["verdict": "genuine", "code": .null])
        #expect(json["attempts"]?.int64 == 0 && json["nextAttemptDate"]?.int64 == IntakeWorld.start.milliseconds)
        #expect(json["transactions"]?.array?.compactMap { $0["transactionId"]?.text } == ["1", "2"])
        let entitlement = try #require(json["entitlements"]?.array?.first)
        #expect(entitlement["id"]?.text == "pro" && entitlement["active"] == .bool(true))
        #expect(entitlement["basis"]?.text == "local")
        #expect(try await world.rows() == .init(submissions: 1, jobs: 1, entries: 1, facts: 2))
        let jobs = try await world.jobs()
        #expect(jobs.map(\.identifier) == [answer.id] && jobs.map(\.payload) == [Array(answer.id.utf8)])
        #expect(jobs.map(\.key) == ["https://buy.itunes.apple.com"])
    }

    @Test("F40: the audit trail names the receipt by its hash and never holds it", arguments: TestEngine.present)
    func isAudited(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let bytes = try TestReceipts.receiptBytes()
        let text = Base64.encode(bytes.span)
        let answer = try await world.post(text)
        let content = try #require(try await world.auditContents().first)
        #expect(content["verificationId"]?.text == answer.id && content["local"]?.text == "genuine")
        #expect(content["sha256"]?.text == Fingerprint.sha256(bytes))
        #expect(!content.text().contains(text.prefix(40)))
    }

    @Test("F18: sent again, the same answer and nothing new", arguments: TestEngine.present)
    func isRepeated(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let bytes = try TestReceipts.receiptBytes()
        let first = try await world.post(Base64.encode(bytes.span))
        let rows = try await world.rows()
        // However it is wrapped: what proves it are the same bytes.
        let encoded = Base64.encode(bytes.span)
        for text in [
            encoded, " \(encoded)\r\n", encoded.replacing("+", with: " "), "{\"receipt-data\":\"\(encoded)\"}",
        ] {
            let again = try await world.post(text)
            #expect(again.status == 202 && again.json == first.json)
        }
        #expect(try await world.rows() == rows)
        try await world.conclude(first.id)
        let concluded = try await world.post(encoded)
        #expect(concluded.status == 200 && concluded.id == first.id)
        #expect(concluded.json["status"]?.text == "valid")
    }

    @Test("F18: the same receipt from many callers at a time is one submission", arguments: TestEngine.present)
    func isRepeatedByMany(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let text = try TestReceipts.receipt()
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await world.post(text).id } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ids.count == 1 && !ids.contains(""))
        #expect(try await world.rows() == .init(submissions: 1, jobs: 1, entries: 1, facts: 1))
    }

    @Test(
        "O2: line breaks in base64 and spaces for plus signs are repaired", arguments: TestEngine.present,
        ["\r\n", "\n", "plus"])
    func isRepaired(engine: TestEngine, fault: String) async throws {
        let world = try await IntakeWorld(engine)
        let encoded = try TestReceipts.receipt()
        var broken = ""
        for (place, character) in encoded.enumerated() {
            if fault != "plus", place > 0, place % 64 == 0 { broken += fault }
            broken.append(fault == "plus" && character == "+" ? " " : character)
        }
        #expect(broken != encoded)
        #expect(try await world.post(broken).status == 202)
    }

    @Test("O3: a signed transaction is told by its form, and needs no question", arguments: TestEngine.present)
    func signedTransaction(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let text = try TestReceipts.transaction(5)
        let answer = try await world.post("\(text.prefix(50))\n\(text.dropFirst(50))")
        #expect(answer.status == 200 && answer.json["kind"]?.text == "jws-transaction")
        #expect(answer.json["status"]?.text == "valid" && answer.json["nextAttemptDate"]?.isNull == true)
        #expect(answer.json["entitlements"]?.array?.first?["basis"]?.text == "local")
        #expect(try await world.rows() == .init(submissions: 1, jobs: 0, entries: 1, facts: 1))
    }

    @Test("D4: what only the store can tell of gives nothing before its answer", arguments: TestEngine.present)
    func transactionReceipt(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let answer = try await world.post(try TestReceipts.transactionReceipt())
        #expect(answer.status == 202 && answer.json["kind"]?.text == "transaction-receipt")
        // What stands outside the signature proves nothing (F19).
        #expect(answer.json["environment"]?.isNull == true)
        #expect(answer.json["transactions"]?.array == [] && answer.json["entitlements"]?.array == [])
        #expect(try await world.rows() == .init(submissions: 1, jobs: 1, entries: 1, facts: 0))
    }

    @Test(
        "O6: a genuine receipt without purchases is accepted, says so, and sells nothing", arguments: TestEngine.present
    )
    func noPurchases(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let answer = try await world.post(try TestReceipts.receipt([]))
        #expect(answer.status == 202 && answer.json["reason"]?.text == "no_purchases")
        #expect(answer.json["entitlements"]?.array == [])
        #expect(try await world.rows() == .init(submissions: 1, jobs: 1, entries: 1, facts: 0))
    }

    @Test("Under the policy `store` nothing is granted before the store's answer", arguments: TestEngine.present)
    func policyStore(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine) { $0.grants = .store }
        let receipt = try await world.post(try TestReceipts.receipt([1]))
        #expect(receipt.status == 202 && receipt.json["local"]?["verdict"]?.text == "genuine")
        #expect(receipt.json["entitlements"]?.array?.contains { $0["active"] == .bool(true) } == false)
        let transaction = try await world.post(try TestReceipts.transaction(2))
        #expect(transaction.status == 202 && transaction.json["status"]?.text == "held")
        #expect(transaction.json["reason"]?.text == "server_api_needed")
    }

    @Test("F43: where it is configured, what a development machine signed is taken", arguments: TestEngine.present)
    func localTesting(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine) { $0.allowsLocalTesting = true }
        let answer = try await world.post(try TestReceipts.receipt([1], type: "Xcode", form: .xcode))
        #expect(answer.status == 200 && answer.json["reason"]?.text == "local_testing")
        #expect(answer.json["environment"]?.text == "Xcode")
        #expect(try await world.rows().jobs == 0)
    }

    @Test(
        "D6: a sandbox receipt is marked, and gives something only where the policy says so",
        arguments: TestEngine.present)
    func sandbox(engine: TestEngine) async throws {
        for policy in [MerchantApp.SandboxPolicy.record, .grant] {
            let world = try await IntakeWorld(engine) { $0.sandbox = policy }
            let answer = try await world.post(try TestReceipts.receipt([1], type: "ProductionSandbox"))
            #expect(answer.status == 202 && answer.json["environment"]?.text == "Sandbox")
            let isActive = answer.json["entitlements"]?.array?.contains { $0["active"] == .bool(true) }
            #expect(isActive == (policy == .grant))
        }
    }

    @Test("O24: a receipt of thousands of purchases is taken", arguments: TestEngine.present)
    func manyPurchases(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let answer = try await world.post(try TestReceipts.receipt(Array(1...3_000)))
        #expect(answer.status == 202 && answer.json["transactions"]?.array?.count == 3_000)
        #expect(try await world.rows().facts == 3_000)
    }
}
