package import WindfallStorage
package import WindfallTimeline

/// What the holder of a job may do. Each is refused once the job was given to others.
extension JobQueue {
    /// Keeps a job for longer.
    ///
    /// - Returns: the job with its new lease, or that it is lost.
    package func extend(
        _ job: ClaimedJob, until leaseEnds: Instant
    ) async throws(StorageError) -> Result<ClaimedJob, LeaseLost> {
        let isHeld = try await database.write(.statement) { scope throws(StorageError) in
            try scope.run(
                "UPDATE job SET lease_ends = $3 WHERE identifier = $1 AND state = 1 AND attempt = $2",
                Self.claim(job) + [.instant(leaseEnds)]) == 1
        }
        guard isHeld else { return .failure(LeaseLost(identifier: job.identifier)) }
        var job = job
        job.leaseEnds = leaseEnds
        return .success(job)
    }

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
