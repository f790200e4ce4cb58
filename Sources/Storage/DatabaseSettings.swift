import WindfallPostgreSQL

/// How a database is used.
package struct DatabaseSettings: Hashable, Sendable {
    /// How many connections to PostgreSQL a process has at most.
    package var connections: Int
    /// How many threads read an SQLite file.
    package var sqliteReaders: Int
    /// How many write scopes SQLite makes durable together at most.
    package var scopesPerCommit: Int
    /// How long one statement may run on PostgreSQL, in milliseconds.
    package var statementLimit: Int32
    /// How long the way to a PostgreSQL server may take, in milliseconds.
    package var connectLimit: Int32
    /// How long to wait for another process that writes to the SQLite file, in milliseconds.
    package var lockLimit: Int32
    /// How many pages an SQLite file may have; 0 for SQLite's own limit.
    package var sqliteLargestPageCount: Int32

    package init(
        connections: Int = 16, sqliteReaders: Int = 4, scopesPerCommit: Int = 64, statementLimit: Int32 = 10_000,
        connectLimit: Int32 = 5000, lockLimit: Int32 = 5000, sqliteLargestPageCount: Int32 = 0
    ) {
        self.connections = connections
        self.sqliteReaders = sqliteReaders
        self.scopesPerCommit = scopesPerCommit
        self.statementLimit = statementLimit
        self.connectLimit = connectLimit
        self.lockLimit = lockLimit
        self.sqliteLargestPageCount = sqliteLargestPageCount
    }

    var connection: PostgreSQLConnection.Settings {
        .init(connectLimit: connectLimit, statementLimit: statementLimit)
    }
}
