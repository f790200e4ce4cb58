package import WindfallStorage
package import WindfallTimeline

/// The durable queue: jobs are stored with what they are about, are done at least once, and are lost never.
///
/// Any number of workers in any number of processes share it. A worker claims a job for a time, its lease, and says what
/// became of it. When it is silent, the lease runs out and the job goes to another one; a worker that comes back late
/// finds that it holds the job no longer. All instants come from the caller. Clocks of several machines may differ by
/// less than a lease lasts: a clock that is ahead gives a job away early, and the first worker's work is in vain.
package struct JobQueue: Sendable {
    package static let schema = Schema(
        component: "jobs",
        migrations: [
            """
            CREATE TABLE job (
                sequence IDENTITY,
                identifier TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                wait_key TEXT NOT NULL,
                payload BYTEA NOT NULL,
                state BIGINT NOT NULL CHECK (state BETWEEN 0 AND 2),
                due BIGINT NOT NULL,
                attempt BIGINT NOT NULL,
                enqueued BIGINT NOT NULL,
                holder TEXT,
                lease_ends BIGINT,
                finished BIGINT,
                reason TEXT
            ) STRICT;
            CREATE INDEX job_due ON job (kind, due, sequence) WHERE state = 0;
            CREATE INDEX job_key ON job (wait_key, due) WHERE state = 0;
            CREATE INDEX job_lease ON job (lease_ends) WHERE state = 1;
            CREATE INDEX job_finished ON job (finished) WHERE state = 2;
            """
        ])

    /// Woken when jobs were put into the queue or pulled forward.
    package static let channel = WakeChannel("windfall_jobs")

    let database: Database

    /// - Parameter database: opened with ``schema`` among its schemas.
    package init(_ database: Database) {
        self.database = database
    }

    // MARK: Putting in

    /// Puts a job into the queue, together with all else that the scope stores.
    ///
    /// - Returns: false when a job of that identifier is there already, and then nothing is changed.
    @discardableResult
    package func enqueue(
        _ job: NewJob, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> Bool {
        scope.wake(Self.channel)
        return try scope.run(Self.insertion, Self.values(of: job, at: now)) == 1
    }

    /// The same where nobody asks whether the job is new, which saves a journey to the server.
    package func enqueueLater(
        _ job: NewJob, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        scope.wake(Self.channel)
        try scope.runLater(Self.insertion, Self.values(of: job, at: now))
    }

    private static let insertion: SQL = """
        INSERT INTO job (identifier, kind, wait_key, payload, state, due, attempt, enqueued)
        VALUES ($1, $2, $3, $4, 0, $5, 0, $6) ON CONFLICT (identifier) DO NOTHING
        """

    private static func values(of job: NewJob, at now: Instant) -> [StorageValue] {
        [
            .text(job.identifier), .text(job.kind), .text(job.key), .bytes(job.payload), .instant(job.due),
            .instant(now),
        ]
    }

    // MARK: Claiming

    /// Takes jobs that are due, the longest due first; no other worker gets them before the lease ends.
    ///
    /// - Parameters:
    ///   - kind: which jobs.
    ///   - limit: how many at most.
    ///   - holder: the worker's name, for those who look at the queue and for ``giveBack(from:at:)``; it does not tell one
    ///     claim of the worker from another.
    ///   - leaseEnds: until when the worker has them, unless it extends the lease.
    package func claim(
        kind: String, limit: Int, holder: String, at now: Instant, until leaseEnds: Instant
    ) async throws(StorageError) -> [ClaimedJob] {
        try await database.write(.statement) { scope throws(StorageError) in
            let rows = try scope.rows(
                Self.claiming,
                [.text(kind), .instant(now), .integer(Int64(max(0, limit))), .text(holder), .instant(leaseEnds)])
            var jobs: [(due: Int64, sequence: Int64, job: ClaimedJob)] = []
            for row in rows {
                jobs.append((try row.integer(5), try row.integer(6), try Self.job(row, until: leaseEnds)))
            }
            // The order of what RETURNING gives is left open.
            return jobs.sorted { ($0.due, $0.sequence) < ($1.due, $1.sequence) }.map(\.job)
        }
    }

    private static let claiming = SQL(
        sqlite: """
            UPDATE job SET state = 1, attempt = attempt + 1, holder = $4, lease_ends = $5
            WHERE sequence IN (
                SELECT sequence FROM job WHERE kind = $1 AND state = 0 AND due <= $2 ORDER BY due, sequence LIMIT $3)
            RETURNING identifier, wait_key, payload, attempt, enqueued, due, sequence, kind
            """,
        // Rows that another worker is about to claim are passed over. The list is made once (MATERIALIZED): inside an
        // IN it could be made again, and more rows than asked for would be claimed.
        postgreSQL: """
            WITH next AS MATERIALIZED (
                SELECT sequence FROM job WHERE kind = $1 AND state = 0 AND due <= $2 ORDER BY due, sequence LIMIT $3
                FOR UPDATE SKIP LOCKED)
            UPDATE job SET state = 1, attempt = attempt + 1, holder = $4, lease_ends = $5
            FROM next WHERE job.sequence = next.sequence
            RETURNING identifier, wait_key, payload, attempt, enqueued, due, job.sequence, kind
            """)

    private static func job(_ row: StorageRow, until leaseEnds: Instant) throws(StorageError) -> ClaimedJob {
        ClaimedJob(
            sequence: try row.integer(6), identifier: try row.text(0), kind: try row.text(7), key: try row.text(1),
            payload: try row.bytes(2),
            attempt: Int(clamping: try row.integer(3)), enqueued: try row.instant(4), leaseEnds: leaseEnds)
    }

    /// When the next job of a kind is due; nil when none waits. What is due already gives an instant of the past.
    package func nextDue(kind: String) async throws(StorageError) -> Instant? {
        try await database.read { scope throws(StorageError) in
            try scope.row("SELECT min(due) FROM job WHERE kind = $1 AND state = 0", [.text(kind)])?.optionalInstant(0)
        }
    }
}
