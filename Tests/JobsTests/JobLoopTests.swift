import Synchronization
import Testing
import WindfallJobs
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A loop that works on the jobs of a queue, in virtual time.
@Suite struct JobLoopTests {
    /// Work that begins and ends when the test says so.
    private final class Work: Sendable {
        private let begun = AsyncStream.makeStream(of: ClaimedJob.self)
        private let counts = Mutex((now: 0, most: 0))
        private let ended = AsyncStream.makeStream(of: Void.self)
        private let gate = AsyncStream.makeStream(of: Void.self)

        var most: Int { counts.withLock { $0.most } }
        var isBusy: Bool { counts.withLock { $0.now > 0 } }

        /// Waits until the next job was begun.
        func next() async throws -> ClaimedJob {
            var iterator = begun.stream.makeAsyncIterator()
            return try #require(await iterator.next())
        }

        /// Lets one job end, and waits until it is stored.
        func finishOne() async {
            gate.continuation.yield()
            var iterator = ended.stream.makeAsyncIterator()
            _ = await iterator.next()
        }

        /// Waits until one may end; false when the task was cancelled.
        func mayEnd() async -> Bool {
            var iterator = gate.stream.makeAsyncIterator()
            return await iterator.next() != nil
        }

        func begin(_ job: ClaimedJob) {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
            begun.continuation.yield(job)
        }

        func end() {
            counts.withLock { $0.now -= 1 }
            ended.continuation.yield()
        }
    }

    private struct World {
        let test: TestQueue
        let pauses: TestPauses
        let work = Work()

        init(_ engine: TestEngine) async throws {
            test = try await TestQueue(engine)
            pauses = TestPauses(test.time)
        }

        func loop(slots: Int, on queue: JobQueue? = nil) -> JobLoop {
            let pauses = pauses
            return JobLoop(
                queue ?? test.queue,
                JobLoop.Settings(kind: "ask", slots: slots, holder: "loop", lease: .seconds(30)),
                timeline: test.time, randomness: SeededRandomness(seed: 1), pause: { try await pauses.wait($0) },
                report: { Issue.record("the database failed: \($0)") })
        }

        /// Time goes on until a job is worked on.
        func letTimePass() async {
            while !work.isBusy {
                pauses.advance(by: .seconds(1))
                await Task.yield()
            }
        }

        /// Begins, waits at the gate, and stores that the job is done.
        func workAtGate(_ job: ClaimedJob) async {
            work.begin(job)
            guard await work.mayEnd() else { return }
            _ = try? await test.work(job)
            work.end()
        }
    }

    /// While a loop is idle, its alarm, its rescuer and its keeper wait.
    private static let idle = 3

    @Test("No more jobs are begun than there are slots, and all are done", arguments: TestEngine.present)
    func slots(engine: TestEngine) async throws {
        let world = try await World(engine)
        for number in 0..<5 { try await world.test.enqueue("\(number)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await world.loop(slots: 2).run { await world.workAtGate($0) } }
            for _ in 0..<5 {
                _ = try await world.work.next()
                await world.work.finishOne()
            }
            await world.pauses.waiters(Self.idle)
            group.cancelAll()
        }
        #expect(world.work.most <= 2)
        #expect(try await world.test.effects() == ["0", "1", "2", "3", "4"])
    }

    @Test(
        "A job that is put in is begun at once, and one that is due later when it is due", arguments: TestEngine.present
    )
    func wakes(engine: TestEngine) async throws {
        let world = try await World(engine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await world.loop(slots: 4).run { await world.workAtGate($0) } }
            await world.pauses.waiters(Self.idle)
            try await world.test.enqueue("now")
            #expect(try await world.work.next().identifier == "now")
            await world.work.finishOne()
            try await world.test.enqueue("later", due: world.test.later(3))
            await world.pauses.waiters(Self.idle)
            await world.letTimePass()
            #expect(try await world.work.next().identifier == "later")
            group.cancelAll()
        }
    }

    @Test("F18: work that lasts longer than its lease keeps the job as long as it lives", arguments: TestEngine.present)
    func keeps(engine: TestEngine) async throws {
        let world = try await World(engine)
        let other = try await world.test.reopened()
        try await world.test.enqueue("long")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await world.loop(slots: 1).run { await world.workAtGate($0) } }
            _ = try await world.work.next()
            // With its only slot taken no alarm is set: keeper and rescuer wait.
            for _ in 0..<30 {
                await world.pauses.waiters(2)
                world.pauses.advance(by: .seconds(10))
            }
            await world.pauses.waiters(2)
            #expect(try await other.rescue(at: world.test.now) == 0)
            await world.work.finishOne()
            group.cancelAll()
        }
        #expect(try await world.test.effects() == ["long"])
    }

    @Test("F18: a dead worker's job goes on elsewhere when its lease ends, once", arguments: TestEngine.present)
    func dies(engine: TestEngine) async throws {
        let world = try await World(engine)
        try await world.test.enqueue("orphan")
        let dead = try #require(try await world.test.claim().first)
        let other = try await world.test.reopened()
        world.test.time.advance(by: .seconds(30))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await world.loop(slots: 1, on: other).run { await world.workAtGate($0) } }
            let job = try await world.work.next()
            #expect(job.identifier == "orphan" && job.attempt == 2)
            await world.work.finishOne()
            group.cancelAll()
        }
        #expect(try await world.test.work(dead).isLost)
        #expect(try await world.test.effects() == ["orphan"])
    }

    @Test(
        "F18: a loop that is cancelled ends, and what it was at can be taken at once",
        arguments: TestEngine.present)
    func ends(engine: TestEngine) async throws {
        let world = try await World(engine)
        try await world.test.enqueue("others")
        _ = try await world.test.claim()
        try await world.test.enqueue("a")
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await world.loop(slots: 1).run { await world.workAtGate($0) } }
            _ = try? await world.work.next()
            group.cancelAll()
        }
        let given = try await world.test.claim()
        #expect(given.map(\.identifier) == ["a"] && given.map(\.attempt) == [2])
    }
}
