/// A value as it goes to a PostgreSQL server and comes back.
package enum PostgreSQLValue: Hashable, Sendable {
    case null
    /// BIGINT, INTEGER, SMALLINT; BOOLEAN comes back as 0 or 1.
    case integer(Int64)
    /// TEXT. The server refuses a zero byte (22021).
    case text(String)
    /// BYTEA.
    case bytes([UInt8])
}

/// One statement and what is bound to its parameters `$1`, `$2`, …
package struct PostgreSQLStatement: Hashable, Sendable {
    /// A constant, never made out of values: each one is prepared once for a connection and stays prepared.
    package var sql: String
    package var values: [PostgreSQLValue]

    package init(_ sql: StaticString, _ values: [PostgreSQLValue] = []) {
        self.sql = sql.description
        self.values = values
    }
}

/// What a statement gave.
package struct PostgreSQLRows: Hashable, Sendable {
    package var rows: [[PostgreSQLValue]] = []
    /// How many rows were inserted, changed or removed, or are in ``rows``.
    package var affected: Int64 = 0

    package init() {}
}
