import WindfallCommerce
import WindfallStorage
import WindfallTimeline

/// Asking the store once more.
extension SubmissionRecords {
    /// A submission that is to be verified again.
    struct Again: Hashable, Sendable {
        var id: String
        /// The job that does it.
        var job: String
    }

    /// Marks the newest receipt of each environment that a user sent as one that the store is asked about again; not what
    /// it is being asked about, and nothing that it was asked about a short time ago.
    ///
    /// - Parameters:
    ///   - now: in wall time.
    ///   - pause: the shortest time between two such questions.
    func askAgain(
        about user: UserKey, at now: Instant, pause: Duration, in scope: borrowing WriteScope
    ) throws(StorageError) -> [Again] {
        let before = now.adding(.zero - pause) ?? now
        let rows = try scope.rows(
            """
            UPDATE submission SET asked = $3, job = id || $5
            WHERE (asked <= $4 OR asked > $3) AND status = 'valid' AND sequence IN (
                SELECT sequence FROM (
                    SELECT sequence, row_number() OVER (PARTITION BY environment ORDER BY sequence DESC) AS place
                    FROM submission
                    WHERE app = $1 AND user_name = $2 AND job IS NOT NULL AND status IN ('valid', 'pending')) newest
                WHERE place = 1)
            RETURNING id, job
            """,
            [
                .text(user.app), .text(user.user.text), .instant(now), .instant(before),
                .text(":\(now.milliseconds)"),
            ])
        return try Self.again(rows)
    }

    /// Marks submissions as those that the store is asked about again, if it said yes to them before.
    ///
    /// - Parameter now: in wall time.
    func askAgain(
        about submissions: [String], at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> [Again] {
        var rows: [StorageRow] = []
        for id in submissions {
            rows += try scope.rows(
                """
                UPDATE submission SET asked = $2, job = id || $3 WHERE id = $1 AND status = 'valid' AND job IS NOT NULL
                RETURNING id, job
                """, [.text(id), .instant(now), .text(":\(now.milliseconds)")])
        }
        return try Self.again(rows)
    }

    private static func again(_ rows: [StorageRow]) throws(StorageError) -> [Again] {
        var again: [Again] = []
        for row in rows { again.append(Again(id: try row.text(0), job: try row.text(1))) }
        return again.sorted { $0.id < $1.id }
    }
}
