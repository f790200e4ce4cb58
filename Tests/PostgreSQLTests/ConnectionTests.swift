import Testing
import WindfallPostgreSQL
import WindfallStorageTesting

@Suite(.enabled(if: TestServer.isPresent, Comment(rawValue: TestServer.absence)))
struct ConnectionTests {
    private let database: TestServerDatabase

    init() throws { database = try TestServerDatabase() }

    private func connect(_ settings: PostgreSQLConnection.Settings = .init()) throws(PostgreSQLError)
        -> PostgreSQLConnection
    {
        try PostgreSQLConnection(url: database.url, settings)
    }

    private func failure(
        _ connection: inout PostgreSQLConnection, _ sql: StaticString, _ values: [PostgreSQLValue] = []
    ) -> PostgreSQLError? {
        do {
            _ = try connection.run([PostgreSQLStatement(sql, values)])
            return nil
        } catch {
            return error
        }
    }

    @Test("Values come back as they went in")
    func values() throws {
        var connection = try connect()
        try connection.execute(script: "CREATE TABLE a (b bigint, c text, d bytea, e int, f smallint, g boolean)")
        let rows: [[PostgreSQLValue]] = [
            [.integer(.min), .text(""), .bytes([]), .integer(-1), .integer(7), .integer(1)],
            [
                .integer(.max), .text("äöü \u{1F600} $1 'x' \\"), .bytes(Array(0...255)), .integer(0), .integer(0),
                .integer(0),
            ],
            [.null, .null, .null, .null, .null, .null],
        ]
        let inserted = try connection.run(
            rows.map { PostgreSQLStatement("INSERT INTO a VALUES ($1, $2, $3, $4, $5, $6)", $0) })
        #expect(inserted.map(\.affected) == [1, 1, 1])
        let read = try connection.run([PostgreSQLStatement("SELECT * FROM a ORDER BY b NULLS LAST")])
        #expect(read.map(\.rows) == [rows])
        let changed = try connection.run([PostgreSQLStatement("UPDATE a SET e = 5 WHERE b > $1", [.integer(0)])])
        #expect(changed.map(\.affected) == [1])
    }

    @Test("A large row goes both ways")
    func large() throws {
        var connection = try connect()
        let bytes = [UInt8](repeating: 0xA5, count: 5_000_000)
        let statement = PostgreSQLStatement("SELECT $1::bytea", [.bytes(bytes)])
        let read = try connection.run([statement, statement])
        #expect(read.map(\.rows) == [[[.bytes(bytes)]], [[.bytes(bytes)]]])
    }

    @Test(
        "A failure is told by its SQLSTATE, and the connection stays of use",
        arguments: [
            ("SELECT 1 / 0", .mismatch), ("SELEC 1", .other), ("SELECT * FROM none", .other),
            ("INSERT INTO a VALUES (1)", .duplicate), ("INSERT INTO a VALUES (NULL)", .constraint),
            ("INSERT INTO a VALUES (-1)", .constraint), ("SELECT 1.5", .mismatch),
            ("DO 'BEGIN RAISE SQLSTATE ''40001''; END'", .conflict),
            ("DO 'BEGIN RAISE SQLSTATE ''40P01''; END'", .conflict),
            ("DO 'BEGIN RAISE SQLSTATE ''53100''; END'", .full), ("DO 'BEGIN RAISE SQLSTATE ''53300''; END'", .busy),
            ("DO 'BEGIN RAISE SQLSTATE ''55P03''; END'", .busy),
            ("DO 'BEGIN RAISE SQLSTATE ''25006''; END'", .readOnly),
        ] as [(StaticString, PostgreSQLError.Kind)])
    func kinds(sql: StaticString, kind: PostgreSQLError.Kind) throws {
        var connection = try connect()
        try connection.execute(script: "CREATE TABLE a (b bigint PRIMARY KEY CHECK (b > 0)); INSERT INTO a VALUES (1)")
        #expect(failure(&connection, sql)?.kind == kind)
        #expect(failure(&connection, "SELECT 1") == nil)
        #expect(connection.isInScope == false && connection.isBroken == false)
    }

    @Test("A zero byte in text is refused, not cut off; too few and too many values as well")
    func refusesValues() throws {
        var connection = try connect()
        #expect(failure(&connection, "SELECT $1::text", [.text("a\0b")])?.kind == .mismatch)
        #expect(failure(&connection, "SELECT $1::bigint", [.text("a")])?.kind == .mismatch)
        #expect(failure(&connection, "SELECT $1::bigint", [])?.kind == .mismatch)
        #expect(failure(&connection, "SELECT $1::bigint", [.integer(1), .null])?.kind == .mismatch)
        #expect(failure(&connection, "SELECT $1::bigint", [.integer(1)]) == nil)
    }

