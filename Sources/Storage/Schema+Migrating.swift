import WindfallTimeline

extension Schema {
    /// The name under which processes that migrate at the same time wait for one another.
    private static let lockName = "windfall schema"

    private static let table: SchemaText = """
        CREATE TABLE IF NOT EXISTS schema_migration (
            component TEXT NOT NULL,
            number BIGINT NOT NULL,
            sha256 BYTEA NOT NULL,
            applied BIGINT NOT NULL,
            PRIMARY KEY (component, number)
        ) STRICT;
        """

    /// Brings the tables of all parts up to date, in one scope: all steps are stored, or none.
    ///
    /// - Parameter now: written beside each step.
    /// - Throws: ``StorageError``: `schemaTooNew`, `migrationChanged`.
    static func bring(
        _ schemas: [Schema], upToDateIn scope: borrowing WriteScope, at now: Instant
    ) throws(StorageError) {
        try scope.lock(lockName)
        try scope.execute(migration: table)
        for schema in schemas { try schema.bringUpToDate(in: scope, at: now) }
    }

    private func bringUpToDate(in scope: borrowing WriteScope, at now: Instant) throws(StorageError) {
        let rows = try scope.rows(
            "SELECT number, sha256 FROM schema_migration WHERE component = $1 ORDER BY number", [.text(component)])
        if let last = rows.last {
            let found = Int(clamping: try last.integer(0))
            guard found <= migrations.count else {
                throw .schemaTooNew(component: component, found: found, known: migrations.count)
            }
        }
        for (index, row) in rows.enumerated() {
            guard try row.integer(0) == Int64(index + 1), try row.bytes(1) == migrations[index].digest else {
                throw .migrationChanged(component: component, number: index + 1)
            }
        }
        for (index, migration) in migrations.enumerated().dropFirst(rows.count) {
            try scope.execute(migration: migration)
            try scope.run(
                "INSERT INTO schema_migration (component, number, sha256, applied) VALUES ($1, $2, $3, $4)",
                [.text(component), .integer(Int64(index + 1)), .bytes(migration.digest), .instant(now)])
        }
    }
}
