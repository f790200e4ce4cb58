import WindfallStorage
import WindfallStorageTesting

/// What becomes of a world's database.
enum DatabaseState {
    /// It takes no changes.
    case readOnly
    /// It takes no connections.
    case away
    case usual
}

extension IntakeWorld {
    /// Changes a PostgreSQL database. All its connections are ended.
    func administer(_ state: DatabaseState) async throws {
        guard case .postgreSQL(let url) = place.location, let server = TestServer.url else { return }
        let end = url.firstIndex(of: "?") ?? url.endIndex
        let start = url[..<end].lastIndex(of: "/").map(url.index(after:)) ?? end
        let name = String(url[start..<end])
        let others = try await Database.open(.postgreSQL(url: server), schemas: [], at: Self.start)
        try await others.write(.statement) { scope throws(StorageError) in
            try scope.run("SELECT set_config('windfall.test', $1, true)", [.text(name)])
            switch state {
            case .readOnly: try scope.run(Self.readOnly)
            case .away: try scope.run(Self.away)
            case .usual: try scope.run(Self.usual)
            }
        }
        try await others.write(.statement) { scope throws(StorageError) in
            _ = try scope.rows(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [.text(name)])
        }
    }

    private static let readOnly: SQL = """
        DO $$ BEGIN EXECUTE format(
            'ALTER DATABASE %I SET default_transaction_read_only = on', current_setting('windfall.test')); END $$
        """
    private static let away: SQL = """
        DO $$ BEGIN EXECUTE format(
            'ALTER DATABASE %I ALLOW_CONNECTIONS false', current_setting('windfall.test')); END $$
        """
    private static let usual: SQL = """
        DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I ALLOW_CONNECTIONS true', current_setting('windfall.test'));
            EXECUTE format('ALTER DATABASE %I RESET ALL', current_setting('windfall.test'));
        END $$
        """
}
