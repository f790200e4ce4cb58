import Testing
import WindfallStorage

/// Everything that is in a merchant's database, to look for what must not be there.
struct DatabaseDump {
    /// By table: each value of each row, as bytes.
    private(set) var tables: [String: [[UInt8]]] = [:]

    init(of database: Database) async throws {
        for (name, rows) in Self.contents {
            let found = try await database.read { scope throws(StorageError) in try scope.rows(rows) }
            tables[name] = found.flatMap(\.values).map(Self.bytes)
        }
        let names = try await database.read { scope throws(StorageError) in try scope.rows(Self.names) }
        // A table that is added later has to be looked into as well.
        #expect(try Set(names.map { try $0.text(0) }) == Set(tables.keys))
    }

    private static func bytes(of value: StorageValue) -> [UInt8] {
        switch value {
        case .null: []
        case .integer(let number): Array(String(number).utf8)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }

    /// The tables that hold some bytes, in the order of their names.
    func tables(holding needle: [UInt8]) -> [String] {
        tables.filter { $0.value.contains { $0.contains(needle) } }.keys.sorted()
    }

    private static let names = SQL(
        sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        postgreSQL: "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()")

    private static let contents: [String: SQL] = [
        "access_key": "SELECT * FROM access_key", "account_token": "SELECT * FROM account_token",
        "answer": "SELECT * FROM answer", "attempt": "SELECT * FROM attempt",
        "audit_chain": "SELECT * FROM audit_chain", "audit_checkpoint": "SELECT * FROM audit_checkpoint",
        "audit_checkpoint_head": "SELECT * FROM audit_checkpoint_head",
        "audit_content": "SELECT * FROM audit_content", "audit_entry": "SELECT * FROM audit_entry",
        "claim": "SELECT * FROM claim", "fact": "SELECT * FROM fact", "former_holder": "SELECT * FROM former_holder",
        "holder": "SELECT * FROM holder", "job": "SELECT * FROM job", "merged": "SELECT * FROM merged",
        "product": "SELECT * FROM product", "refusal": "SELECT * FROM refusal", "renewal": "SELECT * FROM renewal",
        "schema_migration": "SELECT * FROM schema_migration", "shelf": "SELECT * FROM shelf",
        "spending": "SELECT * FROM spending", "submission": "SELECT * FROM submission",
    ]
}
