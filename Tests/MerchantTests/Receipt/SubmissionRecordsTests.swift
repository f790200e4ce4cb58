import Testing
import WindfallCommerce
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// What the submissions' rows do on both engines.
@Suite struct SubmissionRecordsTests {
    private static let received = Instant(milliseconds: 1_700_000_000_000)

    private struct Records {
        let place: TestPlace
        let database: Database
        let records = SubmissionRecords()

        init(_ engine: TestEngine) async throws {
            place = try TestPlace(engine)
            database = try await Database.open(
                place.location, schemas: [SubmissionRecords.schema], at: SubmissionRecordsTests.received)
        }

        func insert(_ submission: Submission, receipt: [UInt8] = [0x30, 0x00]) async throws -> Submission? {
            let records = records
            return try await database.write(.statement) { scope throws(StorageError) in
                try records.insert(submission, receipt: receipt, in: scope)
            }
        }

        func submission(_ id: String) async throws -> Submission? {
            let records = records
            return try await database.read { scope throws(StorageError) in try records.submission(id, in: scope) }
        }

        func write(_ body: @escaping @Sendable (borrowing WriteScope) throws(StorageError) -> Void) async throws {
            try await database.write(.statement, body)
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (borrowing ReadScope) throws(StorageError) -> Value
        ) async throws -> Value {
            try await database.read(body)
        }
    }

    private func submission(
        _ id: String, user: String = "anna", app: String = "com.example.notes", digest: UInt8 = 1,
        verdict: LocalVerdict = .genuine, status: SubmissionStatus = .pending
    ) throws -> Submission {
        var submission = Submission(
            id: id, user: UserKey(app: app, user: try #require(UserIdentifier(user))),
            digest: [UInt8](repeating: digest, count: 32), kind: "app-receipt", environment: .production,
            verdict: verdict, status: status, reason: status == .held ? "server_api_needed" : nil,
            received: Self.received)
        submission.job = status == .pending ? id : nil
        return submission
    }

    @Test("F16: a submission is read back as it was written, and its bytes too", arguments: TestEngine.present)
    func comesBack(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let verdicts: [LocalVerdict] = [
            .genuine, .notGenuine(code: "untrusted_root"), .unreadable(code: "malformed"),
            .unchecked(code: "revocation_unknown"),
        ]
        for (number, verdict) in verdicts.enumerated() {
            var sent = try submission("s\(number)", digest: UInt8(number), verdict: verdict, status: .held)
            sent.environment = number == 0 ? nil : .sandbox
            sent.concludedDate = number == 1 ? Self.received : nil
            let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
            #expect(try await test.insert(sent, receipt: bytes) == nil)
            #expect(try await test.submission("s\(number)") == sent)
            let records = test.records
            #expect(
                try await test.read { scope throws(StorageError) in
                    try records.receipt(of: "s\(number)", in: scope)
                } == bytes)
        }
    }

    @Test("What is not there is nil", arguments: TestEngine.present)
    func isAbsent(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let records = test.records
        #expect(try await test.submission("s") == nil)
        #expect(try await test.read { scope throws(StorageError) in try records.receipt(of: "s", in: scope) } == nil)
        #expect(try await test.read { scope throws(StorageError) in try records.history(of: "s", in: scope) } == [])
    }

    @Test("F18: the same receipt of the same user is stored once", arguments: TestEngine.present)
    func isStoredOnce(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let first = try submission("first")
        #expect(try await test.insert(first) == nil)
        #expect(try await test.insert(try submission("second")) == first)
        #expect(try await test.submission("second") == nil)
        // Another user, another app and other bytes are something else.
        #expect(try await test.insert(try submission("third", user: "bert")) == nil)
        #expect(try await test.insert(try submission("fourth", app: "com.example.other")) == nil)
        #expect(try await test.insert(try submission("fifth", digest: 2)) == nil)
    }

    @Test("F18: of many that send the same at a time, one is stored", arguments: TestEngine.present)
    func isStoredOnceByMany(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let submissions = try (0..<20).map { try submission("s\($0)") }
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for submission in submissions { group.addTask { try await test.insert(submission) == nil } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 1)
    }

