import Dispatch
import Foundation
import Synchronization
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

/// A folder that goes with the value.
private final class BenchFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("windfall-bench-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
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
        let opened = Mutex<Database?>(nil)
        try waiting {
            let database = try await Database.open(
                .sqlite(path: folder.path + "/a.sqlite"), schemas: [schema], at: SystemTimeline().now)
            opened.withLock { $0 = database }
        }
        guard let database = opened.withLock({ $0 }) else { throw StorageError.unavailable(.lost) }
        self.folder = folder
        self.database = database
    }

    func insert() throws -> Bool {
        try waiting { [database] in
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

/// Blocks the program's first thread until asynchronous work is done.
private func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let failure = Failure()
    let done = DispatchSemaphore(value: 0)
    Task {
        do { try await body() } catch { failure.set(error) }
        done.signal()
    }
    done.wait()
    if let error = failure.error { throw error }
}

/// Why asynchronous work failed.
private final class Failure: Sendable {
    private let state = Mutex<(any Error)?>(nil)

    func set(_ error: any Error) { state.withLock { $0 = error } }
    var error: (any Error)? { state.withLock { $0 } }
}
