import Testing
import WindfallStoreEngine
import WindfallStoreJournal

/// Whole journals that take another's place, in memory and on a disk.
@Suite struct KeptJournalTests {
    private static let other = JournalContent(
        header: JournalHeader(format: 1, seed: 77), batches: [JournalBatch(1, count: 2), JournalBatch(3)])

    @Test("Other content takes the place of everything, header and snapshots too", arguments: JournalKind.allCases)
    func replaces(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1, count: 5), JournalBatch(6)])
            try await journal.saveSnapshot([1], at: 5)
            try await journal.replace(with: Self.other)
            #expect(journal.header == Self.other.header)
            #expect(journal.lastSequence == 3)
            #expect(try journal.batches() == Self.other.batches)
            #expect(journal.latestSnapshot() == nil)
            try await journal.append([JournalBatch(4)])
            #expect(try journal.batches().count == 3)
        }
    }

    @Test("Content with a gap is refused, and nothing changes", arguments: JournalKind.allCases)
    func refusesGaps(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            try await journal.append([JournalBatch(1)])
            for batches in [
                [JournalBatch(2)], [JournalBatch(1), JournalBatch(3)], [JournalBatch(1), JournalBatch(1)],
            ] {
                await #expect(throws: JournalError.self) {
                    try await journal.replace(with: JournalContent(header: .example, batches: batches))
                }
            }
            #expect(try journal.batches() == [JournalBatch(1)])
            #expect(journal.header == .example)
        }
    }

    @Test("What is kept under a name stays as it was, until the name is given again", arguments: JournalKind.allCases)
    func keeps(kind: JournalKind) async throws {
        try await kind.withJournal { journal in
            #expect(try journal.kept("a") == nil)
            try await journal.append([JournalBatch(1, count: 2)])
            try await journal.keep(as: "a")
            try await journal.append([JournalBatch(3)])
            try await journal.keep(as: "b")
            try await journal.replace(with: Self.other)
            #expect(try journal.kept("a") == JournalContent(header: .example, batches: [JournalBatch(1, count: 2)]))
            #expect(try journal.kept("b")?.batches == [JournalBatch(1, count: 2), JournalBatch(3)])
            try await journal.keep(as: "a")
            #expect(try journal.kept("a") == Self.other)
            #expect(try journal.kept("c") == nil)
        }
    }

    @Test("On a disk all of it is there when the journal is opened again")
    func reopened() async throws {
        let folder = try JournalFolder()
        let journal = try folder.open()
        try await journal.append([JournalBatch(1)])
        try await journal.keep(as: "one")
        try await journal.replace(with: Self.other)
        await journal.close()
        let again = try folder.open()
        #expect(again.header == Self.other.header)
        #expect(try again.batches() == Self.other.batches)
        #expect(try again.kept("one")?.batches == [JournalBatch(1)])
        await again.close()
    }
}
