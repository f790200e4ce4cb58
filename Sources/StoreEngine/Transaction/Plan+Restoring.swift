import WindfallCommerce

/// Restoring (F13 to F15).
extension Plan {
    /// Makes a new transaction for every completed non-consumable, auto-renewable and free subscription transaction of the
    /// account, each with the first one as its original. Consumables and non-renewing subscriptions are not restored.
    mutating func restore(_ number: DeviceNumber) throws(StoreRefusal) -> Store.Subject {
        let device = try state.device(number)
        var restored: [TransactionNumber] = []
        for bought in state.transactions(of: device.account) {
            let transaction = try state.transaction(bought)
            guard transaction.app == device.app, state.isRestorable(transaction) else { continue }
            var copy = transaction
            copy.device = number
            copy.origin = .restore
            copy.charged = nil
            copy.finishedSequence = 0
            copy.details = transaction.details?.offerID.map { TransactionRecord.Details(offerID: $0) }
            if transaction.expiresDate == nil { copy.purchaseDate = now }
            restored.append(add(copy))
        }
        record(.receiptMade(number, at: now))
        return .transactions(restored)
    }
}

extension StoreState {
    /// Whether a restore hands a transaction over.
    func isRestorable(_ transaction: TransactionRecord) -> Bool {
        guard transaction.state == .purchased, transaction.origin != .restore, transaction.revocation == nil,
            let product = try? product(transaction.product)
        else { return false }
        switch product.type {
        case .autoRenewable: return true
        case .nonConsumable, .free:
            // One of each, even where it was bought again for nothing (F12).
            return owned(transaction.product, by: transaction.account) == transaction.original
                && isFirstBought(transaction)
        case .consumable, .nonRenewing: return false
        }
    }

    private func isFirstBought(_ transaction: TransactionRecord) -> Bool {
        guard let first = try? self.transaction(transaction.original) else { return false }
        return first.boughtSequence == transaction.boughtSequence
    }
}
