import WindfallCommerce
import WindfallTimeline

/// What happens to a purchase after it was asked for: approval, resolution, refund, revocation (F9, F31).
extension Plan {
    /// The answer to a deferred purchase, which may come hours later while the app is not running (bug report O21).
    mutating func settle(_ number: TransactionNumber, isApproved: Bool) throws(StoreRefusal) -> Store.Subject {
        var transaction = try state.transaction(number)
        guard transaction.state == .deferred else {
            throw StoreRefusal(.wrongState, "the transaction does not wait for approval")
        }
        guard isApproved else {
            transaction.state = .failed
            transaction.failure = .approvalDeclined
            record(.transactionChanged(number, transaction))
            return .transaction(number)
        }
        return try complete(number, transaction)
    }

    mutating func resolve(_ number: TransactionNumber) throws(StoreRefusal) -> Store.Subject {
        let transaction = try state.transaction(number)
        if let subscription = state.subscriptions[transaction.original], subscription.isInBillingRetry {
            let renewed = nextTransaction
            recover(transaction.original, subscription)
            return .transaction(renewed)
        }
        guard transaction.state == .interrupted else {
            throw StoreRefusal(.wrongState, "the transaction was not interrupted, and no renewal failed")
        }
        return try complete(number, transaction)
    }

    /// Charges for a purchase that waited.
    private mutating func complete(
        _ number: TransactionNumber, _ waiting: TransactionRecord
    ) throws(StoreRefusal) -> Store.Subject {
        var transaction = waiting
        let account = try state.account(transaction.account)
        let product = try state.product(transaction.product)
        transaction.purchaseDate = now
        if let owned = state.owned(transaction.product, by: transaction.account) {
            // Bought on another device meanwhile: nothing is charged for what is owned (F12).
            transaction.state = .purchased
            transaction.failure = .none
            transaction.original = owned
            transaction.originalPurchaseDate = try state.transaction(owned).originalPurchaseDate
            record(.transactionChanged(number, transaction))
            return .transaction(number)
        }
        if product.type == .autoRenewable, state.hasRunning(transaction.account, group: product.group) {
            throw StoreRefusal(.alreadySubscribed, "a subscription of the group runs already")
        }
        guard account.conduct.cardPays else {
            transaction.state = .failed
            transaction.failure = .cardDeclined
            record(.transactionChanged(number, transaction))
            return .transaction(number)
        }
        transaction.state = .purchased
        transaction.failure = .none
        transaction.originalPurchaseDate = now
        charge(&transaction, product, account)
        record(.transactionChanged(number, transaction))
        if transaction.expiresDate != nil { begin(transaction, number, product) }
        share(transaction, number, product)
        return .transaction(number)
    }

    mutating func finish(_ number: TransactionNumber) throws(StoreRefusal) -> Store.Subject {
        let transaction = try state.transaction(number)
        guard transaction.state == .purchased || transaction.state == .failed else {
            throw StoreRefusal(.wrongState, "a transaction that is not decided yet can't be finished")
        }
        if !transaction.isFinished { record(.transactionFinished(number)) }
        return .transaction(number)
    }

    mutating func refund(
        _ number: TransactionNumber, reason: Int64, percentage: Int64
    ) throws(StoreRefusal) -> Store.Subject {
        let transaction = try state.transaction(number)
        guard (1...100).contains(percentage) else {
            throw StoreRefusal(.invalid, "a percentage is 1 to 100", field: "percentage")
        }
        guard reason == 0 || reason == 1 else {
            throw StoreRefusal(.invalid, "a reason is 0 (another) or 1 (an issue with the app)", field: "reason")
        }
        guard transaction.state == .purchased, transaction.origin == .purchase || transaction.origin == .renewal else {
            throw StoreRefusal(.wrongState, "only what was bought can be refunded")
        }
        guard transaction.revocation == nil else {
            throw StoreRefusal(.wrongState, "the transaction was refunded already")
        }
        guard transaction.original == number || transaction.expiresDate != nil else {
            throw StoreRefusal(.wrongState, "nothing was charged for what is owned; its first purchase can be refunded")
        }
        take(number, transaction, reason: reason, percentage: percentage)
        return .transaction(number)
    }

    mutating func revoke(_ number: TransactionNumber) throws(StoreRefusal) -> Store.Subject {
        let transaction = try state.transaction(number)
        guard transaction.origin == .familyShare, transaction.revocation == nil else {
            throw StoreRefusal(.wrongState, "only access by family sharing can be revoked, once")
        }
        take(number, transaction, reason: 0, percentage: 0)
        return .transaction(number)
    }

    /// Takes a transaction back, ends the subscription whose newest it is, and takes back all that came of the same
    /// purchase: what was downloaded again or restored, and the family's copies.
    private mutating func take(
        _ number: TransactionNumber, _ transaction: TransactionRecord, reason: Int64, percentage: Int64
    ) {
        var taken = transaction
        taken.revocation = TransactionRecord.Revocation(date: now, reason: reason, percentage: percentage)
        record(.transactionChanged(number, taken))
        if var subscription = try? state.subscription(transaction.original), subscription.last == number,
            subscription.isRunning || subscription.isInBillingRetry
        {
            subscription.state = .revoked
            subscription.isAutoRenewing = false
            subscription.renewalChanged = now
            subscription.endRetry()
            record(.subscriptionChanged(transaction.original, subscription))
        }
        takeCopies(of: number)
    }

    /// Takes back, without money, all that came of a purchase beside its transaction.
    mutating func takeCopies(of number: TransactionNumber) {
        for copy in state.sameAccess(as: number) + state.shares(of: number).flatMap({ [$0] + state.sameAccess(as: $0) })
        {
            guard var taken = try? state.transaction(copy), taken.revocation == nil else { continue }
            taken.revocation = TransactionRecord.Revocation(date: now, reason: 0, percentage: 0)
            record(.transactionChanged(copy, taken))
        }
    }
}

extension StoreState {
    /// Whether an account has a running subscription of a group.
    func hasRunning(_ account: AccountNumber, group: String) -> Bool {
        newestSubscription(of: account, group: group).flatMap { subscriptions[$0]?.isRunning } ?? false
    }

    /// The other transactions of an account that stand for the same purchase: of a product or period that was downloaded
    /// again (F12) or restored (F13).
    func sameAccess(as number: TransactionNumber) -> [TransactionNumber] {
        guard let bought = try? transaction(number) else { return [] }
        return transactions(of: bought.account).filter { other in
            guard other != number, let record = try? transaction(other) else { return false }
            return record.state == .purchased && record.original == bought.original
                && record.webOrderLineItem == bought.webOrderLineItem
        }
    }
}
