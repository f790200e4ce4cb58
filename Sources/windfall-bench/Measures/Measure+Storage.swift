import WindfallSQLite
import WindfallStorage
import WindfallTimeline

extension Measure {
    /// What it costs that each of many callers waits until its row is on the disk.
    static var durableInserts: Measure {
        Measure(
            name: "durable-insert",
            summary: "a row of 5 kB made durable for one of 64 callers, beside a bare loop in batches of 64 (SQLite)",
            unit: "us/row", clock: .wall
        ) { _ in
            let storage = try StorageSubject()
            let bare = try BareSubject()
            return .time(
                Work(items: StorageSubject.rows) { try storage.insert() },
                beside: Comparison(
                    work: Work(items: StorageSubject.rows) { try bare.insert() }, ratio: .ofSpeeds,
                    name: "speed of a bare loop in batches of 64"))
        }
    }
}

/// Rows through `Storage`, from many callers at once.
private final class StorageSubject: Sendable {
    static let callers = 64
    static let rowsPerCaller = 8
    static var rows: Int { callers * rowsPerCaller }
    static let content = [UInt8](repeating: 0x5A, count: 5000)

    private let folder: BenchFolder
    private let database: Database

    init() throws {
        let folder = try BenchFolder()
        let schema = Schema(
            component: "bench",
            migrations: ["CREATE TABLE entry (id IDENTITY, name TEXT NOT NULL, content BYTEA NOT NULL) STRICT;"])
        self.folder = folder
        database = try Waiting.run {
            try await Database.open(
                .sqlite(path: folder.path + "/a.sqlite"), schemas: [schema], at: SystemTimeline().now)
        }
    }

    func insert() throws -> Bool {
        try Waiting.run { [database] in
            try await withThrowingTaskGroup { group in
                for _ in 0..<Self.callers {
                    group.addTask {
                        for _ in 0..<Self.rowsPerCaller {
                            try await database.write(.statement) { scope throws(StorageError) in
                                try scope.run(
                                    "INSERT INTO entry (name, content) VALUES ($1, $2)",
                                    [.text("a name"), .bytes(Self.content)])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return true
    }
}

/// The same rows in a loop, 64 to a commit.
private final class BareSubject {
    private let folder: BenchFolder
    private let database: SQLiteDatabase
    private var statement: Statement

    init() throws {
        folder = try BenchFolder()
        database = try SQLiteDatabase(path: folder.path + "/a.sqlite")
        try database.execute(
            """
            CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, content BLOB NOT NULL) STRICT;
            """)
        statement = try database.prepare("INSERT INTO entry (name, content) VALUES ($1, $2)")
    }

    func insert() throws -> Bool {
        for _ in 0..<StorageSubject.rowsPerCaller {
            try database.execute("BEGIN IMMEDIATE")
            for _ in 0..<StorageSubject.callers {
                try statement.run([.text("a name"), .blob(StorageSubject.content)])
            }
            try database.execute("COMMIT")
        }
        return true
    }
}
