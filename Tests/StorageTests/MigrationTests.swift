import Testing
import WindfallStorage
import WindfallStorageTesting

@Suite struct MigrationTests {
    private static let first: SchemaText = "CREATE TABLE one (a BIGINT NOT NULL, b TEXT, c BYTEA) STRICT;"
    private static let second: SchemaText =
        "ALTER TABLE one ADD COLUMN d BIGINT; CREATE TABLE two (id IDENTITY) STRICT;"

    private func open(
        _ place: TestPlace, _ migrations: [SchemaText], component: String = "part"
    ) async throws(StorageError) -> Database {
        try await Database.open(
            place.location, schemas: [Schema(component: component, migrations: migrations)], at: .example)
    }

    @Test(
        "Each step is done once, and the next program goes on where the last one ended", arguments: TestEngine.present)
    func goesOn(engine: TestEngine) async throws {
        let place = try TestPlace(engine)
        for migrations in [[Self.first], [Self.first], [Self.first, Self.second], [Self.first, Self.second]] {
            _ = try await open(place, migrations)
        }
        let database = try await open(place, [Self.first, Self.second])
        try await database.write { scope throws(StorageError) in
            try scope.run("INSERT INTO one (a, d) VALUES (1, 2)")
            try scope.run("INSERT INTO two (id) VALUES (7)")
        }
        let steps = try await database.read { scope throws(StorageError) in
            try scope.rows("SELECT component, number, applied FROM schema_migration ORDER BY number")
        }
        #expect(
            steps.map(\.values) == [1, 2].map { [.text("part"), .integer($0), .instant(.example)] })
    }

    @Test("An older program refuses a newer schema", arguments: TestEngine.present)
    func tooNew(engine: TestEngine) async throws {
        let place = try TestPlace(engine)
        _ = try await open(place, [Self.first, Self.second])
        for migrations in [[Self.first], []] {
            await #expect(
                throws: StorageError.schemaTooNew(component: "part", found: 2, known: migrations.count)
            ) { _ = try await open(place, migrations) }
        }
        _ = try await open(place, ["CREATE TABLE other (a BIGINT) STRICT;"], component: "other part")
    }

    @Test("A step that was done once must not change", arguments: TestEngine.present)
    func frozen(engine: TestEngine) async throws {
        let place = try TestPlace(engine)
        _ = try await open(place, [Self.first])
        let changed: SchemaText = "CREATE TABLE one (a BIGINT NOT NULL, b TEXT, c BYTEA ) STRICT;"
        for migrations in [[changed], [Self.second, Self.first], [changed, Self.second]] {
            await #expect(throws: StorageError.migrationChanged(component: "part", number: 1)) {
                _ = try await open(place, migrations)
            }
        }
    }

    @Test("A step that is missing in the middle is found", arguments: TestEngine.present)
    func gap(engine: TestEngine) async throws {
        let place = try TestPlace(engine)
        let database = try await open(place, [Self.first, Self.second])
        try await database.write { scope throws(StorageError) in
            try scope.run("DELETE FROM schema_migration WHERE number = 1")
        }
        await #expect(throws: StorageError.migrationChanged(component: "part", number: 1)) {
            _ = try await open(place, [Self.first, Self.second])
        }
    }

    @Test("A step that fails leaves nothing of itself or of those before it", arguments: TestEngine.present)
    func allOrNothing(engine: TestEngine) async throws {
        let place = try TestPlace(engine)
        await #expect(throws: StorageError.self) {
            _ = try await open(
                place, [Self.first, "CREATE TABLE three (a BIGINT) STRICT; INSERT INTO none VALUES (1);"])
        }
        let database = try await open(place, [Self.first, Self.second])
        await #expect(throws: StorageError.self) {
            try await database.read { scope throws(StorageError) in _ = try scope.rows("SELECT a FROM three") }
        }
    }

    @Test("Programs that start at the same time wait for one another", arguments: TestEngine.present)
    func atTheSameTime(engine: TestEngine) async throws {
        let place = try TestPlace(engine)
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try await open(place, [Self.first, Self.second]) } }
            try await group.waitForAll()
        }
    }
}
