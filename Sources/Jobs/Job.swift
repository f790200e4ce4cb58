package import WindfallTimeline

/// Something that is to be done later, as it is put into the queue.
package struct NewJob: Hashable, Sendable {
    /// What tells it from all others: to enqueue it again changes nothing, until it is pruned.
    package var identifier: String
    /// Which workers take it.
    package var kind: String
    /// What it waits for when it waits, such as a host; see ``JobQueue/pullForward(key:at:spread:)``.
    package var key: String
    /// What the worker needs to know.
    package var payload: [UInt8]
    /// When it is to be done first.
    package var due: Instant

    package init(identifier: String, kind: String, key: String = "", payload: [UInt8], due: Instant) {
        self.identifier = identifier
        self.kind = kind
        self.key = key
        self.payload = payload
        self.due = due
    }
}

/// A job that one worker has, until its lease ends.
package struct ClaimedJob: Hashable, Sendable {
    /// Its place in the queue.
    package var sequence: Int64
    package var identifier: String
    package var kind: String
    package var key: String
    package var payload: [UInt8]
    /// How often it was claimed, this time included: from 1. It tells this claim from all others of the job.
    package var attempt: Int
    /// When it was put into the queue.
    package var enqueued: Instant
    /// When the claim ends, unless it is extended.
    package var leaseEnds: Instant

    package init(
        sequence: Int64, identifier: String, kind: String, key: String, payload: [UInt8], attempt: Int,
        enqueued: Instant, leaseEnds: Instant
    ) {
        self.sequence = sequence
        self.identifier = identifier
        self.kind = kind
        self.key = key
        self.payload = payload
        self.attempt = attempt
        self.enqueued = enqueued
        self.leaseEnds = leaseEnds
    }
}

/// Says that a worker no longer holds a job: its lease ended and the job was given to others, or is done.
///
/// Whatever the worker wanted to store with the job's end must not be stored, since another one has stored it or will.
package struct LeaseLost: Error, Hashable, Sendable {
    package var identifier: String

    package init(identifier: String) {
        self.identifier = identifier
    }
}

/// How many jobs of a kind are in which state; for metrics.
package struct JobStatistics: Hashable, Sendable {
    package var kind: String
    /// Waiting, and their time has come.
    package var due: Int = 0
    /// Waiting for their time.
    package var scheduled: Int = 0
    /// Held by a worker.
    package var claimed: Int = 0
    /// Held by a worker whose lease has ended.
    package var expired: Int = 0
    /// Done and not pruned.
    package var finished: Int = 0
    /// Waiting, and tried before.
    package var retrying: Int = 0
    /// Since when the oldest job that is due has been so.
    package var oldestDue: Instant?

    package init(kind: String) {
        self.kind = kind
    }
}
