import WindfallPostgreSQL

/// One connection to a PostgreSQL server. What needs no answer travels with what does.
final class PostgreSQLSession: Session {
    private var connection: PostgreSQLConnection
    /// Sent with the next statement that is waited for.
    private var held: [PostgreSQLStatement] = []
    /// The count of losses that the engine knew when this connection was made.
    let generation: Int

    /// How many statements are held at most.
    private static let heldLimit = 256

    init(url: String, _ settings: PostgreSQLConnection.Settings, generation: Int) throws(StorageError) {
        do throws(PostgreSQLError) {
            connection = try PostgreSQLConnection(url: url, settings)
        } catch {
            throw StorageError(error)
        }
        self.generation = generation
    }

    let travels = true

    var isBroken: Bool { connection.isBroken }
    /// Stops it from any thread; it is of no use any more then.
    var interrupter: Interrupter { connection.interrupter }

    // MARK: Scopes

    func begin(_ isolation: Isolation) {
        held = [
            PostgreSQLStatement(
                isolation == .complete
                    ? "BEGIN ISOLATION LEVEL SERIALIZABLE" : "BEGIN ISOLATION LEVEL READ COMMITTED")
        ]
    }

    func beginReading() {
        held = [PostgreSQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
    }

    func commit() throws(StorageError) {
        // Nothing but BEGIN: nobody has asked the server for anything.
        if held.count == 1, !connection.isInScope { return held = [] }
        do throws(StorageError) {
            _ = try send(PostgreSQLStatement("COMMIT"))
        } catch .unavailable(.lost) {
            throw .unavailable(.outcomeUnknown)
        }
    }

    /// Undoes the scope. A connection that cannot do even that is broken, and the server undoes it.
    func rollBack() {
        held = []
        guard !connection.isBroken, connection.isInScope else { return }
        do throws(StorageError) {
            _ = try send(PostgreSQLStatement("ROLLBACK"))
        } catch {
            connection.giveUp()
        }
    }

    /// Tells listeners, outside of a scope.
    func notify(_ channels: Set<WakeChannel>) throws(StorageError) {
        held = channels.map { PostgreSQLStatement("SELECT pg_notify($1, '')", [.text($0.name)]) }
        try flush()
    }

    // MARK: Statements

    func run(_ sql: SQL, _ values: [StorageValue]) throws(StorageError) -> StorageResult {
        let result = try send(PostgreSQLStatement(sql.postgreSQL, values.map(PostgreSQLValue.init)))
        return StorageResult(
            rows: result.rows.map { StorageRow(values: $0.map(StorageValue.init)) }, affected: result.affected)
    }

    func runLater(_ sql: SQL, _ values: [StorageValue]) throws(StorageError) {
        held.append(PostgreSQLStatement(sql.postgreSQL, values.map(PostgreSQLValue.init)))
        if held.count >= Self.heldLimit { try flush() }
    }

    func execute(migration: SchemaText) throws(StorageError) {
        try flush()
        do throws(PostgreSQLError) {
            try connection.execute(script: migration.postgreSQL)
        } catch {
            throw StorageError(error)
        }
    }

    func lock(_ name: String) throws(StorageError) {
        try runLater("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text(name)])
    }

    private func flush() throws(StorageError) {
        if let last = held.popLast() { _ = try send(last) }
    }

    private func send(_ statement: PostgreSQLStatement) throws(StorageError) -> PostgreSQLRows {
        let statements = held + [statement]
        held = []
        do throws(PostgreSQLError) {
            return try connection.run(statements).last ?? PostgreSQLRows()
        } catch {
            throw StorageError(error)
        }
    }
}

extension PostgreSQLValue {
    fileprivate init(_ value: StorageValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let value): .text(value)
            case .bytes(let value): .bytes(value)
            }
    }
}

extension StorageValue {
    fileprivate init(_ value: PostgreSQLValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let value): .text(value)
            case .bytes(let value): .bytes(value)
            }
    }
}
