import Testing
import WindfallStoreEngine

@Suite struct GroupCommitTests {
    @Test("1,000 concurrent commits are stored once each and in order", arguments: JournalKind.allCases)
    func manyAtOnce(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            let decisions = Decisions(GroupCommit(journal: journal, limits: .init(batches: 64)))
            try await withThrowingTaskGroup { group in
                for number in 0..<1000 {
                    group.addTask {
                        let end = try decisions.decide(count: 1 + number % 3)
                        try await decisions.commits.durable(through: end)
                        #expect(journal.lastSequence >= end)
                    }
                }
                try await group.waitForAll()
            }
            let batches = try journal.batches()
            #expect(batches.count == 1000)
            var last: Int64 = 0
            for batch in batches {
                #expect(batch == JournalBatch(last + 1, count: batch.count))
                last = try batch.end(after: last)
            }
            #expect(journal.lastSequence == last)
        }
    }

    @Test("What comes while an append is on its way goes in one append, as far as the limit allows")
    func gathers() async throws {
        let journal = GateJournal()
        let commits = GroupCommit(journal: journal, limits: .init(batches: 10))
        try await withThrowingTaskGroup { group in
            group.addTask { try await commits.commit(JournalBatch(1)) }
            await journal.arrival()
            for sequence in 2...26 as ClosedRange<Int64> {
                try commits.enqueue(JournalBatch(sequence))
                group.addTask { try await commits.durable(through: sequence) }
            }
            #expect(commits.durableSequence == 0)
            journal.open()
            try await group.waitForAll()
        }
        #expect(journal.groups.map(\.count) == [1, 10, 10, 5])
        #expect(journal.groups.joined().map(\.sequence) == Array(1...26))
        #expect(commits.durableSequence == 26)
    }

    @Test("A group ends before it has more bytes than the limit, but holds one batch at least")
    func limitsBytes() async throws {
        let journal = GateJournal()
        journal.open()
        let commits = GroupCommit(journal: journal, limits: .init(batches: 10, bytes: 100))
        for (sequence, size) in zip(1...7 as ClosedRange<Int64>, [60, 40, 1, 101, 100, 0, 1]) {
            try commits.enqueue(JournalBatch(sequence: sequence, count: 1, bytes: .zeros(size)))
        }
        try await commits.flush()
        #expect(journal.groups.map { $0.map(\.bytes.count) } == [[60, 40], [1], [101], [100, 0], [1]])
    }

    @Test("A batch for which nobody waits is written with the next one")
    func nobodyWaits() async throws {
        let journal = MemoryJournal(header: .example)
        let commits = GroupCommit(journal: journal)
        try commits.enqueue(JournalBatch(1))
        #expect(journal.lastSequence == 0)
        try await commits.commit(JournalBatch(2))
        #expect(journal.lastSequence == 2)
    }

    @Test("A batch that does not follow is refused and changes nothing")
    func refusesGap() async throws {
        let journal = MemoryJournal(header: .example)
        let commits = GroupCommit(journal: journal)
        try await commits.commit(JournalBatch(1))
        for batch in [JournalBatch(1), JournalBatch(3), JournalBatch(2, count: 0)] {
            #expect(throws: JournalError.self) { try commits.enqueue(batch) }
        }
        try await commits.commit(JournalBatch(2))
        #expect(try journal.batches().map(\.sequence) == [1, 2])
    }

    @Test("It goes on behind what the journal holds already")
    func continues() async throws {
        let journal = MemoryJournal(header: .example)
        try await journal.append([JournalBatch(1, count: 41)])
        let commits = GroupCommit(journal: journal)
        #expect(commits.durableSequence == 41)
        try await commits.durable(through: 41)
        try await commits.commit(JournalBatch(42))
        #expect(journal.lastSequence == 42)
    }

    @Test("Waiting for an event that nobody decided is refused")
    func refusesFuture() async throws {
        let commits = GroupCommit(journal: MemoryJournal(header: .example))
        #expect(await code { try await commits.durable(through: 1) } == .outOfOrder)
        #expect(await code { try await commits.durable(through: .max) } == .outOfOrder)
        try await commits.flush()
    }

    @Test("When the journal fails, everybody who waits and every later call gets the failure")
    func failsForAll() async throws {
        let journal = GateJournal(failsAt: 5)
        let commits = GroupCommit(journal: journal, limits: .init(batches: 3))
        for sequence in 1...20 as ClosedRange<Int64> { try commits.enqueue(JournalBatch(sequence)) }
        var outcomes: [Int64: JournalError.Code?] = [:]
        await withTaskGroup(of: (Int64, JournalError.Code?).self) { group in
            for sequence in 1...20 as ClosedRange<Int64> {
                group.addTask { (sequence, await code { try await commits.durable(through: sequence) }) }
            }
            await journal.arrival()
            journal.open()
            for await (sequence, outcome) in group { outcomes[sequence] = outcome }
        }
        for sequence in 1...20 as ClosedRange<Int64> {
            #expect(outcomes[sequence] == .some(sequence <= 3 ? nil : .storage), "event \(sequence)")
        }
        #expect(journal.groups.map { $0.map(\.sequence) } == [[1, 2, 3], [4, 5, 6]])
        #expect(await code { try await commits.commit(JournalBatch(21)) } == .storage)
        #expect(await code { try commits.enqueue(JournalBatch(4)) } == .storage)
        #expect(await code { try await commits.flush() } == .storage)
        try await commits.durable(through: 3)
        #expect(journal.lastSequence == 3 && commits.durableSequence == 3)
    }

    @Test("A caller that is cancelled loses nothing and doubles nothing", arguments: [true, false])
    func cancelled(beforeItWaits: Bool) async throws {
        let journal = GateJournal()
        let commits = GroupCommit(journal: journal, limits: .init(batches: 7))
        try await withThrowingTaskGroup(of: Void.self) { group in
            if beforeItWaits { group.cancelAll() }
            for sequence in 1...50 as ClosedRange<Int64> {
                try commits.enqueue(JournalBatch(sequence))
                group.addTask {
                    try await commits.durable(through: sequence)
                    #expect(Task.isCancelled)
                    #expect(journal.lastSequence >= sequence)
                }
            }
            await journal.arrival()
            group.cancelAll()
            journal.open()
            try await group.waitForAll()
        }
        #expect(journal.groups.joined().map(\.sequence) == Array(1...50))
        try await commits.commit(JournalBatch(51))
    }
}
