import WindfallSQLite

/// One connection to an SQLite file, and its prepared statements.
final class SQLiteSession: Session {
    /// A statement that stays prepared; statements cannot be copied into a dictionary.
    private final class Prepared {
        var statement: Statement
        init(_ statement: consuming Statement) { self.statement = statement }
    }

    private let database: SQLiteDatabase
    /// By where their SQL lies in the program: it is constant, and there is only so much.
    private var prepared: [Int: Prepared] = [:]

    init(path: String, _ settings: SQLiteDatabase.Settings) throws(StorageError) {
        do throws(SQLiteError) {
            database = try SQLiteDatabase(path: path, settings)
        } catch {
            throw StorageError(error)
        }
    }

    /// Whether a scope is open. SQLite closes one itself when the disk is full or fails.
    var isInScope: Bool { database.isInWriteScope() }

    func run(_ sql: SQL, _ values: [StorageValue]) throws(StorageError) -> StorageResult {
        do throws(SQLiteError) {
            return try result(of: sql.sqlite, values)
        } catch {
            throw StorageError(error)
        }
    }

    func runLater(_ sql: SQL, _ values: [StorageValue]) throws(StorageError) {
        _ = try run(sql, values)
    }

    func execute(migration: SchemaText) throws(StorageError) {
        do throws(SQLiteError) {
            try database.execute(schema: migration.sqlite)
        } catch {
            throw StorageError(error)
        }
    }

    let travels = false

    /// There is one writer at a time.
    func lock(_ name: String) {}

    private func result(of sql: StaticString, _ values: [StorageValue]) throws(SQLiteError) -> StorageResult {
        let prepared = try statement(sql)
        defer { prepared.statement.clear() }
        try prepared.statement.bind(values.map(SQLiteValue.init))
        var rows: [StorageRow] = []
        let columns = prepared.statement.columnCount
        while try prepared.statement.step() {
            var values: [StorageValue] = []
            values.reserveCapacity(Int(columns))
            for column in 0..<columns { values.append(try prepared.statement.storageValue(column)) }
            rows.append(StorageRow(values: values))
        }
        return StorageResult(rows: rows, affected: columns > 0 ? Int64(rows.count) : database.changedRowCount())
    }

    private func statement(_ sql: StaticString) throws(SQLiteError) -> Prepared {
        let place = SQLiteDatabase.place(of: sql)
        if let known = prepared[place] { return known }
        let new = Prepared(try database.prepare(sql))
        prepared[place] = new
        return new
    }
}

extension Statement {
    fileprivate func storageValue(_ column: Int32) throws(SQLiteError) -> StorageValue {
        switch try value(column) {
        case .null: .null
        case .integer(let value): .integer(value)
        case .text(let value): .text(value)
        case .blob(let value): .bytes(value)
        // No schema of ours has such a column; an expression has to be cast.
        case .real: throw SQLiteError(.read, code: 20, detail: "column \(column) is a floating-point number")
        }
    }
}

extension SQLiteValue {
    fileprivate init(_ value: StorageValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let value): .text(value)
            case .bytes(let value): .blob(value)
            }
    }
}
