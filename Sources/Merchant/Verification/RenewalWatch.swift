import WindfallCommerce
package import WindfallStorage
package import WindfallTimeline

/// When the store is to be asked about each subscription again, and by which receipt (F27).
///
/// Dates are by the store's clock. A row is there until its question is in the queue; the answer puts the next one here.
package struct RenewalWatch: Sendable {
    package static let schema = Schema(
        component: "renewal",
        migrations: [
            """
            CREATE TABLE renewal (
                app TEXT NOT NULL,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                submission TEXT NOT NULL,
                due BIGINT NOT NULL,
                PRIMARY KEY (app, environment, original)
            ) STRICT;
            CREATE INDEX renewal_due ON renewal (due);
            CREATE INDEX renewal_submission ON renewal (submission);
            """
        ])

    package init() {}

    /// Writes down when the store is to be asked about what it has just told of.
    ///
    /// - Parameters:
    ///   - subscriptions: where each stands that the store's answer tells of.
    ///   - submission: whose receipt the store is asked by; it takes the place of an earlier one.
    ///   - now: by the store's clock.
    ///   - delay: how long after the end of a period, in milliseconds.
    func expect(
        _ subscriptions: [HeldSubscription], of app: String, by submission: String, at now: Instant, delay: Int64,
        in scope: borrowing WriteScope
    ) throws(StorageError) {
        // In one order, so that two scopes never wait for each other.
        for subscription in subscriptions.sorted(by: { $0.original < $1.original }) {
            let key: [StorageValue] = [
                .text(app), .text(subscription.environment.rawValue), .text(subscription.originalTransactionID),
            ]
            guard let due = subscription.nextQuestion(after: now, delay: delay) else {
                try scope.runLater(
                    "DELETE FROM renewal WHERE app = $1 AND environment = $2 AND original = $3", key)
                continue
            }
            try scope.runLater(
                """
                INSERT INTO renewal (app, environment, original, submission, due) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (app, environment, original) DO UPDATE SET submission = $4, due = $5
                """, key + [.text(submission), .instant(due)])
        }
    }

    /// Nothing more is expected by a receipt that the store said no to.
    func forget(_ submission: String, in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater("DELETE FROM renewal WHERE submission = $1", [.text(submission)])
    }

    /// Nothing more is expected by what a user sent.
    ///
    /// The submissions are still there.
    func erase(_ user: UserKey, in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater(
            """
            DELETE FROM renewal WHERE submission IN (
                SELECT id FROM submission WHERE app = $1 AND user_name = $2)
            """, [.text(user.app), .text(user.user.text)])
    }

    /// Takes what is due.
    ///
    /// - Parameters:
    ///   - now: by the store's clock.
    ///   - limit: how many subscriptions at most.
    /// - Returns: how many subscriptions, and the submissions by whose receipts the store is to be asked; each once.
    func take(
        dueAt now: Instant, limit: Int, in scope: borrowing WriteScope
    ) throws(StorageError) -> (count: Int, submissions: [String]) {
        let rows = try scope.rows(Self.taking, [.instant(now), .integer(Int64(limit))])
        var submissions: Set<String> = []
        for row in rows { submissions.insert(try row.text(0)) }
        return (rows.count, submissions.sorted())
    }

    private static let taking = SQL(
        sqlite: """
            DELETE FROM renewal WHERE rowid IN (SELECT rowid FROM renewal WHERE due <= $1 ORDER BY due LIMIT $2)
            RETURNING submission
            """,
        postgreSQL: """
            WITH taken AS MATERIALIZED (
                SELECT app, environment, original FROM renewal WHERE due <= $1 ORDER BY due LIMIT $2
                FOR UPDATE SKIP LOCKED)
            DELETE FROM renewal USING taken
            WHERE renewal.app = taken.app AND renewal.environment = taken.environment
                AND renewal.original = taken.original
            RETURNING renewal.submission
            """)

    /// The earliest instant at which something is due.
    package func nextDue(in scope: borrowing ReadScope) throws(StorageError) -> Instant? {
        try scope.row("SELECT min(due) FROM renewal")?.optionalInstant(0)
    }
}
