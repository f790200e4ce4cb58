import Testing
import WindfallSQLite

@Suite struct StatementTests {
    /// All columns of all rows.
    private func rows(
        _ sql: StaticString, _ values: [SQLiteValue] = [], in database: borrowing SQLiteDatabase
    ) throws(SQLiteError) -> [[SQLiteValue]] {
        var statement = try database.prepare(sql)
        try statement.bind(values)
        var rows: [[SQLiteValue]] = []
        while try statement.step() {
            var row: [SQLiteValue] = []
            for column in 0..<statement.columnCount { row.append(try statement.value(column)) }
            rows.append(row)
        }
        return rows
    }

    private func database() throws(SQLiteError) -> SQLiteDatabase { try SQLiteDatabase(inMemory: .init()) }

    /// The primary code of what `body` throws.
    private func code(_ body: (borrowing SQLiteDatabase) throws(SQLiteError) -> Void) throws -> Int32? {
        let database = try database()
        do {
            try body(database)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "A value comes back as it was bound",
        arguments: [
            .null, .integer(0), .integer(.min), .integer(.max), .real(0.5), .text(""), .text("ä\u{0}b🙂"), .blob([]),
            .blob([0, 255, 0]),
        ] as [SQLiteValue])
    func roundTrip(value: SQLiteValue) throws {
        #expect(try rows("SELECT $1", [value], in: try database()) == [[value]])
    }

    @Test("Parameters are bound by their numbers, in whatever order they stand, and as often as they stand")
    func byNumber() throws {
        let found = try rows("SELECT $2, $1, $2", [.integer(1), .integer(2)], in: try database())
        #expect(found == [[.integer(2), .integer(1), .integer(2)]])
    }

    @Test(
        "Parameters of another form, and numbers left out, are refused",
        arguments: ["SELECT ?", "SELECT ?1", "SELECT :a", "SELECT $a", "SELECT $2", "SELECT $1, $3", "SELECT $1, ?"])
    func otherParameters(sql: String) throws {
        let statements: [String: StaticString] = [
            "SELECT ?": "SELECT ?", "SELECT ?1": "SELECT ?1", "SELECT :a": "SELECT :a", "SELECT $a": "SELECT $a",
            "SELECT $2": "SELECT $2", "SELECT $1, $3": "SELECT $1, $3", "SELECT $1, ?": "SELECT $1, ?",
        ]
        let statement = try #require(statements[sql])
        #expect(try code { database throws(SQLiteError) in _ = try database.prepare(statement) } == 21)
    }

    @Test("Too few values, too many, and a parameter that is not there are refused")
    func outOfRange() throws {
        for values in [[], [.null, .null]] as [[SQLiteValue]] {
            #expect(try code { database throws(SQLiteError) in _ = try rows("SELECT $1", values, in: database) } == 25)
        }
        for number in [0, -1, 2, .max, .min] {
            let found = try code { database throws(SQLiteError) in
                var statement = try database.prepare("SELECT $1")
                try statement.bind(1, to: number)
            }
            #expect(found == 25)
        }
    }

    @Test("A second statement, and none at all, are refused")
    func oneStatement() throws {
        #expect(try code { database throws(SQLiteError) in _ = try database.prepare("SELECT 1; SELECT 2") } == 21)
        #expect(try code { database throws(SQLiteError) in _ = try database.prepare("") } == 21)
        #expect(try code { database throws(SQLiteError) in _ = try database.prepare("-- nothing") } == 21)
        #expect(try code { database throws(SQLiteError) in _ = try database.prepare("SELECT 1;\n ") } == nil)
    }

    @Test("A column of another type is refused, and never converted")
    func mismatch() throws {
        let database = try database()
        var statement = try database.prepare("SELECT 1, 'a', x'61', NULL, 1.5")
        #expect(try statement.step())
        for column in [1, 2, 3, 4, 5, -1] as [Int32] {
            #expect(throws: SQLiteError.self) { try statement.integer(column) }
        }
        for column in [0, 2, 3, 9] as [Int32] {
            #expect(throws: SQLiteError.self) { try statement.text(column) }
        }
        for column in [0, 1, 3, 9] as [Int32] {
            #expect(throws: SQLiteError.self) { try statement.blob(column) }
        }
        let nulls = [3, 9, 0].map { statement.isNull($0) }
        #expect(nulls == [true, true, false])
        let counts = [2, 3, 9].map { column in statement.withBytes(column) { $0.count } }
        #expect(counts == [1, 0, 0])
    }

    @Test("Before the first row and after the last there are no columns to read")
    func noRow() throws {
        let database = try database()
        var statement = try database.prepare("SELECT 1")
        #expect(throws: SQLiteError.self) { try statement.integer(0) }
        #expect(try statement.step())
        #expect(try !statement.step())
        #expect(throws: SQLiteError.self) { try statement.integer(0) }
        #expect(try statement.step())
    }

    @Test("A statement is used again with other values; those of before are gone when cleared")
    func usedAgain() throws {
        let database = try database()
        var statement = try database.prepare("SELECT $1")
        try statement.bind("a", to: 1)
        #expect(try statement.step())
        statement.reset()
        #expect(try statement.step())
        #expect(try statement.text(0) == "a")
        statement.clear()
        #expect(try statement.step())
        let isNull = statement.isNull(0)
        #expect(isNull)
    }

    @Test("Text that is no UTF-8 is repaired")
    func brokenText() throws {
        #expect(try rows("SELECT CAST(x'61FF62' AS TEXT)", in: try database()) == [[.text("a\u{FFFD}b")]])
    }

    @Test("An error tells the code, and no value that was bound")
    func errorIsFitToShow() throws {
        let database = try database()
        try database.execute("CREATE TABLE a (b TEXT UNIQUE, CHECK (b <> 'x')); CREATE VIRTUAL TABLE f USING fts5(b);")
        var insert = try database.prepare("INSERT INTO a (b) VALUES ($1)")
        try insert.run([.text("secret")])
        let doubled = #expect(throws: SQLiteError.self) { try insert.run([.text("secret")]) }
        #expect(doubled?.isDuplicate == true && doubled?.isConstraint == true && doubled?.extendedCode == 2067)
        #expect(doubled?.description == "SQLite could not step: UNIQUE constraint failed: a.b (2067)")
        let checked = #expect(throws: SQLiteError.self) { try insert.run([.text("x")]) }
        #expect(checked?.isConstraint == true && checked?.isDuplicate == false)
        var search = try database.prepare("SELECT * FROM f WHERE f MATCH $1")
        let refused = #expect(throws: SQLiteError.self) { try search.run([.text("secret\"")]) }
        #expect(refused?.description.contains("secret") == false)
        let syntax = #expect(throws: SQLiteError.self) { _ = try database.prepare("SELEC 1") }
        #expect(syntax?.message == "near \"SELEC\": syntax error")
    }

    @Test("A statement outlives its database without harm")
    func outlives() throws {
        func statement() throws -> Statement {
            let database = try database()
            return try database.prepare("SELECT 1")
        }
        var left = try statement()
        #expect(try left.step())
        #expect(try left.integer(0) == 1)
    }
}
