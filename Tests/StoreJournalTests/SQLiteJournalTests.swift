import Testing
import WindfallSQLite
import WindfallStoreEngine
import WindfallStoreJournal

/// What only a journal on a disk can do, or suffer.
@Suite struct SQLiteJournalTests {
    private let folder: JournalFolder

    init() throws { folder = try JournalFolder() }

    /// Makes a journal with batches 1 to 3 and snapshots of 1 and 3, and closes it.
    private func fill() async throws {
        let journal = try folder.open()
        try await journal.append([JournalBatch(1), JournalBatch(2), JournalBatch(3)])
        try await journal.saveSnapshot([1, 1, 1], at: 1)
        try await journal.saveSnapshot([3, 3, 3], at: 3)
        await journal.close()
    }

    private func change(_ script: StaticString) throws {
        try SQLiteDatabase(path: folder.journalFile, .init(recovery: .asIs)).execute(script)
    }

    @Test("A journal that is opened again goes on where it ended, with the header it was made with")
    func reopens() async throws {
        try await fill()
        let journal = try folder.open(JournalHeader(format: 2, seed: 7))
        #expect(journal.header == .example)
        #expect(journal.lastSequence == 3)
        #expect(journal.latestSnapshot()?.bytes == [3, 3, 3])
        #expect(await code { try await journal.append([JournalBatch(3)]) } == .outOfOrder)
        try await journal.append([JournalBatch(4)])
        #expect(try journal.batches() == [JournalBatch(1), JournalBatch(2), JournalBatch(3), JournalBatch(4)])
        await journal.close()
    }

    @Test("A journal that is open is refused to others, who learn who has it")
    func locks() async throws {
        let journal = try folder.open()
        let failure = #expect(throws: JournalError.self) { try folder.open() }
        #expect(failure?.code == .inUse)
        #expect(failure?.detail.hasPrefix("by process ") == true)
        await journal.close()
        await (try folder.open()).close()
    }

    @Test("A closed journal takes nothing and gives way to the next")
    func closed() async throws {
        let journal = try folder.open()
        await journal.close()
        await journal.close()
        #expect(await code { try await journal.append([JournalBatch(1)]) } == .closed)
        #expect(await code { try await journal.saveSnapshot([], at: 0) } == .closed)
    }

    @Test("A folder that is not there is an error of the storage")
    func noFolder() async throws {
        #expect(await code { _ = try SQLiteJournal(folder: folder.path + "/none", header: .example) } == .storage)
        #expect(await code { _ = try SQLiteJournal(folder: "a\0b", header: .example) } == .storage)
    }

    @Test("A journal of a newer program is refused: newer events, or newer tables")
    func refusesNewer() async throws {
        try await fill()
        let older = JournalHeader(format: 0, seed: 0)
        #expect(await code { _ = try folder.open(older) } == .formatTooNew)
        try change("PRAGMA user_version = 2")
        #expect(await code { _ = try folder.open() } == .formatTooNew)
    }

    @Test(
        "A file of somebody else is refused and left alone",
        arguments: [Array("a text of somebody's, long enough to be no database at all".utf8), .zeros(8192)])
    func refusesForeign(bytes: [UInt8]) async throws {
        try folder.write(bytes, to: folder.journalFile)
        #expect(await code { _ = try folder.open() } == .foreign)
        #expect(try folder.read(folder.journalFile) == bytes)
    }

    @Test("A database of another program is refused and left alone")
    func refusesOtherDatabase() async throws {
        try SQLiteDatabase(path: folder.journalFile, .init(recovery: .rollback)).execute("CREATE TABLE a (b);")
        let bytes = try folder.read(folder.journalFile)
        #expect(await code { _ = try folder.open() } == .foreign)
        #expect(try folder.read(folder.journalFile) == bytes)
    }

