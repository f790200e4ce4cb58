import WindfallCSQLite

extension SQLiteDatabase {
    /// Looks at every page and every index of the file.
    ///
    /// - Parameter limit: how many findings to collect.
    /// - Returns: what is wrong, in SQLite's words; empty for a sound file.
    package borrowing func integrityFindings(limit: Int32 = 100) throws(SQLiteError) -> [String] {
        var statement = try unsafe Statement(on: handle, "PRAGMA integrity_check(\(max(1, limit)))")
        var findings: [String] = []
        while try statement.step() { findings.append(try statement.text(0)) }
        return findings == ["ok"] ? [] : findings
    }

    /// Copies everything into another database while this one stays in use.
    ///
    /// What is written meanwhile through this connection is in the copy; through another one, the copying starts over.
    /// - Parameter target: what it holds is replaced.
    /// - Parameter pagesPerStep: how many pages to copy before others get a turn.
    /// - Throws: ``SQLiteError``: 5 (SQLITE_BUSY) when the lock could not be had within the target's time-out.
    package borrowing func backup(
        to target: borrowing SQLiteDatabase, pagesPerStep: Int32 = 1024
    ) throws(SQLiteError) {
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw unsafe .newest(.backup, of: target.handle, code: sqlite3_extended_errcode(target.handle))
        }
        var result = SQLITE_OK
        while result == SQLITE_OK { result = unsafe sqlite3_backup_step(backup, max(1, pagesPerStep)) }
        let finished = unsafe sqlite3_backup_finish(backup)
        if result != SQLITE_DONE { throw SQLiteError(.backup, code: result) }
        if finished != SQLITE_OK { throw SQLiteError(.backup, code: finished) }
    }

    /// Brings what the write-ahead log holds into the file, and empties the log.
    ///
    /// - Returns: false when others use the log and part of it had to stay.
    @discardableResult
    package borrowing func emptyLog() throws(SQLiteError) -> Bool {
        let result = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        if result & 0xFF == SQLITE_BUSY { return false }
        guard result == SQLITE_OK else { throw unsafe .newest(.step, of: handle, code: result) }
        return true
    }
}
