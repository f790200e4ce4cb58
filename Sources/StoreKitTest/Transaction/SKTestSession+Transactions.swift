import StoreKit
import WindfallStoreEngine

/// What happened, and what happens to it later.
extension SKTestSession {
    /// All transactions, in the order in which they came; a restore adds none.
    public func allTransactions() -> [SKTestTransaction] {
        let account = box.account
        let values = try? box.read { store throws(StoreRefusal) in
            var values: [SKTestTransaction.Values] = []
            for number in store.transactions(of: account) where try store.transaction(number).origin != .restore {
                values.append(try SKTestTransaction.Values(number, in: store))
            }
            return values
        }
        return (values ?? []).map(SKTestTransaction.init)
    }

    /// Takes all transactions away, as if nothing had ever been bought.
    public func clearTransactions() {
        try? remove(.clear(box.account))
    }

    /// Takes a transaction away, and what was restored or downloaded again of it.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`.
    public func deleteTransaction(identifier: UInt) throws {
        try remove(.erase(number(identifier)))
    }

    /// Pays a purchase back, all of it, at once (F31).
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` for what was not bought or is refunded already.
    public func refundTransaction(identifier: UInt) throws {
        try box.perform(.refund(number(identifier), reason: 0, percentage: 100))
    }

    /// Settles what interrupted a purchase, or what a renewal failed of.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` where there is no such issue.
    public func resolveIssueForTransaction(identifier: UInt) throws {
        try box.perform(.resolve(number(identifier)))
    }

    /// Approves a deferred purchase (F9).
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` where it does not wait for that.
    public func approveAskToBuyTransaction(identifier: UInt) throws {
        try box.perform(.settle(number(identifier), isApproved: true))
    }

    /// Declines a deferred purchase (F9).
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` where it does not wait for that.
    public func declineAskToBuyTransaction(identifier: UInt) throws {
        try box.perform(.settle(number(identifier), isApproved: false))
    }

    /// Takes transactions out of the store, and out of the queue of who has not finished them.
    private func remove(_ command: StoreCommand) throws {
        guard case .transactions(let numbers) = try box.perform(command) else { return }
        box.connection.forget(Set(numbers.map { StoreText.transactionID($0, isSandbox: true) }))
    }

    /// A transaction of the session.
    func number(_ identifier: UInt) throws -> TransactionNumber {
        let account = box.account
        let number = StoreText.transaction(String(identifier)).map(\.number)
        let isKnown = try box.read { store in number.map { store.transactions(of: account).contains($0) } ?? false }
        guard let number, isKnown else {
            throw SKTestError(.noTransactionFound, "There is no transaction \(identifier).")
        }
        return number
    }
}
