import WindfallTimeline

/// All periods of one subscription, with what is known of its renewal.
struct SubscriptionChain {
    /// How long the store tries to charge, in milliseconds: 60 days (Apple: Reducing involuntary subscriber churn).
    static let longestRetry: Int64 = 60 * 86_400_000

    let original: TransactionKey
    /// The newest period that no other took the place of, taken back or not; else the newest of all.
    let newest: Sale
    /// What is paid for.
    let paid: [AccessSpan]
    let autoRenew: Bool?
    /// The span of grace after the newest period, if there is one.
    let grace: AccessSpan?
    /// When the store stops trying to charge; nil when it does not try.
    let retryEnds: Instant?

    /// The subscriptions among the sales, in the order of their first transactions.
    ///
    /// - Parameter paid: what the sales pay for.
    static func chains(
        of sales: [Sale], paid: [AccessSpan], facts: PurchaseFacts, rules: OwnershipRules
    ) -> [SubscriptionChain] {
        let periods = Dictionary(grouping: sales.filter { $0.type == .autoRenewable }, by: \.original)
        let spans = Dictionary(grouping: paid, by: \.sale.original)
        return periods.sorted { $0.key < $1.key }.compactMap { original, periods in
            let renewal = facts.renewal(of: original, includingLocal: rules.grantsOnLocalProof)
            return SubscriptionChain(original, periods, spans[original] ?? [], renewal, rules)
        }
    }

    private init?(
        _ original: TransactionKey, _ periods: [Sale], _ paid: [AccessSpan], _ renewal: RenewalRecord?,
        _ rules: OwnershipRules
    ) {
        let current = periods.filter { !$0.isUpgraded }
        guard let newest = (current.isEmpty ? periods : current).max(by: Self.isOlder) else { return nil }
        self.original = original
        self.newest = newest
        self.paid = paid
        autoRenew = renewal?.autoRenew?.value
        let hasValue = AccessSpans(rules: rules).givesAccess(newest)
        // What was signed before the period began speaks of an earlier charge.
        guard hasValue, let ends = newest.expiresDate, let charge = renewal?.charging, let begins = newest.purchaseDate,
            charge.signed >= begins
        else {
            grace = nil
            retryEnds = nil
            return
        }
        retryEnds = charge.value.isRetrying ? ends.adding(milliseconds: Self.longestRetry) : nil
        let allowsGrace = rules.products[newest.productID]?.allowsGracePeriod ?? true
        if allowsGrace, let end = charge.value.gracePeriodExpiresDate, end > ends {
            grace = AccessSpan(sale: newest, starts: ends, ends: end, isGrace: true)
        } else {
            grace = nil
        }
    }

    func held(at now: Instant) -> HeldSubscription {
        let running = paid.filter { $0.covers(now) }.max { Self.isOlder($0.sale, $1.sale) }
        return HeldSubscription(
            environment: original.environment, originalTransactionID: original.id,
            productID: (running?.sale ?? newest).productID, state: state(isRunning: running != nil, at: now),
            autoRenew: autoRenew, expiresDate: paid.end(at: now) ?? (newest.isUpgraded ? nil : newest.expiresDate),
            gracePeriodExpiresDate: grace?.ends, basis: (running?.sale ?? newest).basis)
    }

    private func state(isRunning: Bool, at now: Instant) -> HeldSubscription.State {
        if isRunning { return .active }
        if newest.revocation != nil { return .revoked }
        if grace?.covers(now) ?? false { return .gracePeriod }
        return retryEnds.map { now < $0 } ?? false ? .billingRetry : .expired
    }

    private static func isOlder(_ first: Sale, _ second: Sale) -> Bool {
        let order = { (sale: Sale) in
            (sale.purchaseDate?.milliseconds ?? .min, sale.expiresDate?.milliseconds ?? .min)
        }
        return order(first) == order(second) ? first.key < second.key : order(first) < order(second)
    }
}
