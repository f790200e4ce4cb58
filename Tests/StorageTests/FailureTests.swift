import Testing
import WindfallPostgreSQL
import WindfallSQLite
import WindfallStorage
import WindfallStorageTesting

/// What happens when the database is not well, and that it comes back by itself.
@Suite struct FailureTests {
    @Test("A location is told by its form")
    func locations() throws {
        #expect(try DatabaseLocation("postgres://a/b") == .postgreSQL(url: "postgres://a/b"))
        #expect(try DatabaseLocation("postgresql:///b?host=/x") == .postgreSQL(url: "postgresql:///b?host=/x"))
        #expect(try DatabaseLocation("sqlite:a.db") == .sqlite(path: "a.db"))
        #expect(try DatabaseLocation("sqlite:///a.db") == .sqlite(path: "/a.db"))
        #expect(try DatabaseLocation("/a/b.db") == .sqlite(path: "/a/b.db"))
        for bad in ["", "sqlite:", "sqlite://", "mysql://a/b", "http://a", "a\0b"] {
            #expect(throws: StorageError.badLocation) { try DatabaseLocation(bad) }
        }
    }

    @Test(
        "What cannot be reached is unavailable",
        arguments: [
            .sqlite(path: "/nonexistent/a.sqlite"), .sqlite(path: "/"),
            .postgreSQL(url: "postgres:///a?host=/nonexistent"),
        ] as [DatabaseLocation])
    func unreachable(location: DatabaseLocation) async {
        await #expect(throws: StorageError.unavailable(.lost)) {
            _ = try await Database.open(location, schemas: [], at: .example)
        }
    }

    @Test(
        "The engines' codes mean the same",
        arguments: [
            (8, "25006", .readOnly), (13, "53100", .full), (10, "08006", .lost), (14, "57P03", .lost),
            (5, "53300", .busy),
            (7, "53200", .busy),
        ] as [(Int32, String, StorageError.Cause)])
    func codes(sqlite: Int32, postgreSQL: String, cause: StorageError.Cause) {
        #expect(StorageError(SQLiteError(.step, code: sqlite)) == .unavailable(cause))
        #expect(StorageError(PostgreSQLError(.run, state: postgreSQL)) == .unavailable(cause))
        #expect(StorageError.unavailable(cause).isUnavailable)
        #expect(!StorageError.conflict.isUnavailable)
    }

    @Test("A full disk stores nothing of the scope, and what fits is stored again afterwards")
    func full() async throws {
        let ledger = try await Ledger(.sqlite, DatabaseSettings(sqliteLargestPageCount: 40))
        try await ledger.insert("a")
        for _ in 0..<2 {
            await #expect(throws: StorageError.unavailable(.full)) {
                try await ledger.database.write { scope throws(StorageError) in
                    try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                    let content = StorageValue.bytes([UInt8](repeating: 1, count: 400_000))
                    try scope.run("INSERT INTO entry (name, amount, content) VALUES ('c', 1, $1)", [content])
                }
            }
        }
        try await ledger.insert("d")
        #expect(try await ledger.names() == ["a", "d"])
    }

    @Test("Of scopes that become durable together, one that fills the disk does not take the others along")
    func fullAmongOthers() async throws {
        let ledger = try await Ledger(.sqlite, DatabaseSettings(sqliteLargestPageCount: 60))
        let outcomes = await withTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    let count = number % 10 == 5 ? 400_000 : 1
                    do throws(StorageError) {
                        try await ledger.database.write { scope throws(StorageError) in
                            try scope.run(
                                "INSERT INTO entry (name, amount, content) VALUES ($1, 1, $2)",
                                [.text("\(number)"), .bytes([UInt8](repeating: 1, count: count))])
                        }
                        return (number, StorageError?.none)
                    } catch {
                        return (number, error)
                    }
                }
            }
            return await group.reduce(into: [Int: StorageError?]()) { $0[$1.0] = $1.1 }
        }
        for (number, error) in outcomes { #expect(error == (number % 10 == 5 ? .unavailable(.full) : nil)) }
        #expect(try await ledger.names().count == 36)
    }

    @Test("A file that vanished is unavailable, and no empty one is made in its place")
    func vanished() async throws {
        let ledger = try await Ledger(.sqlite)
        guard case .sqlite(let path) = ledger.place.location else { return }
        #expect(DatabaseFile.remove(path) == 0)
        await #expect(throws: StorageError.unavailable(.lost)) { try await ledger.names() }
        #expect(!DatabaseFile.exists(path))
    }

    @Test("Connections that the server ended are made anew, and nobody notices")
    func reconnects() async throws {
        guard TestServer.isPresent else { return }
        let ledger = try await Ledger(.postgreSQL)
        try await withThrowingTaskGroup { group in
            for number in 0..<32 { group.addTask { try await ledger.insert("\(number)") } }
            try await group.waitForAll()
        }
        try await ledger.endConnections()
        try await withThrowingTaskGroup { group in
            for number in 32..<64 { group.addTask { try await ledger.insert("\(number)") } }
            try await group.waitForAll()
        }
        #expect(try await ledger.names().count == 64)
    }

    @Test("A connection that is lost within a scope is told, or the scope is done again")
    func lostWithinScope() async throws {
        guard TestServer.isPresent else { return }
        let ledger = try await Ledger(.postgreSQL)
        try await ledger.insert("a")
        await #expect(throws: StorageError.unavailable(.lost)) {
            try await ledger.database.write { scope throws(StorageError) in
                try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                _ = try scope.rows("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())")
            }
        }
        await #expect(throws: StorageError.unavailable(.outcomeUnknown)) {
            try await ledger.database.write { scope throws(StorageError) in
                try scope.run("INSERT INTO entry (name, amount) VALUES ('c', 1)")
                try scope.runLater("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())")
            }
        }
        try await ledger.insert("d")
        #expect(try await ledger.names() == ["a", "d"])
    }

    @Test(
        "A server that takes no changes is unavailable, is read all the same, and is written when it takes them again")
    func standBy() async throws {
        guard TestServer.isPresent else { return }
        let ledger = try await Ledger(.postgreSQL)
        try await ledger.insert("a")
        try await ledger.administer("ALTER DATABASE CURRENT SET default_transaction_read_only = on")
        await #expect(throws: StorageError.unavailable(.readOnly)) { try await ledger.insert("b") }
        #expect(try await ledger.names() == ["a"])
        try await ledger.administer(
            "ALTER DATABASE CURRENT RESET default_transaction_read_only")
        try await ledger.insert("c")
        #expect(try await ledger.names() == ["a", "c"])
    }

    @Test("A statement that takes too long is stopped; the scope is undone")
    func limit() async throws {
        guard TestServer.isPresent else { return }
        let ledger = try await Ledger(.postgreSQL)
        let database = try await ledger.reopened(DatabaseSettings(statementLimit: 100))
        await #expect(throws: StorageError.timedOut) {
            try await database.write { scope throws(StorageError) in
                try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                _ = try scope.rows("SELECT pg_sleep(600)")
            }
        }
        #expect(try await ledger.names() == [])
    }

    @Test("A task that is cancelled stops its statement, and the next one is not touched")
    func cancels() async throws {
        guard TestServer.isPresent else { return }
        let ledger = try await Ledger(.postgreSQL)
        let database = try await ledger.reopened(DatabaseSettings(connections: 1, statementLimit: 600_000))
        let started = Moment()
        await withTaskGroup { group in
            group.addTask {
                await #expect(throws: StorageError.cancelled) {
                    try await database.write { scope throws(StorageError) in
                        try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                        started.happen()
                        _ = try scope.rows("SELECT pg_sleep(600)")
                    }
                }
            }
            await started.wait()
            group.cancelAll()
        }
        let count = try await database.read { scope throws(StorageError) in
            try scope.row("SELECT count(*) FROM entry")?.integer(0)
        }
        #expect(count == 0)
    }

    @Test("A task that was cancelled before stores nothing", arguments: TestEngine.present)
    func cancelledBefore(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: StorageError.cancelled) { try await ledger.insert("a") }
            }
        }
        #expect(try await ledger.names() == [])
    }
}

extension Ledger {
    private func connect() throws(PostgreSQLError) -> PostgreSQLConnection {
        guard case .postgreSQL(let url) = place.location else {
            throw PostgreSQLError(.connect, state: "08006")
        }
        return try PostgreSQLConnection(url: url)
    }

    /// Ends all connections to the database.
    func endConnections() async throws {
        var connection = try connect()
        _ = try connection.run([
            PostgreSQLStatement(
                """
                SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        ])
    }

    /// Changes a setting of the database, of which those hear who connect afterwards: all others are ended.
    func administer(_ script: StaticString) async throws {
        var connection = try connect()
        try connection.execute(script: "SET default_transaction_read_only = off")
        let name = try connection.run([PostgreSQLStatement("SELECT current_database()")]).first?.rows.first?.first
        guard case .text(let name) = name else { return }
        try connection.execute(script: script.description.replacing("CURRENT", with: name))
        try await endConnections()
    }
}
