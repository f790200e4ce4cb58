package import WindfallTimeline

/// One database, on SQLite or on PostgreSQL.
///
/// A closure that works with it runs on a thread that may block, never on those which all tasks share; it does nothing
/// but talk to the scope that it is lent, for it may be run several times until one run is stored.
package final class Database: Sendable {
    private let engine: any Engine

    private init(_ engine: any Engine) {
        self.engine = engine
    }

    /// Opens a database and brings its tables up to date; several processes may do so at the same time.
    ///
    /// - Parameters:
    ///   - location: an SQLite file is made where there is none; a PostgreSQL database has to be there.
    ///   - schemas: the tables of each part of the program.
    ///   - now: written beside each migration.
    /// - Throws: ``StorageError``: `unavailable`, `schemaTooNew`, `migrationChanged`.
    package static func open(
        _ location: DatabaseLocation, schemas: [Schema], _ settings: DatabaseSettings = DatabaseSettings(),
        at now: Instant
    ) async throws(StorageError) -> Database {
        let database: Database
        switch location {
        case .sqlite(let path): database = Database(try SQLiteEngine(path: path, settings))
        case .postgreSQL(let url): database = Database(PostgreSQLEngine(url: url, settings))
        }
        try await database.write(.statement) { scope throws(StorageError) in
            try Schema.bring(schemas, upToDateIn: scope, at: now)
        }
        return database
    }

    /// Makes changes that are durable when this returns, or leaves everything as it was when it throws.
    ///
    /// - Parameters:
    ///   - isolation: what the scope sees of others at the same time.
    ///   - body: makes the changes; see ``Database`` for what it may do.
    /// - Throws: ``StorageError``: what `body` throws; `unavailable`, after which the same can be tried again (with the
    ///   cause `outcomeUnknown` it may be stored already); `cancelled`.
    @discardableResult
    package func write<Value: Sendable>(
        _ isolation: Isolation = .complete,
        _ body: @escaping @Sendable (borrowing WriteScope) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let outcome = Outcome<Value>()
        return try await result(
            outcome,
            of: .write(isolation) { scope throws(StorageError) in
                outcome.set(try body(scope))
                return true
            })
    }

    /// Makes changes that are durable when this returns, or gives a refusal and leaves everything as it was.
    ///
    /// - Parameter body: what it gives as a failure undoes what it did.
    @discardableResult
    package func attempt<Value: Sendable, Refusal: Error>(
        _ isolation: Isolation = .complete,
        _ body: @escaping @Sendable (borrowing WriteScope) throws(StorageError) -> Result<Value, Refusal>
    ) async throws(StorageError) -> Result<Value, Refusal> {
        let outcome = Outcome<Result<Value, Refusal>>()
        return try await result(
            outcome,
            of: .write(isolation) { scope throws(StorageError) in
                let value = try body(scope)
                outcome.set(value)
                return if case .success = value { true } else { false }
            })
    }

    /// Reads; all statements see the same moment.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadScope) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let outcome = Outcome<Value>()
        return try await result(
            outcome, of: .read { scope throws(StorageError) in outcome.set(try body(scope)) })
    }

    /// Calls a closure whenever a stored scope woke the channel; ends when the task is cancelled.
    ///
    /// It is called once as soon as it listens, so that nothing is missed between looking and listening. Several
    /// wake-ups may become one. On SQLite only scopes of this process are heard; who waits for work of others, and who
    /// was not told because a connection was lost, also has to look now and then.
    /// - Throws: ``StorageError`` when the connection is lost; it can be called again.
    package func listen(
        to channel: WakeChannel, onWakeUp: @escaping @Sendable () -> Void
    ) async throws(StorageError) {
        try await engine.listen(to: channel, onWakeUp: onWakeUp)
    }

    private func result<Value>(_ outcome: Outcome<Value>, of kind: Order.Kind) async throws(StorageError) -> Value {
        let order = Order(kind)
        let error: StorageError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                order.concludes { continuation.resume(returning: $0) }
                engine.submit(order)
            }
        } onCancel: {
            order.cancel()
        }
        if let error { throw error }
        guard let value = outcome.take() else { preconditionFailure("a closure that succeeds leaves its value") }
        return value
    }
}