    @Test("A file that was cut off is found damaged when it is opened or read", arguments: [0, 1, 50, 99])
    func findsTorn(percent: Int) async throws {
        let journal = try folder.open()
        for sequence in 1...100 as ClosedRange<Int64> {
            try await journal.append([JournalBatch(sequence: sequence, count: 1, bytes: .zeros(1000))])
        }
        await journal.close()
        let bytes = try folder.read(folder.journalFile)
        try folder.write(Array(bytes[..<(bytes.count * percent / 100)]), to: folder.journalFile)
        let found = await code {
            let journal = try folder.open()
            _ = try journal.batches()
        }
        #expect(found == .damaged || found == .foreign)
    }

    @Test(
        "What was changed behind the journal's back is found, with its place",
        arguments: [
            ("UPDATE batches SET bytes = x'00' WHERE sequence = 2", 2), ("DELETE FROM batches WHERE sequence = 2", 3),
            ("UPDATE batches SET count = 2 WHERE sequence = 1", 2),
            ("UPDATE batches SET count = 0 WHERE sequence = 2", 2),
            ("UPDATE batches SET checksum = 0 WHERE sequence = 3", 3), ("DELETE FROM batches WHERE sequence = 1", 2),
        ] as [(StaticString, Int64)])
    func findsChange(script: StaticString, place: Int64) async throws {
        try await fill()
        try change(script)
        let journal = try folder.open()
        let failure = #expect(throws: JournalError.self) { try journal.batches() }
        #expect(failure?.code == .damaged)
        #expect(failure?.sequence == place)
        await journal.close()
    }

    @Test(
        "A snapshot that can't be read is passed over for the one before",
        arguments: [
            ("UPDATE snapshots SET bytes = x'030303FF' WHERE sequence = 3", 1),
            ("UPDATE snapshots SET checksum = 0", nil), ("DELETE FROM snapshots WHERE sequence = 1", 3),
            ("UPDATE snapshots SET sequence = 9 WHERE sequence = 3", 1), ("DROP TABLE snapshots", nil),
        ] as [(StaticString, Int64?)])
    func ignoresDamagedSnapshot(script: StaticString, sequence: Int64?) async throws {
        try await fill()
        try change(script)
        let journal = try folder.open()
        #expect(journal.latestSnapshot()?.sequence == sequence)
        #expect(try journal.batches().count == 3)
        await journal.close()
    }

    @Test("The newest two snapshots are kept")
    func prunesSnapshots() async throws {
        try await fill()
        let journal = try folder.open()
        try await journal.saveSnapshot([2], at: 2)
        try await journal.saveSnapshot([4], at: 3)
        await journal.close()
        let database = try SQLiteDatabase(path: folder.journalFile)
        var rows = try database.prepare("SELECT sequence FROM snapshots ORDER BY sequence")
        var kept: [Int64] = []
        while try rows.step() { kept.append(try rows.integer(0)) }
        #expect(kept == [2, 3])
    }

    @Test("After the disk failed nothing is taken any more")
    func stopsAfterFailure() async throws {
        let journal = try folder.open()
        try change("DROP TABLE batches")
        #expect(await code { try await journal.append([JournalBatch(1)]) } == .storage)
        try change("CREATE TABLE batches (sequence, count, checksum, bytes)")
        #expect(await code { try await journal.append([JournalBatch(1)]) } == .storage)
        await journal.close()
    }

    @Test("A write-ahead log that was cut off anywhere gives a beginning of what was appended, without gaps")
    func tornLog() async throws {
        let journal = try folder.open()
        for sequence in 1...20 as ClosedRange<Int64> { try await journal.append([JournalBatch(sequence)]) }
        let file = try folder.read(folder.journalFile)
        let log = try folder.read(folder.journalFile + "-wal")
        await journal.close()
        var lengths: Set<Int> = []
        for cut in stride(from: 0, through: log.count, by: 4099) {
            let copy = try JournalFolder()
            try copy.write(file, to: copy.journalFile)
            try copy.write(Array(log[..<cut]), to: copy.journalFile + "-wal")
            let journal = try copy.open()
            let batches = try journal.batches()
            #expect(batches == (1..<1 + Int64(batches.count)).map { JournalBatch($0) })
            #expect(journal.lastSequence == Int64(batches.count))
            lengths.insert(batches.count)
            await journal.close()
        }
        #expect(lengths.count > 10)
    }
}
