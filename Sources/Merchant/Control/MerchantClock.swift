package import WindfallTimeline

/// The two times of a merchant: what is bought and owned goes by the store's clock, all that crosses a socket or waits in
/// the queue by the wall's. They differ only where the server follows the clock of a box.
package struct MerchantClock: Sendable {
    /// User tokens, leases, time-outs, back-off, limits by the minute, instants of the audit trail.
    package var wall: any Timeline
    /// What is owned at an instant; when a receipt expires.
    package var store: any Timeline
    /// Whether the store's clock is a box's, which can stand still and jump.
    package let followsBox: Bool
    /// Waits in wall time; it throws as soon as the task is cancelled. Tests give one that does not sleep.
    package var pause: @Sendable (Duration) async throws -> Void

    package init(
        wall: any Timeline, store: (any Timeline)? = nil, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.wall = wall
        self.store = store ?? wall
        followsBox = store != nil
        self.pause = pause
    }
}

extension MerchantClock {
    /// The present in both times. It is asked before a write scope begins: the scope may run several times.
    package var now: Moment { Moment(store: store.now, wall: wall.now) }
}

/// An instant in both times of a merchant.
package struct Moment: Hashable, Sendable {
    /// For what is owned.
    package var store: Instant
    /// For what is written down.
    package var wall: Instant

    package init(store: Instant, wall: Instant) {
        self.store = store
        self.wall = wall
    }
}
