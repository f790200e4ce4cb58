/// Write scopes that become durable with one another, each of them stored or not on its own.
struct SQLiteBatch {
    private let orders: [Order]
    private let session: SQLiteSession
    private let signals: LocalSignals

    /// An order whose closure has run, and what to tell when the batch is durable.
    private struct Decided {
        var order: Order
        var error: StorageError?
        var channels: Set<WakeChannel> = []
    }

    init(_ orders: [Order], on session: SQLiteSession, _ signals: LocalSignals) {
        self.orders = orders.filter { order in
            let isWanted = order.begins()
            if !isWanted { order.conclude(.cancelled) }
            return isWanted
        }
        self.session = session
        self.signals = signals
    }

    /// Carries out all orders and tells their callers.
    ///
    /// - Returns: whether the connection is still of use.
    func carryOut() -> Bool {
        guard !orders.isEmpty else { return true }
        var decided: [Decided] = []
        do throws(StorageError) {
            _ = try session.run("BEGIN IMMEDIATE", [])
            for order in orders {
                let outcome = try decide(order)
                decided.append(outcome)
                // When the disk fails, SQLite undoes the whole batch.
                guard session.isInScope else { throw outcome.error ?? .unavailable(.lost) }
            }
            _ = try session.run("COMMIT", [])
        } catch {
            undo()
            return fail(with: error)
        }
        for outcome in decided { outcome.order.conclude(outcome.error) }
        signals.raise(decided.reduce(into: []) { $0.formUnion($1.channels) })
        return !decided.contains { $0.error?.isLoss == true }
    }

    /// One order's failure must not be another's: each is tried alone.
    private func fail(with error: StorageError) -> Bool {
        guard orders.count > 1 else {
            orders[0].conclude(error)
            return !error.isLoss
        }
        var isOfUse = true
        for order in orders where !SQLiteBatch([order], on: session, signals).carryOut() { isOfUse = false }
        return isOfUse
    }

    private func undo() {
        guard session.isInScope else { return }
        // What is not committed is gone in any case when the file is opened next.
        _ = try? session.run("ROLLBACK", [])
    }

    /// Runs an order's closure in a part of the scope that can be undone alone.
    ///
    /// - Throws: what keeps the whole batch from being stored.
    private func decide(_ order: Order) throws(StorageError) -> Decided {
        guard case .write(_, let body) = order.kind else { return Decided(order: order) }
        let progress = ScopeProgress()
        _ = try session.run("SAVEPOINT one", [])
        var error: StorageError?
        var isKept = false
        do throws(StorageError) {
            isKept = try body(WriteScope(on: session, progress))
            error = progress.failure
        } catch let failure {
            error = failure
        }
        guard session.isInScope else { return Decided(order: order, error: error) }
        if !isKept || error != nil { _ = try session.run("ROLLBACK TO one", []) }
        _ = try session.run("RELEASE one", [])
        return Decided(order: order, error: error, channels: isKept && error == nil ? progress.channels : [])
    }
}
