/// Which engine, and where.
package enum DatabaseLocation: Hashable, Sendable {
    /// A file's path.
    case sqlite(path: String)
    /// A URL as libpq reads it. It can hold a password: it is not for logs.
    case postgreSQL(url: String)

    /// - Parameter text: `postgres://…` or `postgresql://…`, `sqlite:PATH`, or a path without a scheme.
    /// - Throws: ``StorageError/badLocation`` for another scheme, and for no path.
    package init(_ text: String) throws(StorageError) {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgreSQL(url: text)
            return
        }
        let path =
            text.hasPrefix("sqlite://")
            ? text.dropFirst("sqlite://".count)
            : text.hasPrefix("sqlite:") ? text.dropFirst("sqlite:".count) : text[...]
        guard !path.isEmpty, !path.contains("://"), !path.utf8.contains(0) else { throw .badLocation }
        self = .sqlite(path: String(path))
    }
}
