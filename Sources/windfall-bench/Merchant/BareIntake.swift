import WindfallMerchant
import WindfallSQLite
import WindfallStorage
import WindfallTimeline

/// The rows that a merchant stored, to be stored again by a loop that does nothing else.
struct IntakeRows {
    /// A table that intake writes to, with the statements that read and write whole rows.
    private static let tables: [(read: StaticString, write: StaticString)] = [
        ("SELECT * FROM audit_chain", "INSERT INTO audit_chain VALUES ($1, $2, $3, $4, $5, $6, $7)"),
        ("SELECT * FROM audit_entry", "INSERT INTO audit_entry VALUES ($1, $2, $3, $4, $5, $6)"),
        ("SELECT * FROM audit_content", "INSERT INTO audit_content VALUES ($1, $2, $3)"),
        (
            "SELECT * FROM submission",
            "INSERT INTO submission VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
        ),
        ("SELECT * FROM fact", "INSERT INTO fact VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"),
        ("SELECT * FROM holder", "INSERT INTO holder VALUES ($1, $2, $3, $4, $5)"),
        ("SELECT * FROM claim", "INSERT INTO claim VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"),
        (
            "SELECT * FROM job",
            "INSERT INTO job VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
        ),
    ]
    private static let columns = [7, 6, 3, 16, 10, 5, 9, 13]

    /// By table, in the order in which they were written.
    private var rows: [[[SQLiteValue]]] = []
    private let receipts: Int

    /// Reads what intake of so many receipts left.
    init(in path: String, receipts: Int) throws {
        self.receipts = receipts
        let database = try SQLiteDatabase(path: path)
        for (place, table) in Self.tables.enumerated() {
            var statement = try database.prepare(table.read)
            var found: [[SQLiteValue]] = []
            while try statement.step() {
                found.append(try (0..<Self.columns[place]).map { try statement.value(Int32($0)) })
            }
            rows.append(found)
        }
    }

    /// Stores the rows in an empty database with the same tables and indexes, those of so many receipts to a commit.
    func store(in path: String, batch: Int) throws {
        let database = try SQLiteDatabase(path: path)
        for start in stride(from: 0, to: receipts, by: batch) {
            try database.execute("BEGIN IMMEDIATE")
            let end = min(start + batch, receipts)
            for (place, table) in Self.tables.enumerated() {
                var statement = try database.prepare(table.write)
                let all = rows[place]
                for row in all[(all.count * start / receipts)..<(all.count * end / receipts)] {
                    try statement.run(row)
                }
            }
            try database.execute("COMMIT")
        }
    }
}
