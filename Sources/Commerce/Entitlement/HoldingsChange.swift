public import WindfallTimeline

/// Something that became different between two states of what a user owns: what a webhook tells.
public struct HoldingsChange: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user may use it from now on.
        case granted = "entitlement.granted"
        /// It was paid for longer.
        case renewed = "entitlement.renewed"
        /// It ended by itself.
        case expired = "entitlement.expired"
        /// The payment was taken back, or the proof of it was refused.
        case revoked = "entitlement.revoked"
        /// It belongs to another user now; that one hears ``granted``.
        case transferred = "entitlement.transferred"
        /// More or less of a credit was given; spending is not told.
        case creditsChanged = "credits.changed"
    }

    public var kind: Kind
    /// The instant of the later state.
    public var date: Instant
    /// Where the purchase was made; nil for credits, which are counted over all environments that count.
    public var environment: Environment?
    /// The entitlement; nil for credits.
    public var entitlementID: String?
    /// The payment by which it is, or was, there; nil for credits.
    public var transactionID: String?
    /// What was paid for that.
    public var amount: PurchaseAmount = .unknown
    /// The credit; nil for entitlements.
    public var credit: String?
    /// How much more of the credit there is, or less.
    public var creditChange: Int64 = 0

    fileprivate init(_ kind: Kind, at date: Instant) {
        self.kind = kind
        self.date = date
    }
}

extension Holdings {
    /// What became different since an earlier state.
    ///
    /// - Parameters:
    ///   - before: the earlier state; the same state gives no change.
    ///   - transferred: the purchases that went to another user meanwhile, by their first transactions.
    /// - Returns: at most one change for each entitlement and environment, and for each credit; in the order of names.
    public func changes(since before: Holdings, transferred: Set<TransactionKey> = []) -> [HoldingsChange] {
        entitlementChanges(since: before, transferred: transferred) + creditChanges(since: before)
    }

    private func entitlementChanges(
        since before: Holdings, transferred: Set<TransactionKey>
    ) -> [HoldingsChange] {
        let old = Dictionary(before.entitlements.map { (Name($0), $0) }) { first, _ in first }
        let new = Dictionary(entitlements.map { (Name($0), $0) }) { first, _ in first }
        return Set(old.keys).union(new.keys).sorted().compactMap { name in
            let earlier = old[name].flatMap { $0.isActive ? $0 : nil }
            let later = new[name].flatMap { $0.isActive ? $0 : nil }
            switch (earlier, later) {
            case (nil, nil):
                return nil
            case (nil, let later?):
                return change(.granted, later, in: self)
            case (let earlier?, nil):
                return change(loss(of: earlier, transferred), earlier, in: before)
            case (let earlier?, let later?):
                return later.isPaidLonger(than: earlier) ? change(.renewed, later, in: self) : nil
            }
        }
    }

    /// Why an entitlement is no longer there.
    private func loss(of earlier: Entitlement, _ transferred: Set<TransactionKey>) -> HoldingsChange.Kind {
        if transferred.contains(earlier.original) { return .transferred }
        guard let purchase = purchase(of: earlier), purchase.isCounted else { return .revoked }
        return purchase.sale.revocation == nil ? .expired : .revoked
    }

    private func change(
        _ kind: HoldingsChange.Kind, _ entitlement: Entitlement, in holdings: Holdings
    ) -> HoldingsChange {
        var change = HoldingsChange(kind, at: asOfDate)
        change.environment = entitlement.environment
        change.entitlementID = entitlement.id
        change.transactionID = entitlement.transactionID
        change.amount = holdings.purchase(of: entitlement)?.amount ?? .unknown
        return change
    }

    private func purchase(of entitlement: Entitlement) -> HeldPurchase? {
        purchases.first {
            $0.sale.environment == entitlement.environment
                && $0.sale.transactionIDs.contains(entitlement.transactionID)
        }
    }

    private func creditChanges(since before: Holdings) -> [HoldingsChange] {
        let (old, new) = (before.credits, credits)
        return Set(old.keys).union(new.keys).sorted().compactMap { credit in
            // Neither is negative, so that the difference fits.
            let difference = (new[credit] ?? 0) - (old[credit] ?? 0)
            guard difference != 0 else { return nil }
            var change = HoldingsChange(.creditsChanged, at: asOfDate)
            change.credit = credit
            change.creditChange = difference
            return change
        }
    }
}

/// What an entitlement is told apart by.
private struct Name: Hashable, Comparable {
    var id: String
    var environment: Environment

    init(_ entitlement: Entitlement) {
        id = entitlement.id
        environment = entitlement.environment
    }

    static func < (first: Name, second: Name) -> Bool {
        (first.id, first.environment.rawValue) < (second.id, second.environment.rawValue)
    }
}

extension Entitlement {
    /// Whether it is paid for until later than the other one; grace is not paid for.
    fileprivate func isPaidLonger(than other: Entitlement) -> Bool {
        guard let until = other.paidUntilDate else { return false }
        return paidUntilDate.map { until < $0 } ?? true
    }
}