    @Test("A statement that fails takes the later ones of its journey with it")
    func aborts() throws {
        var connection = try connect()
        try connection.execute(script: "CREATE TABLE a (b bigint PRIMARY KEY)")
        let insert: StaticString = "INSERT INTO a VALUES ($1)"
        let statements = [1, 2, 1, 3].map { PostgreSQLStatement(insert, [.integer($0)]) }
        let error = #expect(throws: PostgreSQLError.self) { try connection.run(statements) }
        #expect(error?.kind == .duplicate && error?.constraint == "a_pkey")
        #expect(error?.description.contains("a_pkey") == true)
        let count = try connection.run([PostgreSQLStatement("SELECT count(*) FROM a")])
        #expect(count.first?.rows == [[.integer(0)]])
    }

    @Test("The words of a failure can hold a value, so they are kept from the description")
    func hidesValues() throws {
        var connection = try connect()
        let error = failure(&connection, "SELECT CAST($1::text AS bigint)", [.text("secret")])
        #expect(error?.description.contains("secret") == false)
        #expect(error?.debugDescription.contains("secret") == true)
    }

    @Test("A statement that runs too long is stopped")
    func limit() throws {
        var connection = try connect(.init(statementLimit: 50))
        #expect(failure(&connection, "SELECT pg_sleep(600)")?.kind == .stopped)
        #expect(failure(&connection, "SELECT 1") == nil)
    }

    @Test("An interrupted connection stops, also when it was interrupted before the statement")
    func interrupts() throws {
        var connection = try connect()
        connection.interrupter.interrupt()
        #expect(failure(&connection, "SELECT pg_sleep(600)")?.kind == .stopped)
        #expect(failure(&connection, "SELECT 1")?.kind == .stopped)
    }

    @Test("A connection that the server ends is lost and stays so")
    func loses() throws {
        var connection = try connect()
        let identifier = try connection.run([PostgreSQLStatement("SELECT pg_backend_pid()")])
        let other = failure(&connection, "SELECT pg_terminate_backend(pg_backend_pid())")
        #expect(other?.kind == .lost && connection.isBroken == true)
        #expect(failure(&connection, "SELECT 1")?.kind == .lost)
        #expect(identifier.count == 1)
    }

    @Test("A changed table makes a prepared statement stale, and a new connection reads it")
    func stale() throws {
        var connection = try connect()
        try connection.execute(script: "CREATE TABLE a (b bigint)")
        #expect(failure(&connection, "SELECT * FROM a") == nil)
        try connection.execute(script: "ALTER TABLE a ADD c text")
        #expect(failure(&connection, "SELECT * FROM a")?.kind == .stale)
        #expect(connection.isBroken == true)
        var other = try connect()
        #expect(failure(&other, "SELECT * FROM a") == nil)
    }

    @Test("Notifications come, and the wait for them can be ended")
    func notifies() throws {
        var listener = try connect()
        try listener.execute(script: "LISTEN a")
        var other = try connect()
        _ = try other.run([PostgreSQLStatement("SELECT pg_notify('a', '')")])
        #expect(try listener.nextNotifications() == ["a"])
        listener.interrupter.interrupt()
        #expect(try listener.nextNotifications() == nil)
    }
}

@Suite struct ConnectionRefusalTests {
    @Test(
        "No server, no such database, no URL: lost, and nothing of the URL in the description",
        arguments: [
            "postgres://secret@/a?host=/nonexistent", "postgres://secret@127.0.0.1:1/a?connect_timeout=2",
            "postgres://secret:secret@[::1/a", "postgres:///a?secret=1", "postgres:///a\0b",
        ])
    func refuses(url: String) {
        do {
            _ = try PostgreSQLConnection(url: url)
            Issue.record("connected")
        } catch {
            #expect(error.kind == .lost)
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("A database that is not there", .enabled(if: TestServer.isPresent, Comment(rawValue: TestServer.absence)))
    func noDatabase() throws {
        let url = try TestServerDatabase().url.replacing("/test_", with: "/none_")
        #expect(throws: PostgreSQLError.self) { _ = try PostgreSQLConnection(url: url) }
    }
}
