package import WindfallCommerce
package import WindfallStorage
package import WindfallTimeline

/// The submissions as rows, and what became of each.
package struct SubmissionRecords: Sendable {
    package static let schema = Schema(
        component: "receipt",
        migrations: [
            // The bytes come last in their rows: SQLite walks through what stands before a column.
            """
            CREATE TABLE submission (
                sequence IDENTITY,
                id TEXT NOT NULL UNIQUE,
                app TEXT NOT NULL,
                user_name TEXT NOT NULL,
                digest BYTEA NOT NULL,
                kind TEXT NOT NULL,
                environment TEXT,
                verdict TEXT NOT NULL,
                verdict_code TEXT,
                status TEXT NOT NULL,
                reason TEXT,
                received BIGINT NOT NULL,
                concluded BIGINT,
                job TEXT,
                asked BIGINT NOT NULL,
                receipt BYTEA NOT NULL,
                UNIQUE (app, user_name, digest)
            ) STRICT;
            CREATE INDEX submission_held ON submission (app, sequence) WHERE status = 'held';
            CREATE TABLE attempt (
                sequence IDENTITY,
                submission TEXT NOT NULL,
                date BIGINT NOT NULL,
                host TEXT NOT NULL,
                outcome TEXT NOT NULL,
                number BIGINT
            ) STRICT;
            CREATE INDEX attempt_submission ON attempt (submission, sequence);
            CREATE TABLE answer (
                sequence IDENTITY,
                submission TEXT NOT NULL,
                environment TEXT NOT NULL,
                date BIGINT NOT NULL,
                body BYTEA NOT NULL
            ) STRICT;
            CREATE INDEX answer_submission ON answer (submission, sequence);
            """
        ])

    package init() {}

    // MARK: Adding

    /// Adds a submission, unless the same user has sent the same receipt before.
    ///
    /// - Parameter receipt: the bytes that prove it: DER, a property list or a compact JWS, whatever it was wrapped in
    ///   when it came.
    /// - Returns: nil when it was added, else the one that is there.
    package func insert(
        _ submission: Submission, receipt: [UInt8], in scope: borrowing WriteScope
    ) throws(StorageError) -> Submission? {
        let count = try scope.run(
            """
            INSERT INTO submission (id, app, user_name, digest, kind, environment, verdict, verdict_code, status,
                reason, received, concluded, job, asked, receipt)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $11, $14)
            ON CONFLICT (app, user_name, digest) DO NOTHING
            """,
            [
                .text(submission.id), .text(submission.user.app), .text(submission.user.user.text),
                .bytes(submission.digest), .text(submission.kind), .optional(submission.environment?.rawValue),
                .text(submission.verdict.word), .optional(submission.verdict.code), .text(submission.status.rawValue),
                .optional(submission.reason), .instant(submission.receivedDate), .optional(submission.concludedDate),
                .optional(submission.job), .bytes(receipt),
            ])
        guard count == 0 else { return nil }
        let row = try scope.row(
            SubmissionRow.byContent,
            [.text(submission.user.app), .text(submission.user.user.text), .bytes(submission.digest)])
        // On PostgreSQL a row that was removed meanwhile is in the way and not to be seen.
        guard let row else { throw .conflict }
        return try Submission(row)
    }

    /// Writes down how a question to the store went; ``Submission/attempts`` counts them.
    package func add(
        _ attempt: VerificationAttempt, to id: String, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            "INSERT INTO attempt (submission, date, host, outcome, number) VALUES ($1, $2, $3, $4, $5)",
            [
                .text(id), .instant(attempt.date), .text(attempt.host), .text(attempt.outcome.word),
                .optional(attempt.outcome.number.map(Int64.init)),
            ])
    }

    /// Keeps a store's answer that said something, as it came: everything can be recomputed from these.
    package func keep(
        answer: [UInt8], to id: String, from environment: Environment, at date: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            "INSERT INTO answer (submission, environment, date, body) VALUES ($1, $2, $3, $4)",
            [.text(id), .text(environment.rawValue), .instant(date), .bytes(answer)])
    }

    // MARK: Changing

    /// Changes where a verification stands.
    ///
    /// Whoever calls it rings ``Merchant/bell`` once the scope is stored.
    /// - Parameters:
    ///   - environment: nil leaves what is known.
    ///   - date: when it was concluded; nil for `pending` and `held`.
    package func set(
        _ status: SubmissionStatus, reason: String?, environment: Environment?, concluded date: Instant?, of id: String,
        in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            """
            UPDATE submission
            SET status = $2, reason = $3, environment = coalesce($4, environment), concluded = $5
            WHERE id = $1
            """,
            [
                .text(id), .text(status.rawValue), .optional(reason), .optional(environment?.rawValue), .optional(date),
            ])
    }

    /// Removes all that a user sent, and what the store said of it.
    package func erase(_ user: UserKey, in scope: borrowing WriteScope) throws(StorageError) {
        let values: [StorageValue] = [.text(user.app), .text(user.user.text)]
        try scope.runLater(
            """
            DELETE FROM attempt WHERE submission IN (
                SELECT id FROM submission WHERE app = $1 AND user_name = $2)
            """, values)
        try scope.runLater(
            """
            DELETE FROM answer WHERE submission IN (
                SELECT id FROM submission WHERE app = $1 AND user_name = $2)
            """, values)
        try scope.runLater("DELETE FROM submission WHERE app = $1 AND user_name = $2", values)
    }
}
