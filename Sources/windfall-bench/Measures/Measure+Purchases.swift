import Foundation
import WindfallSQLite
import WindfallStoreEngine
import WindfallStoreJournal

extension Measure {
    private static let people = 1000
    /// How many purchases one batch of the measure in memory makes, and how many batches there are.
    private static let batch = (size: 2000, count: 50)
    /// How many callers wait for the disk at the same time, and how many purchases each of them makes.
    private static let callers = (count: 256, purchases: 80)

    /// What the engine does alone.
    static var purchaseInMemory: Measure {
        Measure(
            name: "purchase memory", summary: "purchases decided one after the other, their journal in memory",
            unit: "purchases/s"
        ) { _ in
            .figure {
                let rates = Rates()
                try Waiting.run {
                    let store = try await SampleStore(
                        journal: MemoryJournal(header: JournalHeader(format: 1, seed: 1)), people: people)
                    for round in 0..<batch.count {
                        let start = ContinuousClock.now
                        for turn in 0..<batch.size { try await store.buy(round * batch.size + turn) }
                        rates.add(Double(batch.size) / ((ContinuousClock.now - start) / .seconds(1)))
                    }
                }
                return Figure(runs: batch.size * batch.count, median: rates.median)
            }
        }
    }

    /// Purchases that are on the disk when the caller hears of them.
    static var purchaseJournalled: Measure {
        Measure(
            name: "purchase journalled",
            summary: "purchases of \(callers.count) callers at the same time, each durable when it is answered",
            unit: "purchases/s"
        ) { _ in
            .figure {
                let folder = FileManager.default.temporaryDirectory.path + "/windfall-bench-\(UUID().uuidString)"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let rates = Rates()
                let before = try bareRate(folder, "before")
                try Waiting.run {
                    let journal = try SQLiteJournal(folder: folder, header: JournalHeader(format: 1, seed: 1))
                    let store = try await SampleStore(journal: journal, people: people)
                    let start = ContinuousClock.now
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for caller in 0..<callers.count {
                            group.addTask {
                                for turn in 0..<callers.purchases { try await store.buy(turn * callers.count + caller) }
                            }
                        }
                        try await group.waitForAll()
                    }
                    rates.add(
                        Double(callers.count * callers.purchases) / ((ContinuousClock.now - start) / .seconds(1)))
                    await journal.close()
                }
                let bare = (before + (try bareRate(folder, "after"))) / 2
                return Figure(
                    runs: callers.count * callers.purchases, median: rates.median, ratio: rates.median / bare,
                    ratioOf: "rate of SQLite's own commits of \(callers.count) such rows")
            }
        }
    }

    /// How many rows as long as a purchase's events SQLite alone commits in a second, as many at once as there are
    /// callers.
    private static func bareRate(_ folder: String, _ name: String) throws -> Double {
        let database = try SQLiteDatabase(path: "\(folder)/\(name).sqlite")
        try database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT")
        let row = [UInt8](repeating: 7, count: 64)
        let start = ContinuousClock.now
        for round in 0..<callers.purchases {
            try database.write { scope throws(SQLiteError) in
                var insert = try scope.prepare("INSERT INTO rows (number, bytes) VALUES ($1, $2)")
                for place in 0..<callers.count {
                    try insert.bind(Int64(round * callers.count + place), to: 1)
                    try insert.bind(row.span, to: 2)
                    while try insert.step() {}
                }
            }
        }
        return Double(callers.count * callers.purchases) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
