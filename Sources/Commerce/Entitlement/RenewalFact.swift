public import WindfallTimeline

/// What one source says of the next renewal of a subscription.
public struct RenewalFact: Hashable, Sendable {
    /// The first transaction of the subscription.
    public var original: TransactionKey
    /// When the store signed the source; nil is earlier than any instant.
    public var signedDate: Instant?
    /// On whose word it is believed.
    public var basis: FactBasis
    /// What it was read from; only a fact of basis ``FactBasis/local`` has one.
    public var proof: String?
    /// Whether the person wants it renewed; nil where the source does not tell.
    public var autoRenew: Bool?
    /// How the store's attempts to charge stand; nil where the source does not tell.
    public var charging: Charging?

    /// How the store's attempts to charge for a subscription that has ended stand.
    public struct Charging: Hashable, Sendable {
        /// Whether the store still tries.
        public var isRetrying: Bool
        /// The first moment without access though the charge failed; nil gives no access meanwhile.
        public var gracePeriodExpiresDate: Instant?

        /// - Parameters:
        ///   - isRetrying: whether the store still tries.
        ///   - gracePeriodExpiresDate: the first moment without access.
        public init(isRetrying: Bool, gracePeriodExpiresDate: Instant? = nil) {
            self.isRetrying = isRetrying
            self.gracePeriodExpiresDate = gracePeriodExpiresDate
        }
    }

    /// - Parameters:
    ///   - original: the first transaction of the subscription.
    ///   - basis: on whose word it is believed.
    public init(_ original: TransactionKey, basis: FactBasis) {
        self.original = original
        self.basis = basis
    }
}
