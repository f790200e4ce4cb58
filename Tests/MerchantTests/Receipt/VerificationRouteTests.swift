import Synchronization
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// `GET /v1/verifications/{id}`, and waiting for a conclusion.
@Suite struct VerificationRouteTests {
    @Test("F18: the later question finds the answer, and how it came about", arguments: TestEngine.present)
    func history(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let sent = try await world.post(try TestReceipts.receipt())
        let pending = try await world.verification(sent.id)
        #expect(pending.status == 200 && pending.json["history"]?.array == [])
        #expect(pending.json["status"]?.text == "pending")
        #expect(pending.json["nextAttemptDate"]?.int64 == IntakeWorld.start.milliseconds)
        #expect(pending.json["transactions"] == sent.json["transactions"])
        let records = SubmissionRecords()
        try await world.database.write { scope throws(StorageError) in
            for (number, outcome) in [VerificationAttempt.Outcome.timeout, .http(503), .status(0)].enumerated() {
                try records.add(
                    VerificationAttempt(date: Instant(milliseconds: Int64(number)), host: "h", outcome: outcome),
                    to: sent.id, in: scope)
            }
        }
        try await world.conclude(sent.id)
        let concluded = try await world.verification(sent.id)
        #expect(concluded.json["status"]?.text == "valid" && concluded.json["attempts"]?.int64 == 3)
        #expect(
            concluded.json["history"] == [
                ["date": 0, "host": "h", "outcome": "timeout"],
                ["date": 1, "host": "h", "outcome": "http", "status": 503],
                ["date": 2, "host": "h", "outcome": "status", "status": 0],
            ])
    }

    @Test("A verification is not found by who may not speak for its user, as if it were not there")
    func isHidden() async throws {
        let world = try await IntakeWorld(.sqlite)
        let sent = try await world.post(try TestReceipts.receipt())
        #expect(try await world.verification("nobody").status == 404)
        let keys = [
            try await world.makeKey(.client), try await world.makeKey(.server, app: "com.example.other"),
        ]
        for key in keys {
            let answer = try await world.send(
                .get, "/v1/verifications/\(sent.id)", headers: [("Authorization", "Bearer \(key)")])
            #expect(answer.status == 404 && answer.errorCode == "not_found")
        }
        for id in [sent.id, "nobody"] {
            let answer = try await world.send(
                .get, "/v1/verifications/\(id)", headers: [("Authorization", "Bearer none")])
            #expect(answer.status == 401)
        }
    }

    @Test("An anonymous user sees his own verification with the app's key")
    func anonymous() async throws {
        let world = try await IntakeWorld(.sqlite)
        let key = [("Authorization", "Bearer \(try await world.makeKey(.client))")]
        let sent = try await world.post(
            try TestReceipts.receipt(), user: "anon:0123456789abcdefghijk", headers: key)
        #expect(sent.status == 202)
        #expect(try await world.send(.get, "/v1/verifications/\(sent.id)", headers: key).status == 200)
    }

    @Test("What the store's answer shows is shown too", arguments: TestEngine.present)
    func storeAnswer(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let sent = try await world.post(try TestReceipts.receipt([1]))
        try await world.post(try TestReceipts.receipt([1, 2]))
        let records = SubmissionRecords()
        let answer: JSON = [
            "status": 0, "environment": "Production",
            "receipt": ["bundle_id": "com.example.notes", "in_app": []],
            "latest_receipt_info": [["transaction_id": "2", "product_id": "pro", "original_transaction_id": "2"]],
        ]
        try await world.database.write { scope throws(StorageError) in
            try records.keep(
                answer: answer.bytes(), to: sent.id, from: .production, at: IntakeWorld.start, in: scope)
        }
        let shown = try await world.verification(sent.id)
        #expect(shown.json["transactions"]?.array?.compactMap { $0["transactionId"]?.text } == ["1", "2"])
    }

    // MARK: Waiting

    private static let forever: @Sendable (VirtualTimeline) async throws -> Void = { _ in
        // Ends when the task is cancelled, and never by itself.
        let (stream, _) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        throw CancellationError()
    }

    @Test("Whoever waits hears the conclusion when this process comes to it", arguments: TestEngine.present)
    func bell(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine, pause: Self.forever)
        let receipt = try TestReceipts.receipt()
        async let waiting = world.post(receipt, headers: [("Prefer", "wait=30")])
        while world.merchant.bell.listenerCount == 0 { await Task.yield() }
        let id = try #require(try await world.jobs().first?.identifier)
        try await world.conclude(id)
        let answer = try await waiting
        #expect(answer.status == 200 && answer.json["status"]?.text == "valid")
        #expect(answer.response.headers["Preference-Applied"] == "wait=30")
        #expect(world.merchant.bell.listenerCount == 0)
    }

    @Test("Whoever waits is answered when the server is about to stop, and who comes later does not wait")
    func stopping() async throws {
        let world = try await IntakeWorld(.sqlite, pause: Self.forever)
        async let waiting = world.post(try TestReceipts.receipt(), headers: [("Prefer", "wait=30")])
        while world.merchant.bell.listenerCount == 0 { await Task.yield() }
        world.merchant.endWaiting()
        #expect(try await waiting.status == 202)
        let late = try await world.post(try TestReceipts.receipt(), headers: [("Prefer", "wait=30")])
        #expect(late.status == 202 && late.json["status"]?.text == "pending")
        #expect(world.merchant.bell.listenerCount == 0)
    }

    @Test("Whoever waits sees what another process came to", arguments: TestEngine.present)
    func otherProcess(engine: TestEngine) async throws {
        let seconds = Mutex(0)
        let concluded = Mutex<(@Sendable () async throws -> Void)?>(nil)
        let world = try await IntakeWorld(
            engine,
            pause: { _ in
                let second = seconds.withLock {
                    $0 += 1; return $0
                }
                if second == 3 { try await concluded.withLock { $0 }?() }
            })
        concluded.withLock {
            $0 = {
                let id = try #require(try await world.jobs().first?.identifier)
                try await world.conclude(id, .refused, reason: "status_21003", ringing: false)
            }
        }
        let answer = try await world.post(try TestReceipts.receipt(), headers: [("Prefer", "wait=60")])
        #expect(answer.status == 200 && answer.json["reason"]?.text == "status_21003")
        #expect(seconds.withLock { $0 } >= 3)
    }

    @Test(
        "Without a conclusion in time it is 202; how long that is can be said in several ways",
        arguments: [
            ("wait=2", 2, "wait=2"), ("respond-async, wait=3", 3, "wait=3"), ("wait=\"4\"", 4, "wait=4"),
            ("WAIT = 5; foo", 5, "wait=5"), ("wait=1, wait=9", 1, "wait=1"), ("wait=100000", 60, "wait=60"),
            ("wait=0", 0, nil), ("wait=-1", 0, nil), ("wait=x", 0, nil), ("wait", 0, nil), ("waiting=3", 0, nil),
        ] as [(String, Int, String?)])
    func timeOver(prefer: String, expected: Int, applied: String?) async throws {
        let seconds = Mutex(0)
        let world = try await IntakeWorld(.sqlite, pause: { _ in seconds.withLock { $0 += 1 } })
        let answer = try await world.post(try TestReceipts.receipt(), headers: [("Prefer", prefer)])
        #expect(answer.status == 202)
        #expect(answer.response.headers["Preference-Applied"] == applied)
        #expect(seconds.withLock { $0 } == expected)
    }

    @Test("What is held is not waited for: nobody knows when the operator comes")
    func held() async throws {
        let seconds = Mutex(0)
        let world = try await IntakeWorld(
            .sqlite, app: { $0.grants = .store },
            pause: { _ in
                seconds.withLock { $0 += 1 }
            })
        let answer = try await world.post(try TestReceipts.transaction(), headers: [("Prefer", "wait=9")])
        #expect(answer.status == 202 && answer.json["status"]?.text == "held")
        #expect(seconds.withLock { $0 } == 0)
    }

    // MARK: Restore

    @Test(
        "F14, F22: restore answers what is owned, and asks about the newest receipt again",
        arguments: TestEngine.present)
    func restore(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        var ids: [String] = []
        for (number, type) in ["Production", "Production", "ProductionSandbox"].enumerated() {
            let sent = try await world.post(try TestReceipts.receipt([number], type: type))
            ids.append(sent.id)
        }
        try await world.post(try TestReceipts.receipt([7]), user: "bert")
        let path = "/v1/apps/\(IntakeWorld.bundleID)/users/anna/restore"
        // All are being asked about: nothing is put into the queue twice.
        let early = try await world.send(.post, path)
        #expect(early.status == 200 && early.json["verifications"]?.array == [])
        #expect(early.json["entitlements"]?.array?.isEmpty == false)
        for id in ids { try await world.conclude(id) }
        #expect(try await world.jobs().count == 4)
        for (wait, expected) in [(0, 0), (60, 2), (59, 0), (1, 2)] {
            world.wall.advance(by: .seconds(wait))
            let before = try await world.rows()
            let answer = try await world.send(.post, path)
            let asked = Set(answer.json["verifications"]?.array?.compactMap(\.text) ?? [])
            #expect(asked == (expected == 0 ? [] : Set(ids.suffix(2))))
            let after = try await world.rows()
            #expect(after.jobs == before.jobs + expected && after.entries == before.entries + (expected == 0 ? 0 : 1))
        }
        let payloads = try await world.jobs().map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(payloads.count == 4 && Set(payloads) == Set(ids.suffix(2)))
        let shown = try await world.verification(ids[2])
        #expect(shown.json["status"]?.text == "valid")
    }

    @Test("A user of whom nothing is known owns nothing, and nobody is asked")
    func restoreNothing() async throws {
        let world = try await IntakeWorld(.sqlite)
        let answer = try await world.send(.post, "/v1/apps/\(IntakeWorld.bundleID)/users/nobody/restore")
        #expect(answer.status == 200 && answer.json["verifications"]?.array == [])
        #expect(try await world.rows() == .init())
    }
}
