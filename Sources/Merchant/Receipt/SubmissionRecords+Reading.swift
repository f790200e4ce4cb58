import WindfallCommerce
package import WindfallStorage
import WindfallTimeline

/// What is known of submissions.
extension SubmissionRecords {
    package func submission(_ id: String, in scope: borrowing ReadScope) throws(StorageError) -> Submission? {
        try scope.row(SubmissionRow.byID, [.text(id)]).map(Submission.init)
    }

    package func submission(_ id: String, in scope: borrowing WriteScope) throws(StorageError) -> Submission? {
        try scope.row(SubmissionRow.byID, [.text(id)]).map(Submission.init)
    }

    /// A submission by whose it is and what it says.
    ///
    /// - Parameter digest: SHA-256 of the receipt's bytes.
    package func submission(
        of user: UserKey, digest: [UInt8], in scope: borrowing ReadScope
    ) throws(StorageError) -> Submission? {
        try scope.row(SubmissionRow.byContent, [.text(user.app), .text(user.user.text), .bytes(digest)])
            .map(Submission.init)
    }

    /// The bytes of a submission, without what they were wrapped in when they came.
    package func receipt(of id: String, in scope: borrowing ReadScope) throws(StorageError) -> [UInt8]? {
        try scope.row("SELECT receipt FROM submission WHERE id = $1", [.text(id)])?.bytes(0)
    }

    /// What the store said last of a submission, where it said something.
    package func latestAnswer(
        to id: String, in scope: borrowing ReadScope
    ) throws(StorageError) -> StoreAnswer? {
        try scope.row(
            """
            SELECT sequence, submission, environment, date, body FROM answer
            WHERE submission = $1 ORDER BY sequence DESC LIMIT 1
            """, [.text(id)]
        ).map(StoreAnswer.init)
    }

    /// How the questions went, the first one first.
    package func history(of id: String, in scope: borrowing ReadScope) throws(StorageError) -> [VerificationAttempt] {
        let rows = try scope.rows(
            "SELECT date, host, outcome, number FROM attempt WHERE submission = $1 ORDER BY sequence", [.text(id)])
        var attempts: [VerificationAttempt] = []
        for row in rows {
            let number = try row.optionalInteger(3).map { Int(clamping: $0) }
            guard let outcome = VerificationAttempt.Outcome(word: try row.text(2), number: number) else {
                throw .mismatch(column: 2)
            }
            attempts.append(VerificationAttempt(date: try row.instant(0), host: try row.text(1), outcome: outcome))
        }
        return attempts
    }

    // MARK: For all

    /// Some submissions with their receipts, in the order in which they came.
    ///
    /// - Parameters:
    ///   - place: what the last call gave; 0 at first.
    ///   - limit: how many at most.
    /// - Returns: each with its place; none when there are no more.
    package func page(
        after place: Int64, limit: Int, in scope: borrowing ReadScope
    ) throws(StorageError) -> [(place: Int64, submission: Submission, receipt: [UInt8])] {
        let rows = try scope.rows(SubmissionRow.page, [.integer(place), .integer(Int64(max(0, limit)))])
        var page: [(place: Int64, submission: Submission, receipt: [UInt8])] = []
        for row in rows {
            page.append((try row.integer(14), try Submission(row), try row.bytes(15)))
        }
        return page
    }

    /// Some of the store's answers, in the order in which they came.
    ///
    /// - Parameters:
    ///   - place: what the last call gave; 0 at first.
    ///   - limit: how many at most.
    /// - Returns: each with its place; none when there are no more.
    package func answers(
        after place: Int64, limit: Int, in scope: borrowing ReadScope
    ) throws(StorageError) -> [(place: Int64, answer: StoreAnswer)] {
        let rows = try scope.rows(
            """
            SELECT sequence, submission, environment, date, body FROM answer
            WHERE sequence > $1 ORDER BY sequence LIMIT $2
            """, [.integer(place), .integer(Int64(max(0, limit)))])
        var page: [(place: Int64, answer: StoreAnswer)] = []
        for row in rows {
            page.append((try row.integer(0), try StoreAnswer(row)))
        }
        return page
    }

    /// The submissions of an app that wait for the operator, the first one first.
    ///
    /// - Parameter limit: how many at most.
    package func held(
        of app: String, limit: Int, in scope: borrowing ReadScope
    ) throws(StorageError) -> [Submission] {
        var held: [Submission] = []
        for row in try scope.rows(SubmissionRow.held, [.text(app), .integer(Int64(max(0, limit)))]) {
            held.append(try Submission(row))
        }
        return held
    }
}

/// How a submission is read out of its row.
enum SubmissionRow {
    static let byID: SQL = """
        SELECT id, app, user_name, digest, kind, environment, verdict, verdict_code, status, reason, received,
            concluded, job, (SELECT count(*) FROM attempt WHERE attempt.submission = submission.id)
        FROM submission WHERE id = $1
        """
    static let byContent: SQL = """
        SELECT id, app, user_name, digest, kind, environment, verdict, verdict_code, status, reason, received,
            concluded, job, (SELECT count(*) FROM attempt WHERE attempt.submission = submission.id)
        FROM submission WHERE app = $1 AND user_name = $2 AND digest = $3
        """
    static let page: SQL = """
        SELECT id, app, user_name, digest, kind, environment, verdict, verdict_code, status, reason, received,
            concluded, job, (SELECT count(*) FROM attempt WHERE attempt.submission = submission.id), sequence, receipt
        FROM submission WHERE sequence > $1 ORDER BY sequence LIMIT $2
        """
    static let held: SQL = """
        SELECT id, app, user_name, digest, kind, environment, verdict, verdict_code, status, reason, received,
            concluded, job, (SELECT count(*) FROM attempt WHERE attempt.submission = submission.id)
        FROM submission WHERE app = $1 AND status = 'held' ORDER BY sequence LIMIT $2
        """
}

extension StoreAnswer {
    /// - Parameter row: with its place, its submission, its environment, its date and its body.
    fileprivate init(_ row: StorageRow) throws(StorageError) {
        self.init(
            submission: try row.text(1), environment: Environment(rawValue: try row.text(2)),
            date: try row.instant(3), body: try row.bytes(4))
    }
}

extension Submission {
    /// - Parameter row: with the columns of ``SubmissionRow``.
    init(_ row: StorageRow) throws(StorageError) {
        guard let user = UserIdentifier(try row.text(2)) else { throw .mismatch(column: 2) }
        guard let verdict = LocalVerdict(word: try row.text(6), code: try row.optionalText(7)) else {
            throw .mismatch(column: 6)
        }
        guard let status = SubmissionStatus(rawValue: try row.text(8)) else { throw .mismatch(column: 8) }
        self.init(
            id: try row.text(0), user: UserKey(app: try row.text(1), user: user), digest: try row.bytes(3),
            kind: try row.text(4), environment: try row.optionalText(5).map(Environment.init(rawValue:)),
            verdict: verdict, status: status, reason: try row.optionalText(9), received: try row.instant(10))
        concludedDate = try row.optionalInstant(11)
        job = try row.optionalText(12)
        attempts = Int(clamping: try row.integer(13))
    }
}
