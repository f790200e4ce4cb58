import WindfallCSQLite

/// Several changes that are stored together or not at all.
///
/// It is lent to the closure of ``SQLiteDatabase/write(_:)`` and ends with it.
@safe package struct WriteScope: ~Copyable {
    private let handle: OpaquePointer

    fileprivate init(on handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    /// Prepares one statement; see ``SQLiteDatabase/prepare(_:)``.
    package borrowing func prepare(_ sql: StaticString) throws(SQLiteError) -> Statement {
        try unsafe Statement(on: handle, sql.description)
    }

    /// Carries out one statement and passes over its rows.
    ///
    /// - Parameter values: for `$1`, `$2`, …
    /// - Returns: how many rows were inserted, changed or removed.
    @discardableResult
    package borrowing func run(_ sql: StaticString, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int64 {
        var statement = try prepare(sql)
        try statement.run(values)
        return unsafe sqlite3_changes64(handle)
    }
}

extension SQLiteDatabase {
    /// Makes changes that are stored when this returns, or leaves everything as it was when it throws.
    ///
    /// The lock for writing is taken at the start (`BEGIN IMMEDIATE`), so that no change fails half-way for want of it.
    /// Scopes do not nest.
    /// - Parameter body: changes through the scope, or through statements of this connection prepared before.
    /// - Throws: ``SQLiteError``: 5 (SQLITE_BUSY) when another connection went on writing beyond the time-out, 13
    ///   (SQLITE_FULL), 10 (SQLITE_IOERR), or what `body` throws.
    @discardableResult
    package borrowing func write<Value>(
        _ body: (borrowing WriteScope) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try write(mapping: { $0 }, body)
    }

    /// The same for a body with errors of its own.
    ///
    /// - Parameter mapping: makes an error of that kind out of one of SQLite's.
    @discardableResult
    package borrowing func write<Value, Failure: Error>(
        mapping: (SQLiteError) -> Failure, _ body: (borrowing WriteScope) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        do throws(SQLiteError) {
            try execute(text: "BEGIN IMMEDIATE", as: .begin)
        } catch {
            throw mapping(error)
        }
        let value: Value
        do throws(Failure) {
            value = try unsafe body(WriteScope(on: handle))
        } catch {
            rollBack()
            throw error
        }
        do throws(SQLiteError) {
            try execute(text: "COMMIT", as: .commit)
        } catch {
            rollBack()
            throw mapping(error)
        }
        return value
    }

    /// Undoes the scope, unless SQLite did so itself when a change failed.
    ///
    /// A rollback cannot fail in a way that keeps changes: what is not committed is gone when the file is opened next.
    private borrowing func rollBack() {
        if isInWriteScope() { unsafe _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
}
