import Synchronization
import Testing
import WindfallJobs
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// Which jobs are held just now; notes a job that two hold.
private final class Holdings: Sendable {
    private let held = Mutex<(now: Set<String>, doubled: [String])>(([], []))

    func take(_ job: String) {
        held.withLock { held in
            if !held.now.insert(job).inserted { held.doubled.append(job) }
        }
    }

    func release(_ job: String) { held.withLock { held in _ = held.now.remove(job) } }

    var doubled: [String] { held.withLock { $0.doubled } }
}

/// Several workers at the same time.
@Suite struct WorkersTests {
    @Test("Workers of several processes never hold the same job, and do each once", arguments: TestEngine.present)
    func neverTwice(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        let names = (0..<200).map { "job \($0)" }
        try await withThrowingTaskGroup { group in
            for name in names { group.addTask { try await test.enqueue(name) } }
            try await group.waitForAll()
        }
        let processes = [test.queue, try await test.reopened(), try await test.reopened()]
        let holdings = Holdings()
        try await withThrowingTaskGroup { group in
            for worker in 0..<9 {
                group.addTask {
                    let queue = processes[worker % processes.count]
                    // Others may be about to claim what is left, so an empty claim is the end only after all work.
                    while true {
                        let jobs = try await test.claim(1 + worker % 4, from: queue)
                        if jobs.isEmpty { break }
                        for job in jobs { holdings.take(job.identifier) }
                        for job in jobs {
                            // Some are put back once.
                            if job.attempt == 1, job.identifier.hasSuffix("7") {
                                holdings.release(job.identifier)
                                _ = try await queue.retry(job, due: test.now, reason: "once more")
                                continue
                            }
                            #expect(try await !test.work(job, on: queue).isLost)
                            holdings.release(job.identifier)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for job in try await test.claim() { #expect(try await !test.work(job).isLost) }
        #expect(holdings.doubled.isEmpty)
        #expect(try await test.effects() == names.sorted())
    }

    @Test(
        "Of a worker that comes back late and the one that has its job now, one stores the effect",
        arguments: TestEngine.present)
    func race(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        let names = (0..<30).map { "job \($0)" }
        for name in names { try await test.enqueue(name) }
        let late = try await test.claim()
        test.time.advance(by: .seconds(30))
        let other = try await test.reopened()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for job in late { _ = try await test.work(job) }
            }
            group.addTask {
                try await other.rescue(at: test.now)
                for job in try await test.claim(from: other) { _ = try await test.work(job, on: other) }
            }
            try await group.waitForAll()
        }
        #expect(try await test.effects() == names.sorted())
    }

    @Test(
        "Who waits for jobs is woken when one is put in, put back, rescued or pulled forward",
        arguments: TestEngine.present)
    func wakes(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        let (wakeUps, source) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await test.database.listen(to: JobQueue.channel) { source.yield() } }
            var iterator = wakeUps.makeAsyncIterator()
            _ = await iterator.next()
            try await test.enqueue("a")
            _ = await iterator.next()
            let job = try #require(try await test.claim().first)
            _ = try await test.queue.retry(job, due: test.later(3600), reason: "")
            _ = await iterator.next()
            try await test.queue.pullForward(key: "host", at: test.now)
            _ = await iterator.next()
            _ = try await test.claim()
            test.time.advance(by: .seconds(30))
            try await test.queue.rescue(at: test.now)
            _ = await iterator.next()
            group.cancelAll()
        }
    }
}
