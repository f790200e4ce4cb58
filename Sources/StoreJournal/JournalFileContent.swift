import WindfallSQLite
import WindfallStoreEngine

/// What a file says of itself before it is trusted to be a journal.
struct JournalFileContent {
    private var applicationIdentifier: Int32
    private var pageCount: Int64
    private var layoutVersion: Int32
    /// Format and seed, if the file is a journal of a layout that is known.
    private var header: [Int64] = []
    /// First event and count of the last batch, if there is one.
    private var newestBatch: [Int64] = []

    init(of database: borrowing SQLiteDatabase) throws(SQLiteError) {
        applicationIdentifier = try database.applicationIdentifier()
        layoutVersion = try database.userVersion()
        pageCount = try database.integers("PRAGMA page_count").first ?? 0
        guard applicationIdentifier == JournalTable.applicationIdentifier, layoutVersion <= JournalTable.layoutVersion
        else { return }
        header = try database.integers("SELECT format, seed FROM header")
        newestBatch = try database.integers("SELECT sequence, count FROM batches ORDER BY sequence DESC LIMIT 1")
    }

    /// - Parameter format: the newest format of events that is known.
    /// - Returns: the header and the number of the last event.
    func checked(knowing format: Int32) throws(JournalError) -> (JournalHeader, last: Int64) {
        // A whole journal is moved to its place, so an empty file was cut off.
        guard pageCount > 0 else { throw JournalError(.damaged, detail: "the file is empty") }
        guard applicationIdentifier == JournalTable.applicationIdentifier else { throw JournalError(.foreign) }
        guard layoutVersion <= JournalTable.layoutVersion else {
            throw JournalError(
                .formatTooNew, detail: "tables of version \(layoutVersion), known is \(JournalTable.layoutVersion)")
        }
        guard header.count == 2, let found = Int32(exactly: header[0]) else {
            throw JournalError(.damaged, detail: "the header")
        }
        guard found <= format else {
            throw JournalError(.formatTooNew, detail: "events of format \(found), known is \(format)")
        }
        return (JournalHeader(format: found, seed: UInt64(bitPattern: header[1])), try lastSequence())
    }

    private func lastSequence() throws(JournalError) -> Int64 {
        guard newestBatch.count == 2 else { return 0 }
        let end = newestBatch[0].addingReportingOverflow(newestBatch[1])
        guard newestBatch[0] >= 1, newestBatch[1] >= 1, !end.overflow else {
            throw JournalError(.damaged, at: newestBatch[0])
        }
        return end.partialValue - 1
    }
}

extension SQLiteDatabase {
    /// The columns of the first row, all whole numbers; empty where there is no row.
    fileprivate borrowing func integers(_ sql: StaticString) throws(SQLiteError) -> [Int64] {
        var statement = try prepare(sql)
        var numbers: [Int64] = []
        guard try statement.step() else { return [] }
        for column in 0..<statement.columnCount { numbers.append(try statement.integer(column)) }
        return numbers
    }
}
