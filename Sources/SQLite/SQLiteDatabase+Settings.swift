import WindfallCSQLite

extension SQLiteDatabase {
    /// How a connection behaves.
    package struct Settings: Hashable, Sendable {
        package enum Access: Hashable, Sendable {
            /// The file must exist and is never written.
            case readOnly
            /// The file must exist.
            case readWrite
            /// The file is made where there is none.
            case create

            var flags: Int32 {
                switch self {
                case .readOnly: SQLITE_OPEN_READONLY
                case .readWrite: SQLITE_OPEN_READWRITE
                case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                }
            }
        }

        /// How a write scope survives a crash; `https://sqlite.org/pragma.html#pragma_journal_mode`.
        package enum Recovery: String, Hashable, Sendable {
            /// A write-ahead log: readers and the writer do not wait for one another.
            case log = "wal"
            /// A copy of the old pages, in a file that is removed at the end. The database is one file when closed.
            case rollback = "delete"
            /// As the file has it.
            case asIs = ""
        }

        /// When what was committed has reached the disk; `https://sqlite.org/pragma.html#pragma_synchronous`.
        package enum Durability: String, Hashable, Sendable {
            /// When the write scope ends.
            case full = "FULL"
            /// Some time later: with a log, a power cut can lose the newest scopes, and never damages the file.
            case normal = "NORMAL"
            /// Left to the system: a power cut can damage the file. For what can be made again.
            case off = "OFF"
        }

        package var access: Access
        /// How long to wait for another connection's lock, in milliseconds.
        package var busyTimeout: Int32
        package var recovery: Recovery
        package var durability: Durability
        /// Whether `REFERENCES` in the schema are held.
        package var foreignKeys: Bool
        /// How many pages the file may have; more are refused like a full disk. 0 for SQLite's own limit.
        package var largestPageCount: Int32

        package init(
            access: Access = .create, busyTimeout: Int32 = 5000, recovery: Recovery = .log,
            durability: Durability = .full, foreignKeys: Bool = true, largestPageCount: Int32 = 0
        ) {
            self.access = access
            self.busyTimeout = busyTimeout
            self.recovery = recovery
            self.durability = durability
            self.foreignKeys = foreignKeys
            self.largestPageCount = largestPageCount
        }
    }
}

extension SQLiteDatabase.Settings {
    func apply(to handle: OpaquePointer) throws(SQLiteError) {
        unsafe sqlite3_busy_timeout(handle, busyTimeout)
        // The file may come from anywhere: its schema gets no dangerous functions, SQL cannot damage the file, and
        // "text in double quotes" is never taken for a string.
        for (option, value) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, foreignKeys ? 1 : 0),
        ] as [(Int32, Int32)] {
            let result = unsafe windfall_configure(handle, option, value)
            guard result == SQLITE_OK else { throw unsafe .newest(.configure, of: handle, code: result) }
        }
        if recovery != .asIs, access != .readOnly {
            try unsafe SQLiteDatabase.execute("PRAGMA journal_mode = \(recovery.rawValue)", on: handle, as: .configure)
        }
        try unsafe SQLiteDatabase.execute("PRAGMA synchronous = \(durability.rawValue)", on: handle, as: .configure)
        // What is deleted is written over with zeros: people can be erased. Debian's library does so by itself, others do not.
        try unsafe SQLiteDatabase.execute("PRAGMA secure_delete = ON", on: handle, as: .configure)
        if largestPageCount > 0 {
            try unsafe SQLiteDatabase.execute(
                "PRAGMA max_page_count = \(largestPageCount)", on: handle, as: .configure)
        }
    }
}

extension SQLiteDatabase {
    /// A number of the application's in the file's header, for the version of its schema; 0 in a new file.
    package borrowing func userVersion() throws(SQLiteError) -> Int32 {
        try number("PRAGMA user_version")
    }

    package borrowing func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute(text: "PRAGMA user_version = \(version)")
    }

    /// A number in the file's header that tells whose file it is; 0 in a new file.
    package borrowing func applicationIdentifier() throws(SQLiteError) -> Int32 {
        try number("PRAGMA application_id")
    }

    package borrowing func setApplicationIdentifier(_ identifier: Int32) throws(SQLiteError) {
        try execute(text: "PRAGMA application_id = \(identifier)")
    }

    private borrowing func number(_ sql: StaticString) throws(SQLiteError) -> Int32 {
        var statement = try prepare(sql)
        guard try statement.step() else { return 0 }
        return Int32(truncatingIfNeeded: try statement.integer(0))
    }
}
