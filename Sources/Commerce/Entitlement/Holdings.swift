public import WindfallTimeline

/// What a user owns at an instant: a pure function of the facts, the rules and the time.
public struct Holdings: Hashable, Sendable {
    /// The instant that it holds for.
    public var asOfDate: Instant
    /// What the user may use now or could once, in the order of identifiers; at most one for each entitlement and
    /// environment.
    public var entitlements: [Entitlement]
    /// Where each subscription stands, in the order of the original transactions.
    public var subscriptions: [HeldSubscription]
    /// Every payment that is known, whether it counts or not, in the order of the transactions.
    public var purchases: [HeldPurchase]
    /// What each payment gave to spend, taken back or not, in the order of the transactions.
    public var grants: [CreditGrant]

    /// How much of each credit was given and not taken back, by the credit's name; what was spent is not looked at.
    public var credits: [String: Int64] {
        var credits: [String: Int64] = [:]
        for grant in grants where !grant.isTakenBack {
            credits[grant.credit] = (credits[grant.credit] ?? 0).addingClamped(grant.amount)
        }
        return credits
    }

    /// Whether an entitlement is active, in any environment that counts.
    public func isActive(_ entitlement: String) -> Bool {
        entitlements.contains { $0.id == entitlement && $0.isActive }
    }

    /// Whether a purchase gives anything now: what decides on a transfer only of what is inactive.
    ///
    /// - Parameter original: the first transaction of the purchase.
    public func isActive(original: TransactionKey) -> Bool {
        subscriptions.contains { $0.original == original && $0.state.givesAccess }
            || purchases.contains { $0.sale.original == original && $0.isActive }
    }
}

/// Something that the user may use, or could once.
public struct Entitlement: Hashable, Sendable {
    /// The developer's name for it.
    public var id: String
    /// Whether the user may use it now.
    public var isActive: Bool
    /// Where it was bought: a sandbox entitlement is never taken for a paid one (D6).
    public var environment: Environment
    /// The product that gives it, or gave it last.
    public var productID: String
    /// The first transaction of the purchase that gives it.
    public var originalTransactionID: String
    /// The payment that gives it, by its transaction.
    public var transactionID: String
    /// When it was paid for; nil where nobody tells.
    public var purchaseDate: Instant?
    /// The first moment without it, grace included; nil where it never ends, and where it was taken back.
    public var expiresDate: Instant?
    /// The first moment that is not paid for; without grace.
    public var paidUntilDate: Instant?
    /// On whose word it is believed.
    public var basis: FactBasis
    /// Whether the payment was taken back, so that it counts as never made.
    public var isRevoked: Bool

    /// The purchase that gives it.
    public var original: TransactionKey { TransactionKey(environment, originalTransactionID) }
}

/// Where a subscription stands.
public struct HeldSubscription: Hashable, Sendable {
    /// The state of a subscription.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Paid for now.
        case active
        /// The store tries to charge; access goes on.
        case gracePeriod
        /// The store tries to charge; no access.
        case billingRetry
        /// Ended.
        case expired
        /// Refunded, or sharing ended.
        case revoked

        /// Whether the user may use what it gives.
        public var givesAccess: Bool { self == .active || self == .gracePeriod }
    }

    /// Where it was bought.
    public var environment: Environment
    /// Its first transaction.
    public var originalTransactionID: String
    /// The product that runs, or ran last.
    public var productID: String
    public var state: State
    /// Whether the person wants it renewed; nil where nobody tells.
    public var autoRenew: Bool?
    /// The first moment that is not paid for.
    public var expiresDate: Instant?
    /// The first moment without access though the charge failed; only where the app allows grace.
    public var gracePeriodExpiresDate: Instant?
    /// On whose word it is believed.
    public var basis: FactBasis

    public init(
        environment: Environment, originalTransactionID: String, productID: String, state: State, autoRenew: Bool?,
        expiresDate: Instant?, gracePeriodExpiresDate: Instant?, basis: FactBasis
    ) {
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.state = state
        self.autoRenew = autoRenew
        self.expiresDate = expiresDate
        self.gracePeriodExpiresDate = gracePeriodExpiresDate
        self.basis = basis
    }

    /// The purchase by which it belongs to somebody.
    public var original: TransactionKey { TransactionKey(environment, originalTransactionID) }
}

/// A payment and what it is worth.
public struct HeldPurchase: Hashable, Sendable {
    /// The payment.
    public var sale: Sale
    /// What was paid, and who says so.
    public var amount: PurchaseAmount
    /// Whether the policy lets it give anything: not so for the sandbox, unless the app says so (D6).
    public var isCounted: Bool
    /// Whether it gives something now: a running period or term, or something owned that was not taken back.
    public var isActive: Bool
}

/// What a payment gave to spend.
public struct CreditGrant: Hashable, Sendable {
    /// The credit's name, for example `coins`.
    public var credit: String
    /// How much, all pieces together.
    public var amount: Int64
    /// The product.
    public var productID: String
    /// Where it was bought.
    public var environment: Environment
    /// The payment, by its transaction.
    public var transactionID: String
    /// The first transaction of the purchase.
    public var originalTransactionID: String
    /// When it was paid; nil where nobody tells.
    public var purchaseDate: Instant?
    /// On whose word it is believed.
    public var basis: FactBasis
    /// Whether the payment was taken back, and with it the whole grant.
    public var isTakenBack: Bool

    /// The purchase by which it belongs to somebody.
    public var original: TransactionKey { TransactionKey(environment, originalTransactionID) }
}

extension Int64 {
    /// The sum; what is out of range becomes the nearest number there is.
    func addingClamped(_ other: Int64) -> Int64 {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue
    }

    /// The product of two numbers that are not negative; what is out of range becomes the largest number.
    func multipliedClamped(by other: Int64) -> Int64 {
        let product = multipliedReportingOverflow(by: other)
        return product.overflow ? .max : product.partialValue
    }
}