    @Test("F18: each question to the store is written down, in order", arguments: TestEngine.present)
    func attemptsAreKept(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let records = test.records
        _ = try await test.insert(try submission("s"))
        let outcomes: [VerificationAttempt.Outcome] = [.timeout, .http(503), .unreadable, .status(21007), .status(0)]
        let attempts = outcomes.enumerated().map { number, outcome in
            VerificationAttempt(
                date: Instant(milliseconds: Int64(number)), host: "buy.example", outcome: outcome)
        }
        for attempt in attempts {
            try await test.write { scope throws(StorageError) in try records.add(attempt, to: "s", in: scope) }
        }
        #expect(
            try await test.read { scope throws(StorageError) in try records.history(of: "s", in: scope) } == attempts)
        #expect(try await test.submission("s")?.attempts == 5)
    }

    @Test("F19: where it stands changes, and an environment that is not told stays", arguments: TestEngine.present)
    func statusChanges(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let records = test.records
        _ = try await test.insert(try submission("s"))
        _ = try await test.insert(try submission("other", digest: 2))
        let date = Self.received
        try await test.write { scope throws(StorageError) in
            try records.set(.valid, reason: nil, environment: .sandbox, concluded: date, of: "s", in: scope)
        }
        var expected = try submission("s")
        expected.status = .valid
        expected.environment = .sandbox
        expected.concludedDate = date
        #expect(try await test.submission("s") == expected)
        try await test.write { scope throws(StorageError) in
            try records.set(.held, reason: "shared_secret", environment: nil, concluded: nil, of: "s", in: scope)
        }
        expected.status = .held
        expected.reason = "shared_secret"
        expected.concludedDate = nil
        #expect(try await test.submission("s") == expected)
        #expect(try await test.submission("other") == (try submission("other", digest: 2)))
        #expect(
            try await test.read { scope throws(StorageError) in
                try records.held(of: "com.example.notes", limit: 10, in: scope)
            } == [expected])
    }

    @Test("What was said is read page by page, in the order in which it came", arguments: TestEngine.present)
    func pages(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let records = test.records
        for number in 0..<5 {
            _ = try await test.insert(try submission("s\(number)", digest: UInt8(number)), receipt: [UInt8(number)])
            try await test.write { scope throws(StorageError) in
                try records.keep(
                    answer: [UInt8(number)], to: "s\(number)", from: .production, at: Self.received, in: scope)
            }
        }
        var place: Int64 = 0
        var seen: [String] = []
        while true {
            let page = try await test.read { [place] scope throws(StorageError) in
                try records.page(after: place, limit: 2, in: scope)
            }
            guard let last = page.last else { break }
            for row in page {
                #expect(row.submission.id == "s\(row.receipt[0])")
                seen.append(row.submission.id)
            }
            place = last.place
        }
        #expect(seen == ["s0", "s1", "s2", "s3", "s4"])
        let answers = try await test.read { scope throws(StorageError) in
            try records.answers(after: 0, limit: 3, in: scope)
        }
        #expect(answers.map(\.answer.submission) == ["s0", "s1", "s2"])
        #expect(answers.map(\.answer.body) == [[0], [1], [2]])
        let rest = try await test.read { [last = answers.last?.place ?? 0] scope throws(StorageError) in
            try records.answers(after: last, limit: 3, in: scope)
        }
        #expect(rest.map(\.answer.submission) == ["s3", "s4"])
    }

    @Test("A user who is erased leaves nothing, and others stay", arguments: TestEngine.present)
    func erases(engine: TestEngine) async throws {
        let test = try await Records(engine)
        let records = test.records
        let anna = try submission("a")
        let bert = try submission("b", user: "bert")
        for sent in [anna, bert] {
            _ = try await test.insert(sent)
            try await test.write { scope throws(StorageError) in
                try records.add(
                    VerificationAttempt(date: Self.received, host: "h", outcome: .timeout), to: sent.id, in: scope)
                try records.keep(answer: [1], to: sent.id, from: .production, at: Self.received, in: scope)
            }
        }
        try await test.write { scope throws(StorageError) in try records.erase(anna.user, in: scope) }
        #expect(try await test.submission("a") == nil)
        #expect(try await test.read { scope throws(StorageError) in try records.history(of: "a", in: scope) } == [])
        #expect(try await test.submission("b")?.attempts == 1)
        let answers = try await test.read { scope throws(StorageError) in
            try records.answers(after: 0, limit: 9, in: scope)
        }
        #expect(answers.map(\.answer.submission) == ["b"])
        #expect(try await test.insert(anna) == nil)
    }
}
