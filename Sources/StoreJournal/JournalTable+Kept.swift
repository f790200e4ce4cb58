import WindfallSQLite
import WindfallStoreEngine

/// Whole journals: the one that takes another's place, and copies under a name.
///
/// The tables of the copies are made with the first one, so that a file without any is as older programs know it.
extension JournalTable {
    /// Puts other content in the place of all that is stored, whole or not at all.
    mutating func replace(with content: JournalContent) throws(JournalError) {
        let end = try content.end()
        try write { scope throws(SQLiteError) in
            try scope.run("DELETE FROM batches")
            try scope.run("DELETE FROM snapshots")
            try scope.run(
                "UPDATE header SET format = $1, seed = $2",
                [.integer(Int64(content.header.format)), .integer(Int64(bitPattern: content.header.seed))])
            try Self.insert(content.batches, in: scope)
        }
        header = content.header
        lastSequence = end
    }

    /// Copies all that is stored, in the place of an older copy of the name.
    mutating func keep(as name: String) throws(JournalError) {
        try write { scope throws(SQLiteError) in
            try scope.run(
                """
                CREATE TABLE IF NOT EXISTS kept_headers (
                    name TEXT PRIMARY KEY, format INTEGER NOT NULL, seed INTEGER NOT NULL
                ) STRICT
                """)
            try scope.run(
                """
                CREATE TABLE IF NOT EXISTS kept_batches (
                    name TEXT NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL, checksum INTEGER NOT NULL,
                    bytes BLOB NOT NULL, PRIMARY KEY (name, sequence)
                ) STRICT
                """)
            try scope.run("DELETE FROM kept_headers WHERE name = $1", [.text(name)])
            try scope.run("DELETE FROM kept_batches WHERE name = $1", [.text(name)])
            try scope.run(
                "INSERT INTO kept_headers (name, format, seed) SELECT $1, format, seed FROM header", [.text(name)])
            try scope.run(
                """
                INSERT INTO kept_batches (name, sequence, count, checksum, bytes)
                SELECT $1, sequence, count, checksum, bytes FROM batches
                """, [.text(name)])
        }
    }
}

extension JournalRows {
    /// The copy of a name; nil where there is none.
    func kept(_ name: String) throws -> JournalContent? {
        do {
            let database = try open()
            var tables = try database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'kept_headers'")
            guard try tables.step(), try tables.integer(0) == 1 else { return nil }
            var heads = try database.prepare("SELECT format, seed FROM kept_headers WHERE name = $1")
            try heads.bind(name, to: 1)
            guard try heads.step() else { return nil }
            let header = JournalHeader(
                format: Int32(truncatingIfNeeded: try heads.integer(0)), seed: UInt64(bitPattern: try heads.integer(1)))
            var content = JournalContent(header: header, batches: [])
            var rows = try database.prepare(
                "SELECT sequence, count, checksum, bytes FROM kept_batches WHERE name = $1 ORDER BY sequence")
            try rows.bind(name, to: 1)
            var last: Int64 = 0
            while try rows.step() {
                let (batch, end) = try Self.batch(in: rows, after: last, start: 1)
                last = end
                content.batches.append(batch)
            }
            return content
        } catch let error as SQLiteError {
            throw JournalError(error)
        }
    }
}
