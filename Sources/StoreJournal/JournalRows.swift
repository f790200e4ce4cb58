import WindfallSQLite
import WindfallStoreEngine

/// Reads a journal file while another connection may write to it; each reading has a connection of its own.
struct JournalRows {
    var path: String

    func open() throws(SQLiteError) -> SQLiteDatabase {
        // A reader of a write-ahead log writes to its index, and so cannot be opened for reading only.
        try SQLiteDatabase(path: path, .init(access: .readWrite, recovery: .asIs))
    }

    func read(after sequence: Int64, _ body: (JournalBatch) throws -> Void) throws {
        guard sequence < .max else { return }
        do {
            let database = try open()
            // The batch that holds the next event may have started earlier.
            var rows = try database.prepare(
                """
                SELECT sequence, count, checksum, bytes FROM batches
                WHERE sequence >= (SELECT coalesce(max(sequence), 1) FROM batches WHERE sequence <= $1)
                ORDER BY sequence
                """)
            try rows.bind(max(0, sequence) + 1, to: 1)
            var last: Int64?
            while try rows.step() {
                let (batch, end) = try Self.batch(in: rows, after: last, start: max(0, sequence) + 1)
                last = end
                if end > sequence { try body(batch) }
            }
        } catch let error as SQLiteError {
            throw JournalError(error)
        }
    }

    /// - Parameter last: the last event of the row before; nil for the first row.
    /// - Parameter start: the event by which the first row starts at the latest.
    static func batch(
        in row: borrowing Statement, after last: Int64?, start: Int64
    ) throws -> (JournalBatch, end: Int64) {
        let sequence = try row.integer(0)
        let batch = JournalBatch(
            sequence: sequence, count: Int(truncatingIfNeeded: try row.integer(1)), bytes: try row.blob(3))
        guard last != nil || (1...start).contains(sequence) else {
            throw JournalError(.damaged, at: sequence, detail: "event \(start) is missing")
        }
        let end: Int64
        do throws(JournalError) {
            end = try batch.end(after: last ?? sequence - 1)
        } catch {
            throw JournalError(.damaged, at: sequence, detail: error.detail)
        }
        guard try row.integer(2) == Int64(Checksum.value(of: batch.bytes.span)) else {
            throw JournalError(.damaged, at: sequence, detail: "checksum")
        }
        return (batch, end)
    }

    /// The newest snapshot whose bytes are as they were written; one that can't be read counts as none.
    func latestSnapshot(notAfter limit: Int64) -> (sequence: Int64, bytes: [UInt8])? {
        var before = Int64.max
        while let sequence = try? sequence(before: before) {
            if sequence <= limit, let bytes = try? snapshot(at: sequence) { return (sequence, bytes) }
            before = sequence
        }
        return nil
    }

    private func sequence(before: Int64) throws(SQLiteError) -> Int64? {
        let database = try open()
        var rows = try database.prepare("SELECT max(sequence) FROM snapshots WHERE sequence < $1")
        try rows.bind(before, to: 1)
        guard try rows.step(), !rows.isNull(0) else { return nil }
        return try rows.integer(0)
    }

    private func snapshot(at sequence: Int64) throws(SQLiteError) -> [UInt8]? {
        let database = try open()
        var rows = try database.prepare("SELECT checksum, bytes FROM snapshots WHERE sequence = $1")
        try rows.bind(sequence, to: 1)
        guard try rows.step() else { return nil }
        let bytes = try rows.blob(1)
        return try rows.integer(0) == Int64(Checksum.value(of: bytes.span)) ? bytes : nil
    }
}
