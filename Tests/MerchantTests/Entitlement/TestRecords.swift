import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A ledger whose receipts and answers are recorded, as the server does it. Receipts are lists of facts here.
struct TestRecords: Sendable {
    let ledger: TestLedger
    let records = SubmissionRecords()

    init(_ engine: TestEngine, transfers: TransferPolicy = .refuse) async throws {
        ledger = try await TestLedger(engine, transfers: transfers)
    }

    static func bytes(_ facts: FactList) -> [UInt8] {
        JSON.array(facts.purchases.map(\.json) + facts.renewals.map(\.json)).bytes()
    }

    static func facts(_ bytes: [UInt8]) -> FactList? {
        guard let array = (try? JSON(reading: bytes.span))?.array else { return nil }
        var facts = FactList()
        facts.purchases = array.compactMap(PurchaseFact.init(json:))
        facts.renewals = array.compactMap(RenewalFact.init(json:))
        return facts
    }

    static let sources = RecordedSources { _, receipt in
        facts(receipt)
    } answer: { answer, _ in
        facts(answer.body)
    }

    /// A user sends a receipt; the same again is known and does nothing.
    func submit(_ id: String, _ facts: [PurchaseFact], by user: String, at now: Instant = TestLedger.now) async throws {
        let key = try ledger.key(user)
        var list = FactList()
        list.purchases = facts.map { fact in
            var fact = fact
            fact.proof = id
            fact.basis = .local
            return fact
        }
        let told = list
        let digest = Array(id.utf8) + [UInt8](repeating: 0, count: max(0, 32 - id.utf8.count))
        let submission = Submission(
            id: id, user: key, digest: digest, kind: "app-receipt", environment: .production, verdict: .genuine,
            status: .pending, reason: nil, received: now)
        try await ledger.write { scope throws(StorageError) in
            try ledger.trail.append(AuditKind(rawValue: "shown"), about: key, content: [:], at: now, in: scope)
            guard try records.insert(submission, receipt: Self.bytes(told), in: scope) == nil else { return }
            _ = try ledger.ledger.record(
                told, shownBy: key, of: ledger.app, sent: now, at: Moment(store: now, wall: now), in: scope)
        }
    }

    /// The store answers; with no facts it says no.
    func answer(
        _ id: String, _ facts: [PurchaseFact], _ renewals: [RenewalFact] = [], at now: Instant = TestLedger.now
    ) async throws {
        var list = FactList()
        list.purchases = facts.map { fact in
            var fact = fact
            fact.proof = nil
            fact.basis = .store
            return fact
        }
        list.renewals = renewals
        let told = list
        let moment = Moment(store: now, wall: now)
        try await ledger.write { scope throws(StorageError) in
            guard let submission = try records.submission(id, in: scope) else { return }
            if told.isEmpty {
                try ledger.ledger.refuse(proof: id, of: ledger.app.bundleID, at: moment, in: scope)
            } else {
                try records.keep(answer: Self.bytes(told), to: id, from: .production, at: now, in: scope)
                try ledger.ledger.accept(proof: id, of: ledger.app.bundleID, in: scope)
                _ = try ledger.ledger.record(
                    told, shownBy: submission.user, of: ledger.app, sent: submission.receivedDate, at: moment,
                    in: scope)
            }
            try records.set(
                told.isEmpty ? .refused : .valid, reason: nil, environment: nil, concluded: now, of: id, in: scope)
        }
    }

    func erase(_ user: String, at now: Instant = TestLedger.now) async throws {
        let key = try ledger.key(user)
        try await ledger.write { scope throws(StorageError) in
            let erasure = try ledger.ledger.erase(key, at: Moment(store: now, wall: now), in: scope)
            for user in erasure.absorbed + [key] { try records.erase(user, in: scope) }
            try ledger.ledger.removeTokens(of: erasure, in: scope)
        }
    }

    func rebuild(mending: Bool = false, _ sources: RecordedSources = TestRecords.sources) async throws -> RebuildReport
    {
        try await ledger.ledger.rebuild(from: records, sources, mending: mending, in: ledger.database)
    }

    /// Changes the database by hand.
    func damage(_ statement: SQL) async throws {
        try await ledger.write { scope throws(StorageError) in
            try scope.run(statement)
            return
        }
    }
}
