/// Several changes that are stored together or not at all.
///
/// It is lent to the closure of ``Database/write(_:_:)`` and ends with it. A statement that fails dooms the scope: the
/// closure may catch the error to make something of it, but nothing of the scope is stored.
package struct WriteScope: ~Copyable {
    let session: any Session
    private let progress: ScopeProgress

    init(on session: any Session, _ progress: ScopeProgress) {
        self.session = session
        self.progress = progress
    }

    /// Carries out a statement and gives its rows.
    ///
    /// - Parameter values: for `$1`, `$2`, …
    /// - Throws: ``StorageError``.
    package borrowing func rows(_ sql: SQL, _ values: [StorageValue] = []) throws(StorageError) -> [StorageRow] {
        try guarding { () throws(StorageError) in try session.run(sql, values.checked()) }.rows
    }

    /// Carries out a statement and gives its first row, if there is one.
    package borrowing func row(_ sql: SQL, _ values: [StorageValue] = []) throws(StorageError) -> StorageRow? {
        try rows(sql, values).first
    }

    /// Carries out a statement.
    ///
    /// - Returns: how many rows were inserted, changed or removed.
    @discardableResult
    package borrowing func run(_ sql: SQL, _ values: [StorageValue] = []) throws(StorageError) -> Int64 {
        try guarding { () throws(StorageError) in try session.run(sql, values.checked()) }.affected
    }

    /// Carries out a statement whose result nobody needs, by the end of the scope at the latest and in order.
    ///
    /// On PostgreSQL it travels with the next statement or with the end of the scope. Its failure comes from there.
    package borrowing func runLater(_ sql: SQL, _ values: [StorageValue] = []) throws(StorageError) {
        try guarding { () throws(StorageError) in try session.runLater(sql, values.checked()) }
    }

    /// Whether a statement whose result is waited for is a journey to a server: then one statement about many things is
    /// the quicker one, otherwise many short ones are.
    package var travels: Bool { session.travels }

    /// Waits until no other write scope on this database holds the name, and holds it until the scope ends.
    ///
    /// A scope of ``Isolation/statement`` that takes the lock first may read and then write what belongs to the name.
    /// On SQLite there is one writer at a time, so nothing has to be done.
    package borrowing func lock(_ name: String) throws(StorageError) {
        try guarding { () throws(StorageError) in try session.lock(name) }
    }

    /// Wakes those who listen to a channel, in every process on PostgreSQL, once the scope is stored.
    package borrowing func wake(_ channel: WakeChannel) {
        progress.channels.insert(channel)
    }

    borrowing func execute(migration: SchemaText) throws(StorageError) {
        try guarding { () throws(StorageError) in try session.execute(migration: migration) }
    }

    private borrowing func guarding<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            progress.failure = progress.failure ?? error
            throw error
        }
    }
}

/// What happened in a scope so far.
final class ScopeProgress {
    /// Who is to be woken when the scope is stored.
    var channels: Set<WakeChannel> = []
    /// The first failure, which dooms the scope.
    var failure: StorageError?
}

/// What several statements see of others' changes.
package enum Isolation: Hashable, Sendable {
    /// As if there were no other scope at the same time: what was read is still so when the scope is stored. On
    /// PostgreSQL a scope that meets another one is done again.
    case complete
    /// Each statement sees what is stored when it starts. For scopes that only insert, that lock what they read
    /// (``WriteScope/lock(_:)``), or whose every statement checks what it changes. On SQLite the same as `complete`.
    case statement
}

/// Reads that all see the same moment.
///
/// It is lent to the closure of ``Database/read(_:)`` and ends with it.
package struct ReadScope: ~Copyable {
    private let session: any Session

    init(on session: any Session) {
        self.session = session
    }

    /// Carries out a statement that changes nothing, and gives its rows.
    package borrowing func rows(_ sql: SQL, _ values: [StorageValue] = []) throws(StorageError) -> [StorageRow] {
        try session.run(sql, values.checked()).rows
    }

    /// Carries out a statement that changes nothing, and gives its first row, if there is one.
    package borrowing func row(_ sql: SQL, _ values: [StorageValue] = []) throws(StorageError) -> StorageRow? {
        try rows(sql, values).first
    }
}

extension [StorageValue] {
    /// The values, if both engines can store them.
    fileprivate func checked() throws(StorageError) -> [StorageValue] {
        for value in self {
            if case .text(let text) = value, text.utf8.contains(0) { throw .mismatch(column: nil) }
        }
        return self
    }
}
