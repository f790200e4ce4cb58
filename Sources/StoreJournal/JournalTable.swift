import WindfallSQLite
import WindfallStoreEngine

/// The tables of one journal file, open for writing.
struct JournalTable: ~Copyable {
    /// "WFJL" in the file's header tells whose file it is.
    static let applicationIdentifier: Int32 = 0x5746_4A4C
    /// The version of the tables below. A file of a higher one is refused.
    static let layoutVersion: Int32 = 1
    /// The longest snapshot, 900 MiB: SQLite takes no value beyond 1,000,000,000 bytes.
    static let snapshotByteLimit = 900 << 20

    private let database: SQLiteDatabase
    var header: JournalHeader
    var lastSequence: Int64
    /// What stopped the writing; then the file is opened anew to know what it holds.
    private var failure: JournalError?

    /// Makes a file with an empty journal, complete on the disk when this returns.
    ///
    /// - Parameter path: where no file is.
    static func make(at path: String, header: JournalHeader) throws(JournalError) {
        do throws(SQLiteError) {
            let database = try SQLiteDatabase(path: path, .init(access: .create, recovery: .rollback))
            try database.write { scope throws(SQLiteError) in
                try scope.run("CREATE TABLE header (format INTEGER NOT NULL, seed INTEGER NOT NULL) STRICT")
                try scope.run(
                    """
                    CREATE TABLE batches (
                        sequence INTEGER PRIMARY KEY, count INTEGER NOT NULL, checksum INTEGER NOT NULL,
                        bytes BLOB NOT NULL
                    ) STRICT
                    """)
                try scope.run(
                    """
                    CREATE TABLE snapshots (
                        sequence INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL
                    ) STRICT
                    """)
                try scope.run(
                    "INSERT INTO header (format, seed) VALUES ($1, $2)",
                    [.integer(Int64(header.format)), .integer(Int64(bitPattern: header.seed))])
            }
            try database.setUserVersion(layoutVersion)
            try database.setApplicationIdentifier(applicationIdentifier)
        } catch {
            throw JournalError(error)
        }
    }

    /// Opens a file and tells whether it is a journal that this program can continue.
    ///
    /// - Parameter format: the newest format of events that is known.
    /// - Throws: ``JournalError``: `.foreign`, `.formatTooNew`, `.damaged`, `.storage`.
    init(path: String, format: Int32) throws(JournalError) {
        let opened = try Self.opened(path)
        let found = try Self.found(in: opened)
        let (header, last) = try found.checked(knowing: format)
        try Self.startLog(of: opened)
        database = opened
        self.header = header
        lastSequence = last
    }

    /// Nothing is changed in the file, which may be somebody else's.
    private static func opened(_ path: String) throws(JournalError) -> SQLiteDatabase {
        do throws(SQLiteError) {
            return try SQLiteDatabase(path: path, .init(access: .readWrite, recovery: .asIs))
        } catch {
            throw JournalError(error)
        }
    }

    private static func found(in database: borrowing SQLiteDatabase) throws(JournalError) -> JournalFileContent {
        do throws(SQLiteError) {
            return try JournalFileContent(of: database)
        } catch {
            throw JournalError(error)
        }
    }

    private static func startLog(of database: borrowing SQLiteDatabase) throws(JournalError) {
        do throws(SQLiteError) {
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF;")
        } catch {
            throw JournalError(error)
        }
    }

    // MARK: Writing

    /// Stores batches, all or none, on the disk when this returns.
    mutating func append(_ batches: [JournalBatch]) throws(JournalError) {
        var end = lastSequence
        for batch in batches { end = try batch.end(after: end) }
        try write { scope throws(SQLiteError) in try Self.insert(batches, in: scope) }
        lastSequence = end
    }

    static func insert(_ batches: [JournalBatch], in scope: borrowing WriteScope) throws(SQLiteError) {
        var insert = try scope.prepare(
            "INSERT INTO batches (sequence, count, checksum, bytes) VALUES ($1, $2, $3, $4)")
        for batch in batches {
            try insert.bind(batch.sequence, to: 1)
            try insert.bind(Int64(batch.count), to: 2)
            try insert.bind(Int64(Checksum.value(of: batch.bytes.span)), to: 3)
            try insert.bind(batch.bytes.span, to: 4)
            while try insert.step() {}
        }
    }

    /// Keeps a snapshot beside the newest other one.
    ///
    /// - Parameter checksum: of the bytes; it takes long, and so is not left to the one who writes.
    mutating func saveSnapshot(_ bytes: [UInt8], checksum: UInt32, at sequence: Int64) throws(JournalError) {
        guard (0...lastSequence).contains(sequence) else {
            throw JournalError(.outOfOrder, at: sequence, detail: "the journal ends at \(lastSequence)")
        }
        guard bytes.count <= Self.snapshotByteLimit else { throw JournalError(.tooLarge, at: sequence) }
        try write { scope throws(SQLiteError) in
            try scope.run(
                """
                DELETE FROM snapshots WHERE sequence = $1 OR sequence NOT IN (
                    SELECT sequence FROM snapshots WHERE sequence <> $1 ORDER BY sequence DESC LIMIT 2
                )
                """, [.integer(sequence)])
            var insert = try scope.prepare("INSERT INTO snapshots (sequence, checksum, bytes) VALUES ($1, $2, $3)")
            try insert.bind(sequence, to: 1)
            try insert.bind(Int64(checksum), to: 2)
            try insert.bind(bytes.span, to: 3)
            while try insert.step() {}
            try scope.run(
                """
                DELETE FROM snapshots
                WHERE sequence NOT IN (SELECT sequence FROM snapshots ORDER BY sequence DESC LIMIT 2)
                """)
        }
    }

    mutating func write(_ body: (borrowing WriteScope) throws(SQLiteError) -> Void) throws(JournalError) {
        if let failure { throw failure }
        do throws(SQLiteError) {
            try database.write(body)
        } catch {
            let failure = JournalError(error)
            self.failure = failure
            throw failure
        }
    }
}

extension JournalError {
    /// What a failure of SQLite's means for a journal.
    init(_ error: SQLiteError) {
        let code: Code =
            if error.isForeign {
                .foreign
            } else if error.isDamaged || error.isMismatch {
                // The tables admit one type for each column, so that a row of others is torn.
                .damaged
            } else if error.isBusy {
                .inUse
            } else {
                .storage
            }
        self.init(code, detail: error.description)
    }
}
