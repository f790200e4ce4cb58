import Synchronization
import WindfallSQLite
public import WindfallStoreEngine
import WindfallTimeline

/// The durable journal: one SQLite file, `journal.sqlite`, in the store's folder.
///
/// What is appended has reached the disk when ``append(_:)`` returns (a write-ahead log, synchronised at every commit).
/// While it is open, `journal.lock` beside it keeps others out, in this process too.
public final class SQLiteJournal: Journal {
    private let path: String
    /// Nil when closed. The lock is released after the tables are closed.
    private let open: BlockingResource<Open?>
    private let known: Mutex<Known>

    /// What the tables say, for whoever asks meanwhile.
    private struct Known {
        var header: JournalHeader
        var last: Int64
    }

    struct Open: ~Copyable {
        var table: JournalTable
        var lock: FileLock
    }

    /// Opens the journal of a folder, and makes one where there is none.
    ///
    /// - Parameter folder: an existing folder.
    /// - Parameter header: for a new journal. The format is also the newest that the caller can read.
    /// - Throws: ``JournalError``: `.inUse` and who has it; `.foreign` for a file of another program; `.formatTooNew`
    ///   for a journal of a newer one; `.damaged`; `.storage`.
    public init(folder: String, header: JournalHeader) throws(JournalError) {
        let lock = try Self.lock(folder)
        path = Self.path(in: folder)
        if !DatabaseFile.exists(path) {
            try Self.clear(path + Self.unfinished)
            try JournalTable.make(at: path + Self.unfinished, header: header)
            try Self.move(path + Self.unfinished, to: path)
        }
        let table = try JournalTable(path: path, format: header.format)
        known = Mutex(Known(header: table.header, last: table.lastSequence))
        open = BlockingResource(label: "journal", Open(table: table, lock: lock))
    }

    public var header: JournalHeader { known.withLock { $0.header } }

    public var lastSequence: Int64 { known.withLock { $0.last } }

    public func append(_ batches: [JournalBatch]) async throws(JournalError) {
        guard !batches.isEmpty else { return }
        let end = try await open.with { open throws(JournalError) in
            guard open != nil else { throw JournalError(.closed) }
            try open?.table.append(batches)
            return open?.table.lastSequence ?? 0
        }
        known.withLock { $0.last = max($0.last, end) }
    }

    public func saveSnapshot(_ bytes: [UInt8], at sequence: Int64) async throws(JournalError) {
        let checksum = Checksum.value(of: bytes.span)
        try await open.with { open throws(JournalError) in
            guard open != nil else { throw JournalError(.closed) }
            try open?.table.saveSnapshot(bytes, checksum: checksum, at: sequence)
        }
    }

    public func replace(with content: JournalContent) async throws(JournalError) {
        let last = try content.end()
        try await open.with { open throws(JournalError) in
            guard open != nil else { throw JournalError(.closed) }
            try open?.table.replace(with: content)
        }
        known.withLock { $0 = Known(header: content.header, last: last) }
    }

    public func keep(as name: String) async throws(JournalError) {
        try await open.with { open throws(JournalError) in
            guard open != nil else { throw JournalError(.closed) }
            try open?.table.keep(as: name)
        }
    }

    public func kept(_ name: String) throws -> JournalContent? {
        try JournalRows(path: path).kept(name)
    }

    /// Lets others open the journal. What comes later is refused with `.closed`.
    public func close() async {
        await open.with { $0 = nil }
    }

    public func read(after sequence: Int64, _ body: (JournalBatch) throws -> Void) throws {
        try JournalRows(path: path).read(after: sequence, body)
    }

    public func latestSnapshot() -> (sequence: Int64, bytes: [UInt8])? {
        JournalRows(path: path).latestSnapshot(notAfter: lastSequence)
    }
}

extension SQLiteJournal {
    /// Puts what an archive holds in the place of a folder's journal, whole or not at all.
    ///
    /// - Parameter folder: its journal, if it has one, is closed.
    /// - Parameter format: the newest format of events that the caller can read.
    /// - Parameter replacing: whether a journal that is there may be lost.
    /// - Parameter next: gives the next bytes of a ``JournalArchive``, of any length, and nil at the end.
    /// - Throws: ``JournalArchiveError``; ``JournalError`` `.inUse` also for a journal that may not be lost; what `next`
    ///   throws. Nothing was changed then.
    public static func install(
        inFolder folder: String, format: Int32, replacing: Bool, from next: () throws -> [UInt8]?
    ) async throws {
        let lock = try lock(folder)
        let path = path(in: folder)
        guard replacing || !DatabaseFile.exists(path) else {
            throw JournalError(.inUse, detail: "the folder has a journal already")
        }
        try clear(path + unfinished)
        do {
            var reader = JournalArchiveReader()
            var table: JournalTable?
            while let bytes = try next() {
                var batches: [JournalBatch] = []
                try reader.take(bytes.span) { batches.append($0) }
                if table == nil, let header = reader.header {
                    try JournalTable.make(at: path + unfinished, header: header)
                    table = try JournalTable(path: path + unfinished, format: format)
                }
                if !batches.isEmpty { try table?.append(batches) }
            }
            try reader.finish()
            table = nil
            try move(path + unfinished, to: path)
        } catch {
            try clear(path + unfinished)
            throw error
        }
        _ = consume lock
    }

    /// What a journal is called until it is complete.
    private static let unfinished = ".unfinished"

    private static func path(in folder: String) -> String { folder + "/journal.sqlite" }

    private static func lock(_ folder: String) throws(JournalError) -> FileLock {
        do throws(FileLockError) {
            return try FileLock(path: folder + "/journal.lock")
        } catch {
            switch error {
            case .held(let holder): throw JournalError(.inUse, detail: "by \(holder)")
            case .notOpened(let code): throw JournalError(.storage, detail: "the lock: system error \(code)")
            }
        }
    }

    private static func move(_ source: String, to path: String) throws(JournalError) {
        let code = DatabaseFile.move(source, to: path)
        guard code == 0 else { throw JournalError(.storage, detail: "a new file: system error \(code)") }
    }

    private static func clear(_ path: String) throws(JournalError) {
        let code = DatabaseFile.remove(path)
        guard code == 0 else { throw JournalError(.storage, detail: "an old file: system error \(code)") }
    }
}
