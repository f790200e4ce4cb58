import Testing
import WindfallJobs
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// What the queue does on both engines.
@Suite struct JobQueueTests {
    @Test("A job comes back as it was put in, once", arguments: TestEngine.present)
    func comesBack(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        #expect(try await test.enqueue("a"))
        let jobs = try await test.claim()
        #expect(
            jobs == [
                ClaimedJob(
                    sequence: 1, identifier: "a", kind: "ask", key: "host", payload: Array("payload of a".utf8),
                    attempt: 1, enqueued: test.now, leaseEnds: test.later(30))
            ])
        #expect(try await test.claim().isEmpty)
    }

    @Test("A job that is there already is not put in twice, in whatever state it is", arguments: TestEngine.present)
    func onlyOnce(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        #expect(try await test.enqueue("a"))
        #expect(try await !test.enqueue("a"))
        let job = try #require(try await test.claim().first)
        #expect(try await !test.enqueue("a"))
        #expect(try await !test.queue.complete(job, at: test.now).isLost)
        #expect(try await !test.enqueue("a"))
        #expect(try await test.claim().isEmpty)
        #expect(try await test.queue.prune(finishedBefore: test.later(1)) == 1)
        #expect(try await test.enqueue("a"))
        #expect(try await test.claim().map(\.attempt) == [1])
    }

    @Test("A job is stored with what it is about, or not at all", arguments: TestEngine.present, [false, true])
    func together(engine: TestEngine, isLater: Bool) async throws {
        let test = try await TestQueue(engine)
        let job = NewJob(identifier: "a", kind: "ask", payload: [], due: test.now)
        let (queue, now) = (test.queue, test.now)
        for fails in [true, false] {
            do throws(StorageError) {
                try await test.database.write { scope throws(StorageError) in
                    if isLater {
                        try queue.enqueueLater(job, at: now, in: scope)
                    } else {
                        try queue.enqueue(job, at: now, in: scope)
                    }
                    if fails { throw .constraint }
                }
            } catch {
                #expect(error == .constraint)
            }
            #expect(try await test.claim().count == (fails ? 0 : 1))
        }
    }

    @Test(
        "Only what is due is claimed, of one kind, the longest due first, and no more than asked for",
        arguments: TestEngine.present)
    func order(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        for (name, seconds) in [("c", -1), ("b", -2), ("future", 1), ("d", 0), ("a", -3), ("e", 0)] {
            try await test.enqueue(name, due: test.later(Int64(seconds)))
        }
        try await test.enqueue("other", kind: "tell", due: test.later(-9))
        #expect(try await test.queue.nextDue(kind: "ask") == test.later(-3))
        #expect(try await test.claim(0).isEmpty)
        #expect(try await test.claim(-1).isEmpty)
        #expect(try await test.claim(2).map(\.identifier) == ["a", "b"])
        #expect(try await test.claim().map(\.identifier) == ["c", "d", "e"])
        #expect(try await test.claim().isEmpty)
        #expect(try await test.queue.nextDue(kind: "ask") == test.later(1))
        test.time.advance(by: .seconds(1))
        #expect(try await test.claim().map(\.identifier) == ["future"])
        #expect(try await test.queue.nextDue(kind: "ask") == nil)
        #expect(try await test.claim(kind: "tell").map(\.identifier) == ["other"])
        #expect(try await test.claim(kind: "none").isEmpty)
    }

    @Test(
        "A job that is put back comes again when it is due, with the count of its attempts",
        arguments: TestEngine.present)
    func retries(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        let backoff = Backoff(first: .seconds(2), limit: .seconds(60))
        let randomness = SeededRandomness(seed: 1)
        try await test.enqueue("a")
        for attempt in 1...8 {
            let job = try #require(try await test.claim().first)
            #expect(job.attempt == attempt)
            let wait = backoff.wait(afterFailures: job.attempt, randomness)
            let due = try #require(test.now.adding(wait))
            #expect(try await !test.queue.retry(job, due: due, reason: "time-out").isLost)
            test.time.set(to: Instant(milliseconds: due.milliseconds - 1))
            #expect(try await test.claim().isEmpty)
            test.time.set(to: due)
        }
        #expect(try await test.claim().map(\.attempt) == [9])
    }

    @Test(
        "A lease that ran out gives the job to another worker, and the first one can store nothing",
        arguments: TestEngine.present)
    func leaseEnds(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        try await test.enqueue("a")
        let first = try #require(try await test.claim().first)
        test.time.advance(by: .milliseconds(29_999))
        #expect(try await test.queue.rescue(at: test.now) == 0)
        #expect(try await test.claim().isEmpty)
        test.time.advance(by: .milliseconds(1))
        #expect(try await test.queue.rescue(at: test.now) == 1)
        // Between its rescue and the next claim nobody holds it.
        #expect(try await test.work(first).isLost)
        let second = try #require(try await test.claim().first)
        #expect(second.attempt == 2)
        #expect(try await test.work(first).isLost)
        #expect(try await test.queue.complete(first, at: test.now).isLost)
        #expect(try await test.queue.retry(first, due: test.now, reason: "").isLost)
        #expect(try await test.queue.extend([first], until: test.later(60)) == 0)
        #expect(try await !test.work(second).isLost)
        #expect(try await test.work(second).isLost)
        #expect(try await test.effects() == ["a"])
        #expect(try await test.queue.rescue(at: test.later(100_000)) == 0)
    }

    @Test("A lease that is extended lasts longer", arguments: TestEngine.present)
    func extends(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        try await test.enqueue("a")
        let job = try #require(try await test.claim().first)
        #expect(try await test.queue.extend([job], until: test.later(90)) == 1)
        test.time.advance(by: .seconds(89))
        #expect(try await test.queue.rescue(at: test.now) == 0)
        #expect(try await !test.work(job).isLost)
        #expect(try await test.queue.extend([job], until: test.later(90)) == 0)
    }

    @Test("Many leases are extended at once, those of others stay as they are", arguments: TestEngine.present)
    func extendsMany(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        for number in 0..<1_100 { try await test.enqueue("\(number)") }
        let jobs = try await test.claim(1_050)
        let others = try await test.claim(50)
        #expect(try await test.queue.extend(jobs, until: test.later(90)) == 1_050)
        test.time.advance(by: .seconds(30))
        #expect(try await test.queue.rescue(at: test.now) == 50)
        #expect(try await test.queue.extend(others, until: test.later(90)) == 0)
        #expect(try await test.queue.extend([], until: test.later(90)) == 0)
    }

    @Test(
        "A worker that dies between claim and end loses no job, and its effect happens once",
        arguments: TestEngine.present)
    func crash(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        for name in ["a", "b", "c"] { try await test.enqueue(name) }
        do {
            // This one claims, does one job, and is gone.
            let dying = try await test.reopened()
            let jobs = try await test.claim(from: dying)
            #expect(jobs.count == 3)
            #expect(try await !test.work(jobs[1]).isLost)
        }
        test.time.advance(by: .seconds(30))
        #expect(try await test.queue.rescue(at: test.now) == 2)
        for job in try await test.claim() { #expect(try await !test.work(job).isLost) }
        #expect(try await test.effects() == ["a", "b", "c"])
    }

    @Test(
        "Jobs that wait for something come forward when it is there, one after the other, and none later than before",
        arguments: TestEngine.present)
    func pullsForward(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        for number in 0..<10 { try await test.enqueue("waits \(number)", due: test.later(3600)) }
        try await test.enqueue("soon", due: test.later(1))
        try await test.enqueue("other", key: "other", due: test.later(3600))
        #expect(try await test.queue.pullForward(key: "none", at: test.now) == 0)
        let count = try await test.queue.pullForward(key: "host", at: test.now, spread: .milliseconds(5000))
        #expect(count == 10)
        let soon = try await test.claim().count
        test.time.advance(by: .seconds(5))
        let all = soon + (try await test.claim().count)
        #expect(soon < 11 && all == 11)
        #expect(try await test.queue.nextDue(kind: "ask") == test.later(3595))
        // Those that a worker holds are not touched.
        #expect(try await test.queue.pullForward(key: "host", at: test.now) == 0)
    }

    @Test("Many jobs come forward in several writes, each once", arguments: TestEngine.present, [1, 3, 7, 100])
    func pullsInBatches(engine: TestEngine, batch: Int) async throws {
        let test = try await TestQueue(engine)
        for number in 0..<7 { try await test.enqueue("waits \(number)", due: test.later(3600)) }
        let count = try await test.queue.pullForward(
            key: "host", at: test.now, spread: .seconds(2), batch: batch)
        test.time.advance(by: .seconds(2))
        let claimed = try await test.claim().count
        #expect(count == 7 && claimed == 7)
    }

    @Test("Only jobs that were done before are pruned, as many as may be", arguments: TestEngine.present)
    func prunes(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        for number in 0..<5 { try await test.enqueue("\(number)") }
        for job in try await test.claim(4) {
            _ = try await test.work(job)
            test.time.advance(by: .seconds(1))
        }
        #expect(try await test.queue.prune(finishedBefore: test.later(-4)) == 0)
        #expect(try await test.queue.prune(finishedBefore: test.later(-1), limit: 2) == 2)
        #expect(try await test.queue.prune(finishedBefore: test.later(-1)) == 1)
        #expect(try await test.queue.prune(finishedBefore: test.later(1)) == 1)
        #expect(try await test.claim().count == 1)
    }

    @Test("The statistics count each job once", arguments: TestEngine.present)
    func statistics(engine: TestEngine) async throws {
        let test = try await TestQueue(engine)
        #expect(try await test.queue.statistics(at: test.now).isEmpty)
        for name in ["done", "again", "held", "held too"] { try await test.enqueue(name, due: test.later(-9)) }
        let jobs = try await test.claim()
        _ = try await test.queue.complete(jobs[0], at: test.now)
        _ = try await test.queue.retry(jobs[1], due: test.later(60), reason: "")
        _ = try await test.queue.extend([jobs[2]], until: test.later(90))
        try await test.enqueue("due", due: test.later(-5))
        try await test.enqueue("due too")
        try await test.enqueue("other", kind: "tell", due: test.later(1))
        test.time.advance(by: .seconds(30))
        var ask = JobStatistics(kind: "ask")
        (ask.due, ask.scheduled, ask.claimed, ask.expired, ask.finished, ask.retrying) = (2, 1, 1, 1, 1, 1)
        ask.oldestDue = test.later(-35)
        var tell = JobStatistics(kind: "tell")
        (tell.due, tell.oldestDue) = (1, test.later(-29))
        #expect(try await test.queue.statistics(at: test.now) == [ask, tell])
    }
}
