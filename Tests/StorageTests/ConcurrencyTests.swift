import Testing
import WindfallSQLite
import WindfallStorage
import WindfallStorageTesting

/// Many callers at the same time.
@Suite struct ConcurrencyTests {
    /// Reads, and then writes what follows from it.
    private func increment(_ database: Database, _ isolation: Isolation, isLocked: Bool) async throws(StorageError) {
        try await database.write(isolation) { scope throws(StorageError) in
            if isLocked { try scope.lock("a") }
            let amount = try scope.row("SELECT amount FROM entry WHERE name = 'a'")?.integer(0) ?? 0
            try scope.run("UPDATE entry SET amount = $1 WHERE name = 'a'", [.integer(amount + 1)])
        }
    }

    @Test(
        "What is read and then written is as if there were no others, from two processes",
        arguments: TestEngine.present, [(Isolation.complete, false), (.statement, true)])
    func increments(engine: TestEngine, way: (isolation: Isolation, isLocked: Bool)) async throws {
        let ledger = try await Ledger(engine)
        try await ledger.insert("a", 0)
        let other = try await ledger.reopened()
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    try await increment(
                        number.isMultiple(of: 2) ? ledger.database : other, way.isolation, isLocked: way.isLocked)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await ledger.amount("a") == 60)
    }

    @Test("A rule over two rows holds, though each scope changes one of them", arguments: TestEngine.present)
    func skew(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        for _ in 0..<10 {
            try await ledger.database.write { scope throws(StorageError) in
                try scope.run("DELETE FROM entry")
                try scope.run("INSERT INTO entry (name, amount) VALUES ('a', 1), ('b', 1)")
            }
            // One of the two has to stay.
            await withTaskGroup { group in
                for name in ["a", "b"] {
                    group.addTask {
                        _ = try? await ledger.database.write { scope throws(StorageError) in
                            let sum = try scope.row("SELECT CAST(sum(amount) AS BIGINT) FROM entry")
                            guard try sum?.integer(0) == 2 else { return }
                            try scope.run("UPDATE entry SET amount = 0 WHERE name = $1", [.text(name)])
                        }
                    }
                }
            }
            let left = try await ledger.database.read { scope throws(StorageError) in
                try scope.row("SELECT CAST(sum(amount) AS BIGINT) FROM entry")?.integer(0)
            }
            #expect(left == 1)
        }
    }

    @Test("Each of many callers gets its own outcome, and what it was told is stored", arguments: TestEngine.present)
    func ownOutcomes(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        let told = try await withThrowingTaskGroup { group in
            for number in 0..<400 {
                group.addTask {
                    do throws(StorageError) {
                        try await ledger.insert("\(number / 2)")
                        return true
                    } catch {
                        guard case .duplicate = error else { throw error }
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { count, isStored in count += isStored ? 1 : 0 }
        }
        #expect(told == 200)
        #expect(try await ledger.names().count == 200)
    }

    @Test("Scopes that come while one is written become durable with one another, as far as the limit allows")
    func gathers() async throws {
        let ledger = try await Ledger(.sqlite, DatabaseSettings(scopesPerCommit: 8))
        guard case .sqlite(let path) = ledger.place.location else { return }
        let begun = Moment()
        let arrival = Moment()
        // What another connection sees within each scope: what was durable when its batch began.
        let durable = Counts()
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await ledger.database.write { scope throws(StorageError) in
                    begun.happen()
                    // The others come meanwhile.
                    Blocking.run { await arrival.wait(times: 20) }
                    try scope.run("INSERT INTO line (name) VALUES ('first')")
                }
            }
            await begun.wait()
            for number in 0..<20 {
                group.addTask {
                    async let written: Void = ledger.database.write { scope throws(StorageError) in
                        try scope.run("INSERT INTO line (name) VALUES ($1)", [.text("\(number)")])
                        let seen = Self.lines(path)
                        durable.add(seen)
                    }
                    arrival.happen()
                    try await written
                }
            }
            try await group.waitForAll()
        }
        let counts = durable.all
        #expect(counts.count == 20)
        // Twenty after the first need three commits at least; a few may have come too late for the first of them.
        #expect(Set(counts).count < 10, "\(counts)")
        #expect(Dictionary(grouping: counts) { $0 }.values.allSatisfy { $0.count <= 8 }, "\(counts)")
    }

    private static func lines(_ path: String) -> Int64 {
        do {
            let database = try SQLiteDatabase(path: path, .init(access: .readOnly))
            var statement = try database.prepare("SELECT count(*) FROM line")
            return try statement.step() ? try statement.integer(0) : -1
        } catch {
            return -1
        }
    }

    @Test("Listeners are woken once a scope is stored, and not by one that is not", arguments: TestEngine.present)
    func wakes(engine: TestEngine) async throws {
        let ledger = try await Ledger(engine)
        let channel = WakeChannel("work")
        let other = WakeChannel("other")
        let woken = Moment()
        try await withThrowingTaskGroup { group in
            group.addTask { try await ledger.database.listen(to: channel) { woken.happen() } }
            await woken.wait()
            await #expect(throws: StorageError.conflict) {
                try await ledger.database.write { scope throws(StorageError) in
                    scope.wake(channel)
                    throw .conflict
                }
            }
            for name in [other, channel] {
                try await ledger.database.write { scope throws(StorageError) in
                    try scope.run("INSERT INTO line (name) VALUES ('a')")
                    scope.wake(name)
                }
            }
            await woken.wait()
            group.cancelAll()
        }
    }

    @Test("Listeners of another process are woken on PostgreSQL, also after its connection was lost")
    func wakesOthers() async throws {
        guard TestServer.isPresent else { return }
        let ledger = try await Ledger(.postgreSQL)
        let other = try await ledger.reopened()
        let channel = WakeChannel("work")
        let woken = Moment()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: StorageError.unavailable(.lost)) {
                    try await other.listen(to: channel) { woken.happen() }
                }
            }
            await woken.wait()
            try await ledger.endConnections()
            try await group.waitForAll()
            group.addTask { try await other.listen(to: channel) { woken.happen() } }
            await woken.wait()
            try await ledger.database.write { scope throws(StorageError) in scope.wake(channel) }
            await woken.wait()
            group.cancelAll()
        }
    }
}
