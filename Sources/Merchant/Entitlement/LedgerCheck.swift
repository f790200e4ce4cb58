import WindfallCommerce
import WindfallStorage
import WindfallTimeline

/// Recomputes the ledger from what was recorded, in one read scope, and compares it with what is stored.
struct LedgerCheck {
    let records: SubmissionRecords
    let sources: RecordedSources

    private(set) var report = RebuildReport()
    private(set) var repairs: [LedgerRepair] = []
    private var expected = FactExpectation()
    /// The proofs whose receipts can't be read any more: their facts can't be judged.
    private var unprovable: Set<String> = []
    private var hasUnreadableAnswers = false
    /// The proofs that the store said no to, with their apps, and all proofs.
    private var refused: [String: String] = [:]
    private var proofs: Set<String> = []
    /// What has to be written again, by the names of the facts.
    private var wanted: [FactExpectation.Name: DamagedFact?] = [:]

    private static let rowsPerPage = 500

    init(records: SubmissionRecords, sources: RecordedSources) {
        self.records = records
        self.sources = sources
    }

    mutating func run(in scope: borrowing ReadScope) throws(StorageError) {
        try readSources(in: scope) { check, row, app in check.expected.expect(row, of: app) }
        try compareFacts(in: scope)
        try compareRefusals(in: scope)
        try compareHolders(in: scope)
        guard !wanted.isEmpty else { return }
        var rows: [FactExpectation.Name: (app: String, row: FactRow)] = [:]
        let names = Set(wanted.keys)
        let before = report
        try readSources(in: scope) { _, row, app in
            let name = FactExpectation.Name(row.key, of: app)
            guard names.contains(name), rows[name].map({ $0.row.signed < row.signed }) ?? true else { return }
            rows[name] = (app, row)
        }
        report = before
        for (name, found) in rows.sorted(by: { $0.value.row.key < $1.value.row.key }) {
            if let damaged = wanted[name] ?? nil {
                repairs.append(.replace(damaged, by: found.row, of: found.app))
            } else {
                note(.missing, "fact", found.app, found.row.key.text)
                repairs.append(.insert(found.row, of: found.app))
            }
        }
    }

    private mutating func note(
        _ kind: LedgerDifference.Kind, _ table: String, _ app: String, _ name: String
    ) {
        report.differences.append(LedgerDifference(kind: kind, table: table, app: app, name: name))
    }

    // MARK: What has to be there

    private mutating func readSources(
        in scope: borrowing ReadScope, _ body: (inout LedgerCheck, FactRow, String) -> Void
    ) throws(StorageError) {
        var place: Int64 = 0
        while true {
            let page = try records.page(after: place, limit: Self.rowsPerPage, in: scope)
            guard let last = page.last else { break }
            place = last.place
            for (_, submission, receipt) in page { read(submission, receipt, body) }
        }
        place = 0
        while true {
            let page = try records.answers(after: place, limit: Self.rowsPerPage, in: scope)
            guard let last = page.last else { break }
            place = last.place
            for (_, answer) in page {
                let submission = try records.submission(answer.submission, in: scope)
                read(answer, submission, body)
            }
        }
    }

    private mutating func read(
        _ submission: Submission, _ receipt: [UInt8], _ body: (inout LedgerCheck, FactRow, String) -> Void
    ) {
        report.submissions += 1
        let app = submission.user.app
        proofs.insert(submission.proof)
        guard submission.verdict == .genuine else { return }
        guard let facts = sources.receipt(submission, receipt) else {
            note(.unprovable, "submission", app, submission.id)
            unprovable.insert(submission.proof)
            return
        }
        let rows = FactRow.rows(facts)
        for row in rows { body(&self, row, app) }
        if submission.isRefusedByStore, !rows.isEmpty { refused[submission.proof] = app }
    }

    private mutating func read(
        _ answer: StoreAnswer, _ submission: Submission?, _ body: (inout LedgerCheck, FactRow, String) -> Void
    ) {
        report.answers += 1
        guard let submission, let facts = sources.answer(answer, submission) else {
            note(.unprovable, "answer", submission?.user.app ?? "", answer.submission)
            hasUnreadableAnswers = true
            return
        }
        for row in FactRow.rows(facts) { body(&self, row, submission.user.app) }
    }

