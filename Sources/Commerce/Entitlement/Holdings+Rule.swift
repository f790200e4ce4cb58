public import WindfallTimeline

extension PurchaseFacts {
    /// What the owner of these facts has at an instant.
    ///
    /// - Parameters:
    ///   - rules: what the app's developer decided.
    ///   - now: the instant.
    ///   - borrowed: purchases of others that the policy lets this user share: they give entitlements but no credits,
    ///     by the first transaction.
    /// - Returns: what follows from the facts and nothing else; the same for each order in which they came.
    public func holdings(
        under rules: OwnershipRules, at now: Instant, borrowed: Set<TransactionKey> = []
    ) -> Holdings {
        HoldingsRule(facts: self, rules: rules, borrowed: borrowed).holdings(at: now)
    }

    /// The next instant at which something that is owned changes by itself: something begins, ends, goes into or out of
    /// grace.
    ///
    /// - Parameters:
    ///   - now: the instant after which to look.
    ///   - rules: as in ``holdings(under:at:borrowed:)``.
    ///   - borrowed: as in ``holdings(under:at:borrowed:)``.
    /// - Returns: nil when nothing changes any more without new facts.
    public func nextChange(
        after now: Instant, under rules: OwnershipRules, borrowed: Set<TransactionKey> = []
    ) -> Instant? {
        let rule = HoldingsRule(facts: self, rules: rules, borrowed: borrowed)
        var present = rule.holdings(at: now)
        for candidate in rule.turningPoints.filter({ $0 > now }).sorted() {
            present.asOfDate = candidate
            if rule.holdings(at: candidate) != present { return candidate }
        }
        return nil
    }
}

/// The rule of what is owned, with all of it prepared that does not depend on the time.
struct HoldingsRule {
    let rules: OwnershipRules
    let borrowed: Set<TransactionKey>
    /// All payments that are known.
    let sales: [Sale]
    /// Those that may give something, as far as they may be believed.
    let counted: [Sale]
    let subscriptions: [SubscriptionChain]
    /// All that gives access at some time.
    let spans: [AccessSpan]

    init(facts: PurchaseFacts, rules: OwnershipRules, borrowed: Set<TransactionKey>) {
        self.rules = rules
        self.borrowed = borrowed
        let believed = facts.sales(under: rules, includingLocal: rules.grantsOnLocalProof)
        let counted = believed.filter { rules.countedEnvironments.contains($0.environment) }
        let paid = AccessSpans(rules: rules).paid(counted)
        let subscriptions = SubscriptionChain.chains(of: counted, paid: paid, facts: facts, rules: rules)
        // What is not believed yet is recorded all the same.
        let known = Set(believed.flatMap { sale in sale.transactionIDs.map { TransactionKey(sale.environment, $0) } })
        let doubtful = rules.grantsOnLocalProof ? [] : facts.sales(under: rules).filter { !known.contains($0.key) }
        sales = (believed + doubtful).sorted { $0.key < $1.key }
        self.counted = counted
        self.subscriptions = subscriptions
        spans = paid + subscriptions.compactMap(\.grace)
    }

    func holdings(at now: Instant) -> Holdings {
        Holdings(
            asOfDate: now, entitlements: entitlements(at: now), subscriptions: subscriptions.map { $0.held(at: now) },
            purchases: purchases(at: now), grants: grants(at: now))
    }

    /// All instants at which something could change by itself.
    var turningPoints: Set<Instant> {
        var points = Set(spans.flatMap { [$0.starts, $0.ends].compactMap { $0 } })
        points.formUnion(subscriptions.compactMap(\.retryEnds))
        points.formUnion(counted.compactMap { grantDate(of: $0) })
        return points
    }

    private func purchases(at now: Instant) -> [HeldPurchase] {
        let counted = Set(counted.map(\.key))
        let active = Set(spans.filter { $0.covers(now) && !$0.isGrace }.map(\.sale.key))
        return sales.map { sale in
            HeldPurchase(
                sale: sale, amount: sale.amount(under: rules), isCounted: counted.contains(sale.key),
                isActive: active.contains(sale.key))
        }
    }

    private func grants(at now: Instant) -> [CreditGrant] {
        counted.flatMap { sale -> [CreditGrant] in
            guard sale.ownership != .familyShared, !borrowed.contains(sale.original),
                grantDate(of: sale).map({ $0 <= now }) ?? true, let rule = rules.products[sale.productID]
            else { return [] }
            return rule.credits.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { credit, amount in
                CreditGrant(
                    credit: credit, amount: amount.multipliedClamped(by: sale.quantity), productID: sale.productID,
                    environment: sale.environment, transactionID: sale.transactionID,
                    originalTransactionID: sale.originalTransactionID, purchaseDate: sale.purchaseDate,
                    basis: sale.basis, isTakenBack: sale.revocation != nil)
            }
        }
    }

    /// When a sale's credits are there: a renewal may be told ahead of its time.
    private func grantDate(of sale: Sale) -> Instant? {
        sale.purchaseDate.map { $0.adding(milliseconds: -rules.clockTolerance) ?? $0 }
    }
}
