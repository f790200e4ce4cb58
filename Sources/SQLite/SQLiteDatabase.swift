import WindfallCSQLite

/// One connection to an SQLite database; closed when its owner lets go of it.
///
/// A connection is used by one thread at a time, which is why it is not `Sendable`: an actor, a `Mutex` or a
/// `BlockingResource` owns it.
@safe package struct SQLiteDatabase: ~Copyable {
    let handle: OpaquePointer

    /// Opens a database file.
    ///
    /// - Parameter path: the file's path as it is: neither `:memory:` nor `file:…` has a meaning of its own.
    /// - Throws: ``SQLiteError``: 14 (SQLITE_CANTOPEN) for no such file or folder, 26 (SQLITE_NOTADB) for a file of
    ///   something else, 11 (SQLITE_CORRUPT), 5 (SQLITE_BUSY).
    package init(path: String, _ settings: Settings = Settings()) throws(SQLiteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw SQLiteError(.open, code: SQLITE_CANTOPEN) }
        // Only an absolute path, or one that starts with a dot, is never taken for a URI or a special name.
        let plain = path.hasPrefix("/") || path.hasPrefix(".") ? path : "./" + path
        let opened = unsafe try Self.open(plain, settings)
        unsafe handle = opened
    }

    /// Opens a database that lives in memory, and as long as the connection.
    package init(inMemory settings: Settings) throws(SQLiteError) {
        let opened = unsafe try Self.open(":memory:", settings)
        unsafe handle = opened
    }

    private static func open(_ path: String, _ settings: Settings) throws(SQLiteError) -> OpaquePointer {
        guard sqlite3_threadsafe() != 0 else {
            throw SQLiteError(.open, code: SQLITE_MISUSE, detail: "this SQLite was built for a single thread")
        }
        var opened: OpaquePointer?
        let flags = settings.access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard result == SQLITE_OK, let handle = unsafe opened else {
            let error = unsafe SQLiteError.newest(.open, of: opened, code: result)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        do throws(SQLiteError) {
            try unsafe settings.apply(to: handle)
        } catch {
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        return unsafe handle
    }

    // Statements that still live keep the connection open inside SQLite until they are gone.
    deinit { unsafe sqlite3_close_v2(handle) }

    /// Prepares one statement.
    ///
    /// - Parameter sql: a constant with parameters `$1`, `$2`, …; never made out of values.
    /// - Throws: ``SQLiteError`` for SQL that does not fit the schema, for more than one statement, and for a parameter
    ///   of another form.
    package borrowing func prepare(_ sql: StaticString) throws(SQLiteError) -> Statement {
        try unsafe Statement(on: handle, sql.description)
    }

    /// What tells a constant's SQL from all others without reading it: where it lies in the program.
    package static func place(of sql: StaticString) -> Int {
        sql.hasPointerRepresentation ? unsafe Int(bitPattern: sql.utf8Start) : 0
    }

    /// Carries out statements that give no rows, one after the other; used for schemas.
    ///
    /// - Parameter script: a constant; statements end in `;`.
    /// - Throws: ``SQLiteError`` of the first that fails; those before it have had their effect.
    package borrowing func execute(_ script: StaticString) throws(SQLiteError) {
        try execute(text: script.description)
    }

    /// The same for a script that is put together out of constants.
    package borrowing func execute(schema text: String) throws(SQLiteError) {
        try execute(text: text)
    }

    /// - Parameter text: constants and whole numbers only.
    borrowing func execute(text: String, as operation: SQLiteError.Operation = .step) throws(SQLiteError) {
        try unsafe Self.execute(text, on: handle, as: operation)
    }

    static func execute(
        _ text: String, on handle: OpaquePointer, as operation: SQLiteError.Operation
    ) throws(SQLiteError) {
        let result = unsafe sqlite3_exec(handle, text, nil, nil, nil)
        guard result == SQLITE_OK else { throw unsafe .newest(operation, of: handle, code: result) }
    }

    /// How many rows the newest statement inserted, changed or removed.
    package borrowing func changedRowCount() -> Int64 {
        unsafe sqlite3_changes64(handle)
    }

    /// The row identifier that the newest insertion was given.
    package borrowing func lastInsertedRow() -> Int64 {
        unsafe sqlite3_last_insert_rowid(handle)
    }

    /// Whether a write scope is open.
    package borrowing func isInWriteScope() -> Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }
}
