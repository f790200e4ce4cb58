import Testing
import WindfallStorage
import WindfallStorageTesting

/// What a scope does on both engines.
@Suite struct ScopeTests {
    @Test(
        "PostgreSQL is there to be tested",
        .enabled(if: TestServer.isPresent, Comment(rawValue: TestServer.absence)))
    func bothEngines() {
        #expect(TestEngine.present == TestEngine.allCases)
    }

    @Test("Values come back as they went in", arguments: TestEngine.present)
    func values(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        let written: [[StorageValue]] = [
            [.text(""), .integer(0), .bytes([]), .text("")],
            [.text("a"), .integer(.max), .bytes(Array(0...255)), .null],
            [.text("ä \u{1F600} $1 '"), .integer(1), .null, .text("x")],
        ]
        let read = try await ledger.database.write { scope throws(StorageError) in
            for values in written {
                let count = try scope.run(
                    "INSERT INTO entry (name, amount, content, note) VALUES ($1, $2, $3, $4)", values)
                #expect(count == 1)
            }
            return try scope.rows("SELECT name, amount, content, note FROM entry ORDER BY name")
        }
        #expect(read.map(\.values) == written)
        #expect(try read[1].integer(1) == .max && read[1].optionalText(3) == nil && read[1].isNull(3))
        #expect(throws: StorageError.mismatch(column: 1)) { try read[0].text(1) }
        #expect(throws: StorageError.mismatch(column: 3)) { try read[1].text(3) }
        #expect(throws: StorageError.mismatch(column: 4)) { try read[1].text(4) }
        #expect(throws: StorageError.mismatch(column: -1)) { try read[1].isNull(-1) }
    }

    @Test("Text is ordered byte by byte", arguments: TestEngine.present)
    func order(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        for name in ["b", "B", "a", "_", "ä", "a b", "ab"] { try await ledger.insert(name) }
        #expect(try await ledger.names() == ["B", "_", "a", "a b", "ab", "b", "ä"])
    }

    @Test("A parameter may stand twice and in any order; RETURNING and ON CONFLICT work", arguments: TestEngine.present)
    func parameters(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        let upsert: @Sendable (borrowing WriteScope) throws(StorageError) -> StorageRow? = {
            scope throws(StorageError) in
            try scope.row(
                """
                INSERT INTO entry (amount, name, note) VALUES ($2, $1, $1)
                ON CONFLICT (name) DO UPDATE SET amount = entry.amount + $2 RETURNING amount, note
                """, [.text("a"), .integer(2)])
        }
        #expect(try await ledger.database.write(.complete, upsert)?.values == [.integer(2), .text("a")])
        #expect(try await ledger.database.write(.complete, upsert)?.values == [.integer(4), .text("a")])
        let nothing = try await ledger.database.write { scope throws(StorageError) in
            try scope.run("UPDATE entry SET amount = 1 WHERE name = $1", [.text("none")])
        }
        #expect(nothing == 0)
        let sum = try await ledger.database.read { scope throws(StorageError) in
            try scope.row("SELECT CAST(sum(amount) AS BIGINT), count(*) FROM entry")
        }
        #expect(sum?.values == [.integer(4), .integer(1)])
    }

