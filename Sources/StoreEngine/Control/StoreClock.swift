public import WindfallTimeline

/// How the store's time goes: as real time does, by steps, or at a rate.
public struct StoreClock: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
        case real
        /// Moves only when it is told to.
        case stepped
        /// So many seconds of the store in one of real time, from a start.
        case rate(Int64)
    }

    /// The most seconds of the store in one of real time: a year in an hour, nearly.
    public static let highestRate: Int64 = 10_000

    public private(set) var mode: Mode
    /// The store's time when the mode was set, and the system's.
    private var start: (store: Instant, system: Instant)

    public init(_ mode: Mode, store: Instant, system: Instant) {
        self.mode = mode
        start = (store, system)
    }

    /// The store's time at an instant of the system's; never before the time when the mode was set.
    ///
    /// - Parameter current: the store's time so far, which never goes back.
    public func now(current: Instant, system: Instant) -> Instant {
        switch mode {
        case .stepped: current
        case .real: max(current, system)
        case .rate(let rate):
            max(
                current, start.store.adding(milliseconds: Self.elapsed(from: start.system, to: system, rate)) ?? current
            )
        }
    }

    private static func elapsed(from start: Instant, to end: Instant, _ rate: Int64) -> Int64 {
        let (elapsed, isTooLong) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
        let (scaled, isTooMuch) = max(0, elapsed).multipliedReportingOverflow(by: rate)
        return isTooLong || isTooMuch ? 0 : scaled
    }

    public static func == (a: StoreClock, b: StoreClock) -> Bool {
        a.mode == b.mode && a.start == b.start
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(mode)
        hasher.combine(start.store)
        hasher.combine(start.system)
    }
}
