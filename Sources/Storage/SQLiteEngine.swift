import WindfallSQLite

/// SQLite: one thread writes, and some read while it does. Writes that come together are made durable together.
final class SQLiteEngine: Engine {
    private let writer: WorkerPool<SQLiteSession, Order>
    private let readers: WorkerPool<SQLiteSession, Order>
    private let signals: LocalSignals

    /// - Throws: ``StorageError`` when the file cannot be opened or made.
    init(path: String, _ settings: DatabaseSettings) throws(StorageError) {
        let signals = LocalSignals()
        self.signals = signals
        let writing = Self.settings(.readWrite, settings)
        // Only now may the file be made: one that vanishes later is not replaced by an empty one.
        _ = try SQLiteSession(path: path, Self.settings(.create, settings))
        writer = WorkerPool(label: "windfall sqlite writer", workers: 1, ordersAtOnce: settings.scopesPerCommit) {
            session, orders in
            do throws(StorageError) {
                let current = try Self.open(&session, path, writing)
                if !SQLiteBatch(orders, on: current, signals).carryOut() { session = nil }
            } catch {
                for order in orders { order.conclude(error) }
            }
        }
        let reading = Self.settings(.readOnly, settings)
        readers = WorkerPool(label: "windfall sqlite reader", workers: settings.sqliteReaders) { session, orders in
            for order in orders where order.begins() {
                do throws(StorageError) {
                    try Self.read(order, on: try Self.open(&session, path, reading))
                    order.conclude(nil)
                } catch {
                    if error.isUnavailable { session = nil }
                    order.conclude(error)
                }
            }
        }
    }

    func submit(_ order: Order) {
        switch order.kind {
        case .read: readers.submit(order)
        case .write: writer.submit(order)
        }
    }

    func listen(
        to channel: WakeChannel, onWakeUp: @escaping @Sendable () -> Void
    ) async throws(StorageError) {
        await signals.listen(to: channel, onWakeUp: onWakeUp)
    }

    private static func settings(
        _ access: SQLiteDatabase.Settings.Access, _ settings: DatabaseSettings
    ) -> SQLiteDatabase.Settings {
        .init(access: access, busyTimeout: settings.lockLimit, largestPageCount: settings.sqliteLargestPageCount)
    }

    private static func open(
        _ session: inout SQLiteSession?, _ path: String, _ settings: SQLiteDatabase.Settings
    ) throws(StorageError) -> SQLiteSession {
        if let session { return session }
        let opened = try SQLiteSession(path: path, settings)
        session = opened
        return opened
    }

    /// All statements of a read see the same moment.
    private static func read(_ order: Order, on session: SQLiteSession) throws(StorageError) {
        guard case .read(let body) = order.kind else { return }
        _ = try session.run("BEGIN", [])
        do throws(StorageError) {
            try body(ReadScope(on: session))
            _ = try session.run("COMMIT", [])
        } catch {
            if session.isInScope { _ = try session.run("ROLLBACK", []) }
            throw error
        }
    }
}