    @Test("What a scope throws undoes it, and nothing else", arguments: TestEngine.present)
    func undoes(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        try await ledger.insert("a")
        await #expect(throws: StorageError.self) {
            try await ledger.database.write { scope throws(StorageError) in
                try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                try scope.run("INSERT INTO entry (name, amount) VALUES ('a', 1)")
            }
        }
        await #expect(throws: StorageError.conflict) {
            try await ledger.database.write(.statement) { scope throws(StorageError) in
                try scope.run("DELETE FROM entry")
                if try scope.rows("SELECT 1 FROM entry").isEmpty { throw .conflict }
            }
        }
        #expect(try await ledger.names() == ["a"])
    }

    @Test("A refusal undoes the scope and is a value", arguments: TestEngine.present)
    func refuses(engine: TestEngine) async throws {
        enum Refusal: Error { case tooLittle }
        let ledger = try await Ledger(engine)
        try await ledger.insert("a", 5)
        let spend: @Sendable (Int64) async throws -> Result<Int64, Refusal> = { amount in
            try await ledger.database.attempt { scope throws(StorageError) -> Result<Int64, Refusal> in
                try scope.run("INSERT INTO line (name) VALUES ('a')")
                let row = try scope.row(
                    "UPDATE entry SET amount = amount - $1 WHERE name = 'a' AND amount >= $1 RETURNING amount",
                    [.integer(amount)])
                guard let row else { return .failure(.tooLittle) }
                return .success(try row.integer(0))
            }
        }
        #expect(try await spend(3) == .success(2))
        #expect(try await spend(3) == .failure(.tooLittle))
        let lines = try await ledger.database.read { scope throws(StorageError) in
            try scope.rows("SELECT id FROM line").count
        }
        #expect(lines == 1)
    }

    @Test("A scope that swallows a failure stores nothing", arguments: TestEngine.present, [false, true])
    func doomed(engine: TestEngine, isLater: Bool) async throws {
        let ledger = try await Ledger(engine)
        try await ledger.insert("a")
        await #expect(throws: StorageError.self) {
            try await ledger.database.write { scope throws(StorageError) in
                try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                do throws(StorageError) {
                    if isLater {
                        try scope.runLater("INSERT INTO entry (name, amount) VALUES ('a', 1)")
                    } else {
                        try scope.run("INSERT INTO entry (name, amount) VALUES ('a', 1)")
                    }
                } catch {}
            }
        }
        #expect(try await ledger.names() == ["a"])
    }

    @Test("What may come later is done in order, and before what is waited for", arguments: TestEngine.present)
    func later(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        let seen = try await ledger.database.write { scope throws(StorageError) in
            for number in 0..<600 {
                try scope.runLater("INSERT INTO line (name) VALUES ($1)", [.text(String(number))])
            }
            let seen = try scope.row("SELECT count(*) FROM line")
            try scope.runLater("INSERT INTO line (name) VALUES ('last')")
            return seen
        }
        #expect(seen?.values == [.integer(600)])
        let names = try await ledger.database.read { scope throws(StorageError) in
            try scope.rows("SELECT name FROM line ORDER BY id")
        }
        #expect(names.map(\.values) == ((0..<600).map(String.init) + ["last"]).map { [.text($0)] })
    }

    @Test(
        "Failures are told by kind, alike on both engines", arguments: TestEngine.present,
        [
            ("INSERT INTO entry (name, amount) VALUES ('a', 1)", [], "duplicate"),
            ("INSERT INTO entry (name, amount) VALUES ('b', -1)", [], "constraint"),
            ("INSERT INTO entry (name) VALUES ('b')", [], "constraint"),
            ("INSERT INTO entry (name, amount) VALUES ($1, 1)", [.text("a\0")], "mismatch"),
            ("INSERT INTO entry (name, amount) VALUES ('b', $1)", [.text("x")], "mismatch"),
            ("INSERT INTO none VALUES (1)", [], "failed"),
            ("SELECT 1.5", [], "mismatch"),
        ] as [(SQL, [StorageValue], String)])
    func kinds(engine: TestEngine, failing: (SQL, [StorageValue], String)) async throws {
        let ledger = try await Ledger(engine)
        try await ledger.insert("a")
        let (sql, values, kind) = failing
        let error = await #expect(throws: StorageError.self) {
            try await ledger.database.write { scope throws(StorageError) in _ = try scope.rows(sql, values) }
        }
        let found: String? =
            switch error {
            case .duplicate: "duplicate"
            case .constraint: "constraint"
            case .mismatch: "mismatch"
            case .failed: "failed"
            default: error.map { "\($0)" }
            }
        #expect(found == kind)
        #expect(try await ledger.names() == ["a"])
    }

    @Test("A read sees one moment, whatever is written meanwhile", arguments: TestEngine.present)
    func moment(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        try await ledger.insert("a")
        let other = try await ledger.reopened()
        let counts = try await ledger.database.read { scope throws(StorageError) in
            let before = try scope.row("SELECT count(*) FROM entry")?.integer(0)
            Blocking.run {
                _ = try? await other.write { scope throws(StorageError) in
                    try scope.run("INSERT INTO entry (name, amount) VALUES ('b', 1)")
                }
            }
            return [before, try scope.row("SELECT count(*) FROM entry")?.integer(0)]
        }
        #expect(counts == [1, 1])
        #expect(try await ledger.names() == ["a", "b"])
    }

    @Test("A read changes nothing", arguments: TestEngine.present)
    func readOnly(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        await #expect(throws: StorageError.unavailable(.readOnly)) {
            try await ledger.database.read { scope throws(StorageError) in
                _ = try scope.rows("INSERT INTO entry (name, amount) VALUES ('b', 1)")
            }
        }
        #expect(try await ledger.names() == [])
    }
}
