package import WindfallStorage
package import WindfallTimeline

/// What the holder of a job may do. Each is refused once the job was given to others.
extension JobQueue {
    /// How many claims are extended in one write.
    private static let extendedAtOnce = 1_000

    /// Keeps jobs for longer. Those that were given to others, or are just being put back or ended, stay as they are.
    ///
    /// - Returns: how many are kept.
    @discardableResult
    package func extend(_ jobs: [ClaimedJob], until leaseEnds: Instant) async throws(StorageError) -> Int {
        var count = 0
        for start in stride(from: 0, to: jobs.count, by: Self.extendedAtOnce) {
            let part = jobs[start..<min(start + Self.extendedAtOnce, jobs.count)]
            let claims = "[" + part.map { "[\($0.sequence),\($0.attempt)]" }.joined(separator: ",") + "]"
            count += try await database.write(.statement) { scope throws(StorageError) in
                Int(try scope.run(Self.extending, [.instant(leaseEnds), .text(claims)]))
            }
        }
        return count
    }

    private static let extending = SQL(
        sqlite: """
            UPDATE job SET lease_ends = $1 FROM json_each($2) claim
            WHERE job.sequence = json_extract(claim.value, '$[0]')
                AND job.attempt = json_extract(claim.value, '$[1]') AND job.state = 1
            """,
        // A row that is locked is being put back or ended: to wait for it could make two scopes wait for each other.
        postgreSQL: """
            WITH held AS MATERIALIZED (
                SELECT job.sequence FROM json_array_elements($2::text::json) claim
                JOIN job ON job.sequence = (claim ->> 0)::bigint AND job.attempt = (claim ->> 1)::bigint
                WHERE job.state = 1 FOR UPDATE OF job SKIP LOCKED)
            UPDATE job SET lease_ends = $1 FROM held WHERE job.sequence = held.sequence
            """)

    /// Says that a job is done, together with what its work has changed.
    ///
    /// - Parameters:
    ///   - now: from when on the job can be pruned.
    ///   - scope: what else it stores must not be stored when the job is lost: give the failure on, from
    ///     ``Database/attempt(_:_:)``.
    package func complete(
        _ job: ClaimedJob, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> Result<Void, LeaseLost> {
        let changed = try scope.run(
            """
            UPDATE job SET state = 2, finished = $3, holder = NULL, lease_ends = NULL, reason = NULL
            WHERE identifier = $1 AND state = 1 AND attempt = $2
            """, Self.claim(job) + [.instant(now)])
        return changed == 1 ? .success(()) : .failure(LeaseLost(identifier: job.identifier))
    }

    /// The same for work that has changed nothing.
    package func complete(
        _ job: ClaimedJob, at now: Instant
    ) async throws(StorageError) -> Result<Void, LeaseLost> {
        try await database.attempt(.statement) { scope throws(StorageError) -> Result<Void, LeaseLost> in
            try complete(job, at: now, in: scope)
        }
    }

    /// Puts a job back, to be done again.
    ///
    /// - Parameters:
    ///   - due: when; see `Backoff`.
    ///   - key: what it waits for from now on; nil for what it had.
    ///   - reason: why it is not done, for those who look at the queue: no secrets.
    package func retry(
        _ job: ClaimedJob, due: Instant, key: String? = nil, reason: String, in scope: borrowing WriteScope
    ) throws(StorageError) -> Result<Void, LeaseLost> {
        let changed = try scope.run(
            """
            UPDATE job SET state = 0, due = $3, wait_key = $4, reason = $5, holder = NULL, lease_ends = NULL
            WHERE identifier = $1 AND state = 1 AND attempt = $2
            """, Self.claim(job) + [.instant(due), .text(key ?? job.key), .text(reason)])
        guard changed == 1 else { return .failure(LeaseLost(identifier: job.identifier)) }
        scope.wake(Self.channel)
        return .success(())
    }

    /// The same with nothing else to store.
    package func retry(
        _ job: ClaimedJob, due: Instant, key: String? = nil, reason: String
    ) async throws(StorageError) -> Result<Void, LeaseLost> {
        try await database.attempt(.statement) { scope throws(StorageError) -> Result<Void, LeaseLost> in
            try retry(job, due: due, key: key, reason: reason, in: scope)
        }
    }

    private static func claim(_ job: ClaimedJob) -> [StorageValue] {
        [.text(job.identifier), .integer(Int64(job.attempt))]
    }
}
