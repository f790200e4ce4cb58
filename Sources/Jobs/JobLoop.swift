import Synchronization
package import WindfallStorage
package import WindfallTimeline

/// Works on the jobs of one kind, many at a time, until its task is cancelled.
///
/// It looks for work when it is woken, when the next job is due, and now and then, since on SQLite other processes don't
/// wake it. A database that is away is waited for.
package struct JobLoop: Sendable {
    /// How a loop works.
    package struct Settings: Hashable, Sendable {
        package var kind: String
        /// How many jobs are worked on at a time.
        package var slots: Int
        /// The worker's name, for those who look at the queue; no other worker has it.
        package var holder: String
        /// How long a job is held without a sign of life: when the process dies, others get it after that. While it is
        /// worked on, the lease is extended.
        package var lease: Duration
        /// The longest time without a look.
        package var look = Duration.seconds(5)
        /// How often jobs of dead workers are given back.
        package var rescue = Duration.seconds(10)

        package init(kind: String, slots: Int, holder: String, lease: Duration) {
            self.kind = kind
            self.slots = max(1, slots)
            self.holder = holder
            self.lease = lease
        }
    }

    /// How many jobs are claimed with one statement at most.
    private static let batch = 256
    /// The longest pause after the database failed.
    private static let outage = Backoff(first: .milliseconds(200), limit: .seconds(5))

    private let queue: JobQueue
    private let settings: Settings
    private let timeline: any Timeline
    private let randomness: any Randomness
    private let pause: @Sendable (Duration) async throws -> Void
    private let report: @Sendable (StorageError) -> Void

    /// - Parameters:
    ///   - timeline: by which jobs are due.
    ///   - pause: waits; it throws when the task is cancelled.
    ///   - report: hears of each failure of the database.
    package init(
        _ queue: JobQueue, _ settings: Settings, timeline: any Timeline, randomness: any Randomness,
        pause: @escaping @Sendable (Duration) async throws -> Void, report: @escaping @Sendable (StorageError) -> Void
    ) {
        self.queue = queue
        self.settings = settings
        self.timeline = timeline
        self.randomness = randomness
        self.pause = pause
        self.report = report
    }

    /// Works until the task is cancelled. What it is at then is given back, so that others need not wait for the lease.
    ///
    /// - Parameter work: does one job, and says itself what became of it.
    package func run(_ work: @escaping @Sendable (ClaimedJob) async -> Void) async {
        let (rings, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let progress = LoopProgress(continuation)
        await withDiscardingTaskGroup { group in
            group.addTask { await listen(progress) }
            group.addTask { await rescue() }
            group.addTask { await keep(progress) }
            progress.ring()
            for await _ in rings {
                if Task.isCancelled { break }
                let now = timeline.now
                guard let wait = await claim(progress, work, in: &group), progress.setAlarm(in: wait, at: now) else {
                    continue
                }
                group.addTask {
                    try? await pause(wait)
                    progress.alarmRang(set: now.adding(wait))
                }
            }
            group.cancelAll()
        }
        // This task is cancelled, and for such a one the database does nothing.
        await Task { await giveBack() }.value
    }

    private func giveBack() async {
        do throws(StorageError) {
            try await queue.giveBack(from: settings.holder, at: timeline.now)
        } catch {
            report(error)
        }
    }

    /// Does what is due, one job after the other, and returns; for tests and tools.
    ///
    /// - Returns: how many jobs were worked on.
    package func runDue(_ work: (ClaimedJob) async -> Void) async throws(StorageError) -> Int {
        var count = 0
        while true {
            try await queue.rescue(at: timeline.now)
            guard let job = try await next(limit: 1).first else { return count }
            await work(job)
            count += 1
        }
    }

    /// Claims as many jobs as there are free slots, and begins them.
    ///
    /// - Returns: when to look again; nil when a job that ends will ring.
    private func claim(
        _ progress: LoopProgress, _ work: @escaping @Sendable (ClaimedJob) async -> Void,
        in group: inout DiscardingTaskGroup
    ) async -> Duration? {
        do throws(StorageError) {
            while true {
                let free = settings.slots - progress.runningCount
                guard free > 0 else { return nil }
                let limit = min(free, Self.batch)
                let jobs = try await next(limit: limit)
                progress.begin(jobs)
                for job in jobs {
                    group.addTask {
                        await work(job)
                        progress.end(job)
                    }
                }
                progress.databaseAnswered()
                if jobs.count == limit { continue }
                guard let due = try await queue.nextDue(kind: settings.kind) else { return settings.look }
                // What is due already is being claimed by others: a short pause, so that nobody asks in a circle.
                return min(settings.look, max(.milliseconds(20), due - timeline.now))
            }
        } catch {
            if error != .cancelled { report(error) }
            return Self.outage.wait(afterFailures: progress.databaseFailed(), randomness)
        }
    }

    private func next(limit: Int) async throws(StorageError) -> [ClaimedJob] {
        let now = timeline.now
        guard let ends = now.adding(settings.lease) else { return [] }
        return try await queue.claim(
            kind: settings.kind, limit: limit, holder: settings.holder, at: now, until: ends)
    }

    /// Extends the leases of what is worked on. Where the database is away they end, and the jobs go on elsewhere.
    private func keep(_ progress: LoopProgress) async {
        while (try? await pause(settings.lease / 3)) != nil {
            let jobs = progress.running
            guard !jobs.isEmpty, let ends = timeline.now.adding(settings.lease) else { continue }
            do throws(StorageError) {
                try await queue.extend(jobs, until: ends)
            } catch {
                if error != .cancelled { report(error) }
            }
        }
    }

    /// Rings whenever jobs were put into the queue; begins again when the connection is lost.
    private func listen(_ progress: LoopProgress) async {
        var failures = 0
        while !Task.isCancelled {
            do throws(StorageError) {
                try await queue.database.listen(to: JobQueue.channel) { progress.ring() }
                failures = 0
            } catch {
                failures += 1
            }
            guard (try? await pause(Self.outage.wait(afterFailures: failures, randomness))) != nil else { return }
        }
    }

    /// Gives back the jobs of dead workers.
    private func rescue() async {
        while !Task.isCancelled {
            do throws(StorageError) {
                try await queue.rescue(at: timeline.now)
            } catch {
                if error != .cancelled { report(error) }
            }
            guard (try? await pause(settings.rescue)) != nil else { return }
        }
    }
}

/// How far a loop is.
private final class LoopProgress: Sendable {
    private struct Claim: Hashable {
        var sequence: Int64
        var attempt: Int

        init(_ job: ClaimedJob) {
            sequence = job.sequence
            attempt = job.attempt
        }
    }

    private struct State {
        /// By sequence and claim: a job whose lease ended can be claimed again while the first work still goes on.
        var running: [Claim: ClaimedJob] = [:]
        var failures = 0
        var alarm: Instant?
    }

    private let state = Mutex(State())
    private let bell: AsyncStream<Void>.Continuation

    init(_ bell: AsyncStream<Void>.Continuation) {
        self.bell = bell
    }

    var running: [ClaimedJob] { state.withLock { Array($0.running.values) } }
    var runningCount: Int { state.withLock { $0.running.count } }

    func ring() { bell.yield() }

    func begin(_ jobs: [ClaimedJob]) {
        state.withLock { state in
            for job in jobs { state.running[Claim(job)] = job }
        }
    }

    func end(_ job: ClaimedJob) {
        state.withLock { $0.running[Claim(job)] = nil }
        bell.yield()
    }

    func databaseAnswered() { state.withLock { $0.failures = 0 } }

    /// - Returns: how often in a row.
    func databaseFailed() -> Int {
        state.withLock { state in
            state.failures += 1
            return state.failures
        }
    }

    /// Whether a new alarm is needed: not while one is set that rings earlier.
    func setAlarm(in wait: Duration, at now: Instant) -> Bool {
        guard let end = now.adding(wait) else { return false }
        return state.withLock { state in
            if let set = state.alarm, set <= end, now < set { return false }
            state.alarm = end
            return true
        }
    }

    func alarmRang(set end: Instant?) {
        state.withLock { if $0.alarm == end { $0.alarm = nil } }
        bell.yield()
    }
}
