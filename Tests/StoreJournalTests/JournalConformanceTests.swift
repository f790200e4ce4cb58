import Testing
import WindfallStoreEngine

/// What every journal does, whether in memory or on a disk.
@Suite struct JournalConformanceTests {
    @Test("A new journal is empty and knows its header", arguments: JournalKind.allCases)
    func startsEmpty(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            #expect(journal.header == .example)
            #expect(journal.lastSequence == 0)
            let batches = try journal.batches()
            #expect(batches.isEmpty)
            #expect(journal.latestSnapshot() == nil)
        }
    }

    @Test("Batches come back as they were appended, in order", arguments: JournalKind.allCases)
    func keepsOrder(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            let all = [
                JournalBatch(1, count: 3), JournalBatch(4), JournalBatch(sequence: 5, count: 2, bytes: []),
                JournalBatch(sequence: 7, count: 1, bytes: [0, 255, 0]),
            ]
            try await journal.append(Array(all[..<2]))
            try await journal.append([])
            try await journal.append(Array(all[2...]))
            #expect(try journal.batches() == all)
            #expect(journal.lastSequence == 7)
        }
    }

    @Test("Reading after an event starts with the batch of the next one", arguments: JournalKind.allCases)
    func readsAfter(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1, count: 3), JournalBatch(4), JournalBatch(5, count: 10)])
            let starts =
                [
                    0: 1, 2: 1, 3: 4, 4: 5, 5: 5, 13: 5, 14: nil, 15: nil, .max: nil, -1: 1, .min: 1,
                ] as [Int64: Int64?]
            for (after, start) in starts {
                #expect(try journal.batches(after: after).first?.sequence == start, "after \(after)")
            }
        }
    }

    @Test("What the reader throws ends the reading", arguments: JournalKind.allCases)
    func readerStops(kind: JournalKind) async throws {
        struct Enough: Error {}
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1), JournalBatch(2), JournalBatch(3)])
            var read = 0
            #expect(throws: Enough.self) {
                try journal.read(after: 0) { _ in
                    read += 1
                    if read == 2 { throw Enough() }
                }
            }
            #expect(read == 2)
            try await journal.append([JournalBatch(4)])
        }
    }

    @Test(
        "A batch that does not follow is refused, and with it all that came along",
        arguments: JournalKind.allCases,
        [
            ("a gap", JournalBatch(6), .outOfOrder), ("doubled", JournalBatch(3), .outOfOrder),
            ("before the first", JournalBatch(0), .outOfOrder), ("negative", JournalBatch(.min), .outOfOrder),
            ("the last number", JournalBatch(.max), .outOfOrder), ("empty", JournalBatch(4, count: 0), .emptyBatch),
            ("fewer than none", JournalBatch(4, count: -1), .emptyBatch),
            ("more than can be counted", JournalBatch(4, count: .max), .outOfOrder),
        ] as [(String, JournalBatch, JournalError.Code)])
    func refusesWhatDoesNotFollow(kind: JournalKind, refused: (String, JournalBatch, JournalError.Code)) async throws {
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1), JournalBatch(2), JournalBatch(3)])
            #expect(await code { try await journal.append([refused.1]) } == refused.2)
            #expect(await code { try await journal.append([JournalBatch(4), refused.1]) } != nil)
            #expect(journal.lastSequence == 3)
            try await journal.append([JournalBatch(4)])
            #expect(try journal.batches().count == 4)
        }
    }

    @Test("A batch beyond the limit is refused; one at the limit is taken", arguments: JournalKind.allCases)
    func refusesTooLong(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            var batch = JournalBatch(sequence: 1, count: 1, bytes: .zeros(JournalBatch.byteLimit + 1))
            let refusal = await code { try await journal.append([batch]) }
            #expect(refusal == .tooLarge)
            batch.bytes.removeLast()
            try await journal.append([batch])
            #expect(journal.lastSequence == 1)
        }
    }

    @Test("The newest snapshot is given back", arguments: JournalKind.allCases)
    func givesSnapshot(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1), JournalBatch(2), JournalBatch(3)])
            for sequence in [0, 2, 1, 3] as [Int64] {
                try await journal.saveSnapshot([UInt8(sequence)], at: sequence)
            }
            #expect(journal.latestSnapshot()?.sequence == 3)
            #expect(journal.latestSnapshot()?.bytes == [3])
            try await journal.saveSnapshot([], at: 3)
            #expect(journal.latestSnapshot()?.bytes == [])
        }
    }

    @Test("A snapshot of an event that is not there is refused", arguments: JournalKind.allCases)
    func refusesEarlySnapshot(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1)])
            for sequence in [2, -1, .max, .min] as [Int64] {
                #expect(await code { try await journal.saveSnapshot([1], at: sequence) } == .outOfOrder)
            }
            #expect(journal.latestSnapshot() == nil)
        }
    }

    @Test("What is appended by a cancelled task is stored", arguments: JournalKind.allCases)
    func appendsWhenCancelled(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    #expect(Task.isCancelled)
                    try await journal.append([JournalBatch(1)])
                }
                try await group.waitForAll()
            }
            #expect(journal.lastSequence == 1)
        }
    }
}

extension [UInt8] {
    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
