import WindfallCommerce

/// Taking transactions out of the ledger, which only tests do.
extension Plan {
    /// Takes out a transaction and all that came of the same purchase: what was downloaded again, restored or shared.
    mutating func erase(_ number: TransactionNumber) throws(StoreRefusal) -> Store.Subject {
        let transaction = try state.transaction(number)
        guard transaction.state != .erased else { throw .unknown("transaction") }
        guard try state.account(transaction.account).isSandbox else { throw Self.notInProduction }
        var erased: Set<TransactionNumber> = [number]
        erased.formUnion(state.shares(of: number))
        if transaction.state == .purchased { erased.formUnion(state.sameAccess(as: number)) }
        erase(erased, of: transaction.account)
        return .transactions(erased.sorted())
    }

    /// Takes out all transactions of an account.
    mutating func clear(_ account: AccountNumber) throws(StoreRefusal) -> Store.Subject {
        guard try state.account(account).isSandbox else { throw Self.notInProduction }
        let all = state.transactions(of: account)
        erase(Set(all + all.flatMap(state.shares)), of: account)
        return .transactions(all)
    }

    private static let notInProduction = StoreRefusal(
        .wrongState, "only a test account's transactions can be taken out of the ledger")

    private mutating func erase(_ numbers: Set<TransactionNumber>, of account: AccountNumber) {
        for number in numbers.sorted() { record(.transactionErased(number)) }
        let originals = Set(numbers.compactMap { try? state.transaction($0).original })
        for original in originals.sorted() { endSubscription(original, without: numbers) }
        let accounts = Set(numbers.compactMap { try? state.transaction($0).account }).union([account])
        for account in accounts.sorted() {
            for device in state.devices(of: account) { record(.receiptMade(device, at: now)) }
        }
    }

    /// A subscription goes on with the newest transaction that is left of it; without any it is gone.
    private mutating func endSubscription(_ original: TransactionNumber, without erased: Set<TransactionNumber>) {
        guard var subscription = state.subscriptions[original], erased.contains(subscription.last) else { return }
        let last = state.transactions(of: subscription.account).last { number in
            guard let transaction = try? state.transaction(number), !erased.contains(number) else { return false }
            return transaction.original == original && transaction.state == .purchased
                && transaction.origin != .restore && transaction.expiresDate != nil
        }
        guard let last, let transaction = try? state.transaction(last), let expires = transaction.expiresDate else {
            return record(.subscriptionErased(original))
        }
        subscription.last = last
        subscription.product = transaction.product
        subscription.expires = expires
        subscription.endRetry()
        if transaction.revocation != nil {
            subscription.state = .revoked
            record(.subscriptionChanged(original, subscription))
        } else if expires <= now {
            lapse(original, subscription, intent: .cancelled)
        } else {
            subscription.state = .active
            record(.subscriptionChanged(original, subscription))
        }
    }
}
