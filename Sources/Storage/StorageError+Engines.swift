package import WindfallPostgreSQL
package import WindfallSQLite

extension StorageError {
    /// SQLite's failure in the terms of both engines; codes of `https://sqlite.org/rescode.html`.
    package init(_ error: SQLiteError) {
        self =
            switch error.code {
            case _ where error.isDuplicate: .duplicate(constraint: nil)
            case _ where error.isConstraint: error.isWrongType ? .mismatch(column: nil) : .constraint
            case _ where error.isBusy: .unavailable(.busy)
            case _ where error.isFull: .unavailable(.full)
            case 8: .unavailable(.readOnly)  // SQLITE_READONLY
            case 10, 14: .unavailable(.lost)  // SQLITE_IOERR, SQLITE_CANTOPEN
            case 7: .unavailable(.busy)  // SQLITE_NOMEM
            case 9: .timedOut  // SQLITE_INTERRUPT
            case _ where error.isMismatch: .mismatch(column: nil)
            default: .failed(code: "SQLite \(error.extendedCode)", detail: error.detail)
            }
    }

    /// PostgreSQL's failure in the terms of both engines.
    package init(_ error: PostgreSQLError) {
        self =
            switch error.kind {
            case .duplicate: .duplicate(constraint: error.constraint)
            case .constraint: .constraint
            case .conflict: .conflict
            case .lost, .stale: .unavailable(.lost)
            case .readOnly: .unavailable(.readOnly)
            case .full: .unavailable(.full)
            case .busy: .unavailable(.busy)
            case .stopped: .timedOut
            case .mismatch: .mismatch(column: nil)
            case .other: .failed(code: "SQLSTATE \(error.state)", detail: error.detail)
            }
    }
}

extension SQLiteError {
    /// SQLITE_CONSTRAINT_DATATYPE: a value that a STRICT table's column cannot take.
    fileprivate var isWrongType: Bool { extendedCode == 3091 }
}
