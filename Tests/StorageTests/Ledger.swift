import Synchronization
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

extension Instant {
    static let example = Instant(milliseconds: 1_700_000_000_000)
}

/// A table of one test's own, on one engine.
final class Ledger: Sendable {
    let place: TestPlace
    let database: Database

    static let schema = Schema(
        component: "ledger",
        migrations: [
            """
            CREATE TABLE entry (
                name TEXT NOT NULL PRIMARY KEY,
                amount BIGINT NOT NULL CHECK (amount >= 0),
                content BYTEA,
                note TEXT
            ) STRICT;
            """,
            "CREATE INDEX entry_amount ON entry (amount); CREATE TABLE line (id IDENTITY, name TEXT NOT NULL) STRICT;",
        ])

    init(_ engine: TestEngine, _ settings: DatabaseSettings = DatabaseSettings()) async throws {
        place = try TestPlace(engine)
        database = try await Database.open(place.location, schemas: [Self.schema], settings, at: .example)
    }

    /// The same database as another process has it.
    func reopened(_ settings: DatabaseSettings = DatabaseSettings()) async throws(StorageError) -> Database {
        try await Database.open(place.location, schemas: [Self.schema], settings, at: .example)
    }

    func insert(_ name: String, _ amount: Int64 = 1) async throws(StorageError) {
        try await database.write { scope throws(StorageError) in
            try scope.run("INSERT INTO entry (name, amount) VALUES ($1, $2)", [.text(name), .integer(amount)])
        }
    }

    func names() async throws(StorageError) -> [String] {
        try await database.read { scope throws(StorageError) in
            var names: [String] = []
            for row in try scope.rows("SELECT name FROM entry ORDER BY name") { names.append(try row.text(0)) }
            return names
        }
    }

    func amount(_ name: String) async throws(StorageError) -> Int64? {
        try await database.read { scope throws(StorageError) in
            try scope.row("SELECT amount FROM entry WHERE name = $1", [.text(name)])?.integer(0)
        }
    }
}

/// Something that happens once and is waited for by a task.
final class Moment: Sendable {
    private let stream: AsyncStream<Void>
    private let source: AsyncStream<Void>.Continuation

    init() {
        (stream, source) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
    }

    func happen() { source.yield() }

    func wait(times: Int = 1) async {
        var seen = 0
        for await _ in stream {
            seen += 1
            if seen == times { return }
        }
    }
}

/// Numbers that several threads note down.
final class Counts: Sendable {
    private let numbers = Mutex<[Int64]>([])

    func add(_ number: Int64) { numbers.withLock { $0.append(number) } }
    var all: [Int64] { numbers.withLock { $0 } }
}