    // MARK: Facts

    private mutating func compareFacts(in scope: borrowing ReadScope) throws(StorageError) {
        var place = [StorageValue](repeating: .text(""), count: 6)
        while true {
            let rows = try scope.rows(Self.factPage, place + [.integer(Int64(Self.rowsPerPage))])
            guard let last = rows.last else { break }
            place = Array(last.values.prefix(6))
            for row in rows { try compare(StoredFactRow(row)) }
        }
        for name in expected.signed.keys { wanted[name] = .some(nil) }
    }

    private static let factPage: SQL = """
        SELECT app, environment, original, identifier, proof, digest, signed, token, kept, body FROM fact
        WHERE (app, environment, original, identifier, proof, digest) > ($1, $2, $3, $4, $5, $6)
        ORDER BY app, environment, original, identifier, proof, digest LIMIT $7
        """

    private mutating func compare(_ stored: StoredFactRow) {
        report.facts += 1
        let name = FactExpectation.Name(stored.key, of: stored.app)
        guard let signed = expected.find(name) else {
            let isUnknown =
                unprovable.contains(stored.key.proof) || hasUnreadableAnswers && stored.key.proof.isEmpty
            if stored.isKept || isUnknown {
                if !stored.isSound { note(.changed, "fact", stored.app, stored.key.text) }
                return
            }
            note(.unexpected, "fact", stored.app, stored.key.text)
            return repairs.append(.removeFact(stored.key, of: stored.app))
        }
        let isDated = stored.isKept ? stored.signed >= signed : stored.signed == signed
        guard !stored.isSound || !isDated else { return }
        note(.changed, "fact", stored.app, stored.key.text)
        wanted[name] = DamagedFact(signed: stored.signed, body: stored.body)
    }

    // MARK: Refusals

    private mutating func compareRefusals(in scope: borrowing ReadScope) throws(StorageError) {
        var stored: Set<String> = []
        var place = [StorageValue](repeating: .text(""), count: 2)
        while true {
            let rows = try scope.rows(
                "SELECT app, proof FROM refusal WHERE (app, proof) > ($1, $2) ORDER BY app, proof LIMIT $3",
                place + [.integer(Int64(Self.rowsPerPage))])
            guard let last = rows.last else { break }
            place = last.values
            for row in rows {
                let (app, proof) = (try row.text(0), try row.text(1))
                stored.insert(proof)
                // A proof without a submission went with its user.
                guard refused[proof] == nil, proofs.contains(proof), !unprovable.contains(proof),
                    try records.submission(proof, in: scope)?.isRefusedByStore != true
                else { continue }
                note(.unexpected, "refusal", app, proof)
                repairs.append(.removeRefusal(proof, of: app))
            }
        }
        for (proof, app) in refused.sorted(by: { $0.key < $1.key }) where !stored.contains(proof) {
            note(.missing, "refusal", app, proof)
            repairs.append(.addRefusal(proof, of: app))
        }
    }

    // MARK: Holders

    private mutating func compareHolders(in scope: borrowing ReadScope) throws(StorageError) {
        let reader = PossessionReader(rowsPerPage: Self.rowsPerPage)
        let (replay, claims) = try reader.replay(in: scope)
        let stored = try reader.stored(in: scope)
        report.claims = claims
        report.purchases = replay.possessions.count
        for purchase in Set(replay.possessions.keys).union(stored.keys).sorted() {
            let (right, found) = (replay.possessions[purchase], stored[purchase])
            guard right != found else { continue }
            let kind: LedgerDifference.Kind = found == nil ? .missing : right == nil ? .unexpected : .changed
            note(kind, "holder", purchase.app, purchase.original.description)
            repairs.append(.set(right ?? Possession(), insteadOf: found ?? Possession(), of: purchase))
        }
    }
}

extension Submission {
    /// Whether the store said no to the receipt itself: not so where it is genuine and another user's.
    fileprivate var isRefusedByStore: Bool { status == .refused && reason != "belongs_to_other_user" }
}
