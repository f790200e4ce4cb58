import WindfallCommerce
import WindfallTimeline

/// Failed renewals (the billing retry and its grace), and what only tests do to a subscription.
extension Plan {
    /// A renewal failed: the store tries again for a while, and access may last for some of it.
    mutating func beginRetry(
        _ original: TransactionNumber, _ subscription: SubscriptionRecord, _ renewal: Renewal, at instant: Instant
    ) {
        let rate = renewal.terms.timeRate
        guard let ends = rate.billingRetry.flatMap({ instant.adding($0) }) else {
            return lapse(original, subscription, intent: .billingError)
        }
        var changed = subscription
        changed.expirationIntent = Int64(ExpirationIntent.billingError.rawValue)
        changed.circumstances.retryEnds = ends
        changed.circumstances.graceEnds =
            renewal.terms.hasGracePeriod
            ? rate.gracePeriod(of: renewal.period).flatMap { instant.adding($0) } : nil
        changed.state = changed.circumstances.graceEnds == nil ? .billingRetry : .gracePeriod
        record(.subscriptionChanged(original, changed))
    }

    /// The failed renewal is paid after all. In the grace no day of access was missed, so the new period begins where the
    /// last one ended; after it, it begins now.
    mutating func recover(_ original: TransactionNumber, _ subscription: SubscriptionRecord) {
        guard let renewal = renewal(of: subscription) else {
            return lapse(original, subscription, intent: .productUnavailable)
        }
        extend(
            original, subscription, renewal, from: subscription.state == .gracePeriod ? subscription.expires : now)
    }

    /// Pays all failed renewals of an account: its card works again.
    mutating func recoverAll(of account: AccountNumber) {
        for number in state.transactions(of: account) {
            guard let subscription = state.subscriptions[number], subscription.isInBillingRetry else { continue }
            recover(number, subscription)
        }
    }

    /// A new subscription of a group takes the place of one whose renewal failed.
    mutating func endRetry(of account: AccountNumber, group: String) {
        guard let original = state.newestSubscription(of: account, group: group),
            let subscription = state.subscriptions[original], subscription.state == .billingRetry
        else { return }
        lapse(original, subscription, intent: .billingError)
    }

    /// Ends a subscription at once, as if its period were over and not renewed.
    mutating func expire(_ original: TransactionNumber) throws(StoreRefusal) -> Store.Subject {
        let subscription = try cut(original)
        lapse(original, subscription, intent: .cancelled)
        return .transaction(subscription.last)
    }

    /// Lets a subscription's period be over at once: it renews, fails to, or ends, as it would have later.
    mutating func renewNow(_ original: TransactionNumber) throws(StoreRefusal) -> Store.Subject {
        let last = nextTransaction
        let subscription = try cut(original)
        if subscription.isInBillingRetry {
            recover(original, subscription)
        } else {
            renew(original, subscription, at: now)
        }
        return .transaction(nextTransaction == last ? subscription.last : last)
    }

    /// Lets the running period end now.
    private mutating func cut(_ original: TransactionNumber) throws(StoreRefusal) -> SubscriptionRecord {
        var subscription = try state.subscription(original)
        guard subscription.isRunning || subscription.isInBillingRetry else {
            throw StoreRefusal(.wrongState, "the subscription does not run")
        }
        guard subscription.expires > now else { return subscription }
        for number in [subscription.last] + state.shares(of: subscription.last) {
            var transaction = try state.transaction(number)
            guard transaction.state == .purchased else { continue }
            transaction.expiresDate = now
            record(.transactionChanged(number, transaction))
        }
        subscription.expires = now
        return subscription
    }
}
