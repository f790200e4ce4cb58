package import WindfallStorage
package import WindfallTimeline

/// What anybody may do, now and then.
extension JobQueue {
    /// Gives back jobs whose lease has ended: they are due at once.
    ///
    /// - Parameter limit: how many at most.
    /// - Returns: how many.
    @discardableResult
    package func rescue(at now: Instant, limit: Int = 1000) async throws(StorageError) -> Int {
        try await database.write(.statement) { scope throws(StorageError) in
            let count = try scope.run(Self.rescuing, [.instant(now), .integer(Int64(max(0, limit)))])
            if count > 0 { scope.wake(Self.channel) }
            return Int(count)
        }
    }

    private static let rescuing = SQL(
        sqlite: """
            UPDATE job SET state = 0, due = $1, holder = NULL, lease_ends = NULL, reason = 'lease ended'
            WHERE sequence IN (SELECT sequence FROM job WHERE state = 1 AND lease_ends <= $1 ORDER BY lease_ends LIMIT $2)
            """,
        postgreSQL: """
            WITH ended AS MATERIALIZED (
                SELECT sequence FROM job WHERE state = 1 AND lease_ends <= $1 ORDER BY lease_ends LIMIT $2
                FOR UPDATE SKIP LOCKED)
            UPDATE job SET state = 0, due = $1, holder = NULL, lease_ends = NULL, reason = 'lease ended'
            FROM ended WHERE job.sequence = ended.sequence
            """)

    /// Gives back all that a worker has which stops: it is due at once.
    ///
    /// - Parameter holder: the worker's name, which no other one has.
    /// - Returns: how many.
    @discardableResult
    package func giveBack(from holder: String, at now: Instant) async throws(StorageError) -> Int {
        try await database.write(.statement) { scope throws(StorageError) in
            let count = try scope.run(
                """
                UPDATE job SET state = 0, due = $1, holder = NULL, lease_ends = NULL, reason = 'worker stopped'
                WHERE state = 1 AND holder = $2
                """, [.instant(now), .text(holder)])
            if count > 0 { scope.wake(Self.channel) }
            return Int(count)
        }
    }

    /// Makes the jobs that wait for something due, when it is there again.
    ///
    /// Each comes a little later than the one before it, so that what has just recovered is not overrun.
    /// - Parameters:
    ///   - key: what they wait for.
    ///   - spread: over how long they come, in whole milliseconds; what is due within it stays as it is.
    ///   - batch: how many in one write: after a long outage there are many, and others want to write too.
    /// - Returns: how many come earlier than they would have.
    @discardableResult
    package func pullForward(
        key: String, at now: Instant, spread: Duration = .zero, batch: Int = 5_000
    ) async throws(StorageError) -> Int {
        let (seconds, attoseconds) = spread.components
        let milliseconds = min(max(0, seconds), 86_400) * 1000 + max(0, attoseconds) / 1_000_000_000_000_000
        var total = 0
        while true {
            let count = try await database.write(.statement) { scope throws(StorageError) in
                let count = try scope.run(
                    Self.pulling,
                    [.text(key), .instant(now), .integer(max(1, milliseconds)), .integer(Int64(max(1, batch)))])
                if count > 0 { scope.wake(Self.channel) }
                return Int(count)
            }
            total += count
            if count < max(1, batch) { return total }
        }
    }

    /// What is pulled is due within the spread, and so is not found again.
    private static let pulling = SQL(
        sqlite: """
            UPDATE job SET due = $2 + sequence % $3
            WHERE sequence IN (
                SELECT sequence FROM job WHERE wait_key = $1 AND state = 0 AND due >= $2 + $3 LIMIT $4)
            """,
        postgreSQL: """
            WITH waiting AS MATERIALIZED (
                SELECT sequence FROM job WHERE wait_key = $1 AND state = 0
                    AND due >= CAST($2 AS BIGINT) + CAST($3 AS BIGINT) LIMIT $4
                FOR UPDATE SKIP LOCKED)
            UPDATE job SET due = $2 + job.sequence % $3
            FROM waiting WHERE job.sequence = waiting.sequence
            """)

    /// Removes jobs that are done. Until then, they cannot be put into the queue a second time.
    ///
    /// - Parameters:
    ///   - finished: those that were done before.
    ///   - limit: how many at most, so that others need not wait.
    /// - Returns: how many.
    @discardableResult
    package func prune(finishedBefore finished: Instant, limit: Int = 1000) async throws(StorageError) -> Int {
        try await database.write(.statement) { scope throws(StorageError) in
            Int(
                try scope.run(
                    """
                    DELETE FROM job WHERE sequence IN (
                        SELECT sequence FROM job WHERE state = 2 AND finished < $1 ORDER BY finished LIMIT $2)
                    """, [.instant(finished), .integer(Int64(max(0, limit)))]))
        }
    }

    /// When a job that waits is due; nil for one that a worker has, that is done, and that is not there.
    package func due(of identifier: String, in scope: borrowing ReadScope) throws(StorageError) -> Instant? {
        try scope.row("SELECT due FROM job WHERE identifier = $1 AND state = 0", [.text(identifier)])?.instant(0)
    }

    /// How many jobs there are, by kind; sorted by kind.
    package func statistics(at now: Instant) async throws(StorageError) -> [JobStatistics] {
        let rows = try await database.read { scope throws(StorageError) in
            try scope.rows(
                """
                SELECT kind,
                    CAST(sum(CASE WHEN state = 0 AND due <= $1 THEN 1 ELSE 0 END) AS BIGINT),
                    CAST(sum(CASE WHEN state = 0 AND due > $1 THEN 1 ELSE 0 END) AS BIGINT),
                    CAST(sum(CASE WHEN state = 1 AND lease_ends > $1 THEN 1 ELSE 0 END) AS BIGINT),
                    CAST(sum(CASE WHEN state = 1 AND lease_ends <= $1 THEN 1 ELSE 0 END) AS BIGINT),
                    CAST(sum(CASE WHEN state = 2 THEN 1 ELSE 0 END) AS BIGINT),
                    CAST(sum(CASE WHEN state = 0 AND attempt > 0 THEN 1 ELSE 0 END) AS BIGINT),
                    min(CASE WHEN state = 0 AND due <= $1 THEN due END)
                FROM job GROUP BY kind ORDER BY kind
                """, [.instant(now)])
        }
        var statistics: [JobStatistics] = []
        for row in rows {
            var kind = JobStatistics(kind: try row.text(0))
            kind.due = Int(clamping: try row.integer(1))
            kind.scheduled = Int(clamping: try row.integer(2))
            kind.claimed = Int(clamping: try row.integer(3))
            kind.expired = Int(clamping: try row.integer(4))
            kind.finished = Int(clamping: try row.integer(5))
            kind.retrying = Int(clamping: try row.integer(6))
            kind.oldestDue = try row.optionalInstant(7)
            statistics.append(kind)
        }
        return statistics
    }
}
