public import WindfallTimeline

extension HeldSubscription {
    /// How long after the end of a period its renewal is looked for, in milliseconds: clocks differ.
    public static let renewalDelay: Int64 = 60_000
    /// How long a renewal that was expected is looked for, in milliseconds: three days.
    static let longestLateness: Int64 = 3 * 86_400_000
    /// The pauses between questions about one that has ended, in milliseconds: an hour at first, a day at last.
    private static let pauses: ClosedRange<Int64> = 3_600_000...86_400_000

    /// When the store is to be asked about it again: a renewal is a transaction of its own, and the store's answer to an
    /// old receipt carries the newest one (F27).
    ///
    /// That is shortly after the end of the paid period, for one whose renewal was turned off too, since that can be
    /// undone. While the store tries to charge, and while a renewal that was expected is late, with growing pauses.
    /// - Parameters:
    ///   - now: when it stood as it does here.
    ///   - delay: how long after the end of a period its renewal is looked for, in milliseconds; 0 where both clocks are
    ///     one.
    /// - Returns: an instant after `now`; nil when nothing is expected any more.
    public func nextQuestion(after now: Instant, delay: Int64 = renewalDelay) -> Instant? {
        guard let expiresDate else { return nil }
        switch state {
        case .active:
            guard let end = expiresDate.adding(milliseconds: delay),
                let soonest = now.adding(milliseconds: max(delay, 1))
            else { return nil }
            return max(end, soonest)
        case .gracePeriod, .billingRetry:
            return now.adding(milliseconds: pause(since: expiresDate, at: now))
        case .expired:
            let late = now.milliseconds.subtractingReportingOverflow(expiresDate.milliseconds)
            guard autoRenew != false, !late.overflow, late.partialValue < Self.longestLateness else { return nil }
            return now.adding(milliseconds: pause(since: expiresDate, at: now))
        case .revoked:
            return nil
        }
    }

    /// A quarter of the time since the end.
    private func pause(since end: Instant, at now: Instant) -> Int64 {
        let passed = now.milliseconds.subtractingReportingOverflow(end.milliseconds)
        let quarter = passed.overflow ? Self.pauses.upperBound : passed.partialValue / 4
        return min(max(quarter, Self.pauses.lowerBound), Self.pauses.upperBound)
    }
}
