import WindfallJobs
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A queue of one test's own, and its virtual time.
final class TestQueue: Sendable {
    let place: TestPlace
    let database: Database
    let queue: JobQueue
    let time = VirtualTimeline(now: Instant(milliseconds: 1_700_000_000_000))

    /// A table for what the jobs' work changes.
    static let effects = Schema(
        component: "effects", migrations: ["CREATE TABLE effect (id IDENTITY, job TEXT NOT NULL) STRICT;"])

    init(_ engine: TestEngine) async throws {
        place = try TestPlace(engine)
        database = try await Database.open(
            place.location, schemas: [JobQueue.schema, Self.effects], at: time.now)
        queue = JobQueue(database)
    }

    /// The same queue as another process has it.
    func reopened() async throws(StorageError) -> JobQueue {
        JobQueue(
            try await Database.open(place.location, schemas: [JobQueue.schema, Self.effects], at: time.now))
    }

    var now: Instant { time.now }

    /// The instant so many seconds after the present one.
    func later(_ seconds: Int64) -> Instant { Instant(milliseconds: now.milliseconds + seconds * 1000) }

    @discardableResult
    func enqueue(
        _ identifier: String, kind: String = "ask", key: String = "host", due: Instant? = nil
    ) async throws(StorageError) -> Bool {
        let job = NewJob(
            identifier: identifier, kind: kind, key: key, payload: Array("payload of \(identifier)".utf8),
            due: due ?? now)
        let now = now
        return try await database.write { [queue] scope throws(StorageError) in
            try queue.enqueue(job, at: now, in: scope)
        }
    }

    func claim(
        _ limit: Int = 100, kind: String = "ask", from other: JobQueue? = nil
    ) async throws(StorageError) -> [ClaimedJob] {
        try await (other ?? queue)
            .claim(kind: kind, limit: limit, holder: "worker", at: now, until: later(30))
    }

    func effects() async throws(StorageError) -> [String] {
        try await database.read { scope throws(StorageError) in
            var jobs: [String] = []
            for row in try scope.rows("SELECT job FROM effect ORDER BY job") { jobs.append(try row.text(0)) }
            return jobs
        }
    }

    /// Does a job: its effect and its end are stored together, or not at all.
    func work(_ job: ClaimedJob, on other: JobQueue? = nil) async throws(StorageError) -> Result<Void, LeaseLost> {
        let now = now
        let queue = other ?? queue
        return try await database.attempt(.statement) { scope throws(StorageError) -> Result<Void, LeaseLost> in
            try scope.runLater("INSERT INTO effect (job) VALUES ($1)", [.text(job.identifier)])
            return try queue.complete(job, at: now, in: scope)
        }
    }
}

extension Result where Success == Void, Failure == LeaseLost {
    var isLost: Bool { if case .failure = self { true } else { false } }
}
