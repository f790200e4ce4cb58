public import WindfallTimeline

/// One paid period of a subscription.
public struct SubscriptionPeriod: Hashable, Sendable {
    /// The first moment that is paid for.
    public var starts: Instant
    /// The first moment that is no longer paid for.
    public var ends: Instant
    /// When it was refunded; nil when it was not.
    public var cancelled: Instant?

    public init(starts: Instant, ends: Instant, cancelled: Instant? = nil) {
        self.starts = starts
        self.ends = ends
        self.cancelled = cancelled
    }

    /// Whether the period gives access at `now` (F27, F31).
    public func isActive(at now: Instant) -> Bool {
        cancelled == nil && starts <= now && now < ends
    }
}
