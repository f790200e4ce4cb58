import WindfallCSQLite

/// Why SQLite could not do what it was asked to.
package struct SQLiteError: Error, Hashable, Sendable {
    /// What was being done.
    package enum Operation: Hashable, Sendable {
        case open, configure, prepare, bind, step, read, begin, commit, backup
    }

    package var operation: Operation
    /// SQLite's extended result code, such as 2067 (SQLITE_CONSTRAINT_UNIQUE); `https://sqlite.org/rescode.html`.
    package var extendedCode: Int32
    /// SQLite's own words, without any value that was bound.
    package var message: String
    /// SQLite's words about this one failure. They can hold text that was bound, so they are for developers only.
    package var detail: String

    /// The primary result code, such as 19 (SQLITE_CONSTRAINT).
    package var code: Int32 { extendedCode & 0xFF }

    /// Another connection holds the lock, and still did when the time-out ended.
    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    /// A rule of the schema was broken.
    package var isConstraint: Bool { code == SQLITE_CONSTRAINT }
    /// A row of the same key is there.
    package var isDuplicate: Bool {
        extendedCode == windfall_constraint_unique || extendedCode == windfall_constraint_primary_key
    }
    /// A column holds a value of another type than the one that was asked for.
    package var isMismatch: Bool { code == SQLITE_MISMATCH }
    /// The file's content is not what SQLite wrote.
    package var isDamaged: Bool { code == SQLITE_CORRUPT }
    /// The file is no database.
    package var isForeign: Bool { code == SQLITE_NOTADB }
    /// No room is left on the disk.
    package var isFull: Bool { code == SQLITE_FULL }

    package init(_ operation: Operation, code: Int32, detail: String? = nil) {
        self.operation = operation
        extendedCode = code
        message = unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "unknown error"
        self.detail = detail ?? message
    }

    /// The newest failure of a connection.
    ///
    /// SQLite's words are kept in ``message`` where they name parts of the schema or of the SQL only, which are constants
    /// of ours: while preparing, and for a constraint.
    static func newest(_ operation: Operation, of handle: OpaquePointer?, code: Int32) -> SQLiteError {
        var error = SQLiteError(operation, code: code)
        guard let handle = unsafe handle, let words = unsafe sqlite3_errmsg(handle) else { return error }
        error.detail = unsafe String(cString: words)
        if operation == .prepare || error.isConstraint { error.message = error.detail }
        return error
    }
}

extension SQLiteError: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "SQLite could not \(operation): \(message) (\(extendedCode))" }
    package var debugDescription: String { "SQLite could not \(operation): \(detail) (\(extendedCode))" }
}
