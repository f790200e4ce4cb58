import Testing
import WindfallStoreEngine
import WindfallStoreJournal

@Suite struct JournalArchiveTests {
    private static func example() async throws -> MemoryJournal {
        let journal = MemoryJournal(header: .example)
        try await journal.append([
            JournalBatch(1, count: 3), JournalBatch(sequence: 4, count: 2, bytes: []), JournalBatch(6),
        ])
        return journal
    }

    private func load(_ bytes: [UInt8], pieces size: Int = .max) async throws -> MemoryJournal {
        var place = 0
        return try await JournalArchive.load {
            guard place < bytes.count else { return nil }
            defer { place += min(size, bytes.count - place) }
            return Array(bytes[place...].prefix(size))
        } into: {
            MemoryJournal(header: $0)
        }
    }

    private func failure(_ bytes: [UInt8], pieces size: Int = .max) async -> JournalArchiveError? {
        do {
            _ = try await load(bytes, pieces: size)
            return nil
        } catch {
            return error as? JournalArchiveError
        }
    }

    @Test("CRC-32 has its known values")
    func checksum() {
        let digits = Array("123456789".utf8)
        let none: [UInt8] = []
        let all = Array(0...255 as ClosedRange<UInt8>)
        let checksums = [digits, none, all].map { Checksum.value(of: $0.span) }
        #expect(checksums == [0xCBF4_3926, 0, 0x2905_8C73])
    }

    @Test("An archive has the bytes that its description says: a head, a record, the end")
    func layout() async throws {
        let journal = MemoryJournal(header: JournalHeader(format: 2, seed: 3))
        try await journal.append([JournalBatch(sequence: 1, count: 2, bytes: [0xAB])])
        let bytes = try JournalArchive.bytes(of: journal)
        #expect(bytes.count == 83)
        #expect(bytes[..<8] == [0x89, 0x57, 0x46, 0x4A, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(bytes[8..<28] == [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0])
        #expect(bytes[32..<53] == [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1])
        #expect(bytes[57] == 0xAB)
        #expect(bytes[58..<79] == [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test("An archive gives back the journal, in whatever pieces it arrives", arguments: [1, 7, 25, 32, 1000])
    func roundTrip(size: Int) async throws {
        let journal = try await Self.example()
        let loaded = try await load(try JournalArchive.bytes(of: journal), pieces: size)
        #expect(loaded.header == journal.header)
        #expect(try loaded.batches() == (try journal.batches()))
        let empty = try await load(try JournalArchive.bytes(of: MemoryJournal(header: .example)), pieces: size)
        #expect(empty.header == .example)
        #expect(empty.lastSequence == 0)
    }

    @Test("An archive that ends anywhere too early is refused, with the place where it ends")
    func truncated() async throws {
        let bytes = try JournalArchive.bytes(of: try await Self.example())
        for count in bytes.indices {
            #expect(await failure(Array(bytes[..<count])) == JournalArchiveError(.truncated, at: Int64(count)))
        }
    }

    @Test("A bit that changed anywhere is found")
    func damaged() async throws {
        let bytes = try JournalArchive.bytes(of: try await Self.example())
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(await failure(changed) != nil, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("What follows the end is refused")
    func trailing() async throws {
        let bytes = try JournalArchive.bytes(of: try await Self.example())
        for size in [1, .max] {
            let found = await failure(bytes + [0], pieces: size)
            #expect(found == JournalArchiveError(.trailingBytes, at: Int64(bytes.count)))
        }
    }

    @Test("Bytes of something else are told from a damaged archive")
    func foreign() async throws {
        #expect(await failure(.zeros(100)) == JournalArchiveError(.notAnArchive, at: 0))
        #expect(await failure([]) == JournalArchiveError(.truncated, at: 0))
        var bytes = try JournalArchive.bytes(of: try await Self.example())
        bytes[11] = 2
        #expect(await failure(bytes) == JournalArchiveError(.versionTooNew, at: 8))
    }

    @Test("A batch that says it is longer than any is refused before its bytes come")
    func tooLarge() async throws {
        var bytes = try JournalArchive.bytes(of: try await Self.example())
        bytes.replaceSubrange(49..<53, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(await failure(Array(bytes[..<57])) == JournalArchiveError(.tooLarge, at: 32))
    }

    @Test("A batch that leaves a gap, comes twice or is left out is refused with its offset")
    func outOfOrder() async throws {
        let bytes = try JournalArchive.bytes(of: try await Self.example())
        let head = bytes[..<32]
        let first = bytes[32..<64]
        let second = bytes[64..<89]
        let rest = bytes[89...]
        #expect(await failure(Array(head + first + second + rest)) == nil)
        #expect(await failure(Array(head + first + first)) == JournalArchiveError(.outOfOrder, at: 64))
        #expect(await failure(Array(head + first + rest)) == JournalArchiveError(.outOfOrder, at: 64))
        #expect(await failure(Array(head + second)) == JournalArchiveError(.outOfOrder, at: 32))
        #expect(await failure(Array(head + bytes.suffix(25))) == JournalArchiveError(.outOfOrder, at: 32))
    }

    @Test("An archive becomes a folder's journal")
    func installs() async throws {
        let folder = try JournalFolder()
        let source = try await Self.example()
        var pieces = [try JournalArchive.bytes(of: source)]
        try await SQLiteJournal.install(inFolder: folder.path, format: 1, replacing: false) { pieces.popLast() }
        let journal = try folder.open()
        #expect(journal.header == .example)
        #expect(try journal.batches() == (try source.batches()))
        #expect(try JournalArchive.bytes(of: journal) == (try JournalArchive.bytes(of: source)))
        await journal.close()
    }

    @Test("A journal is replaced only by a whole archive, when that is wanted and nobody has it open")
    func replaces() async throws {
        let folder = try JournalFolder()
        let old = try folder.open()
        try await old.append([JournalBatch(1)])
        let archive = try JournalArchive.bytes(of: try await Self.example())
        func install(_ bytes: [UInt8], format: Int32 = 1, replacing: Bool = true) async -> (any Error)? {
            var pieces = [bytes]
            do {
                try await SQLiteJournal.install(inFolder: folder.path, format: format, replacing: replacing) {
                    pieces.popLast()
                }
                return nil
            } catch {
                return error
            }
        }
        #expect((await install(archive) as? JournalError)?.code == .inUse)
        await old.close()
        #expect((await install(archive, replacing: false) as? JournalError)?.code == .inUse)
        #expect((await install(archive, format: 0) as? JournalError)?.code == .formatTooNew)
        #expect((await install(Array(archive.dropLast())) as? JournalArchiveError)?.code == .truncated)
        let kept = try folder.open()
        #expect(try kept.batches() == [JournalBatch(1)])
        await kept.close()
        #expect(await install(archive) == nil)
        let new = try folder.open()
        #expect(new.lastSequence == 6)
        await new.close()
    }
}
