public import WindfallTimeline

/// How fast subscriptions run in Xcode's tests and in the sandbox (Apple: `SKTestSession.TimeRate`, whose raw values
/// `.storekit` files carry under `_timeRate`); the list is open.
public struct TimeRate: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A week is a week.
    public static let realTime = TimeRate(rawValue: 0)
    /// A day passes in an hour; the older kind of rate, as the next five.
    public static let oneHourIsOneDay = TimeRate(rawValue: 1)
    public static let thirtyMinutesIsOneDay = TimeRate(rawValue: 2)
    public static let fiveMinutesIsOneDay = TimeRate(rawValue: 3)
    public static let oneMinuteIsOneDay = TimeRate(rawValue: 4)
    public static let thirtySecondsIsOneDay = TimeRate(rawValue: 5)
    public static let oneSecondIsOneDay = TimeRate(rawValue: 6)
    /// A month passes in an hour, a week in a quarter of one.
    public static let monthlyRenewalEveryHour = TimeRate(rawValue: 10)
    public static let monthlyRenewalEveryThirtyMinutes = TimeRate(rawValue: 11)
    public static let monthlyRenewalEveryFifteenMinutes = TimeRate(rawValue: 12)
    /// The sandbox's own rate.
    public static let monthlyRenewalEveryFiveMinutes = TimeRate(rawValue: 13)
    public static let monthlyRenewalEveryThirtySeconds = TimeRate(rawValue: 15)
    /// A tester of the sandbox can choose it; Apple has no raw value for it, so this one is ours.
    public static let monthlyRenewalEveryThreeMinutes = TimeRate(rawValue: -3)
    /// Each period passes in the same time, whatever it is; the next five as well.
    public static let oneRenewalEveryFifteenMinutes = TimeRate(rawValue: 1000)
    public static let oneRenewalEveryFiveMinutes = TimeRate(rawValue: 1001)
    public static let oneRenewalEveryMinute = TimeRate(rawValue: 1002)
    public static let oneRenewalEveryThirtySeconds = TimeRate(rawValue: 1003)
    public static let oneRenewalEveryTenSeconds = TimeRate(rawValue: 1004)
    public static let oneRenewalEveryTwoSeconds = TimeRate(rawValue: 1005)

    /// All rates that are known here.
    public static let all: [TimeRate] = [
        .realTime, .oneHourIsOneDay, .thirtyMinutesIsOneDay, .fiveMinutesIsOneDay, .oneMinuteIsOneDay,
        .thirtySecondsIsOneDay, .oneSecondIsOneDay, .monthlyRenewalEveryHour, .monthlyRenewalEveryThirtyMinutes,
        .monthlyRenewalEveryFifteenMinutes, .monthlyRenewalEveryFiveMinutes, .monthlyRenewalEveryThirtySeconds,
        .monthlyRenewalEveryThreeMinutes, .oneRenewalEveryFifteenMinutes, .oneRenewalEveryFiveMinutes,
        .oneRenewalEveryMinute, .oneRenewalEveryThirtySeconds, .oneRenewalEveryTenSeconds, .oneRenewalEveryTwoSeconds,
    ]
}

extension TimeRate {
    /// When a number of periods that start at an instant have passed at this rate.
    ///
    /// Weeks and months last what Apple's tables say, several of them several times as long. The tables have no days;
    /// here a day is a seventh of a week, rounded up to a whole second.
    /// - Parameters:
    ///   - period: the calendar period.
    ///   - start: when the first one begins; in real time, and where a rate counts days, its calendar matters.
    ///   - times: how many pass.
    /// - Returns: `nil` for a rate that is not known and for what is out of range.
    public func end(of period: Period, from start: Instant, times: Int = 1) -> Instant? {
        switch pace {
        case .real:
            return start.adding(period, times: times)
        case .day(let milliseconds):
            guard let end = start.adding(period, times: times) else { return nil }
            // Both have the same time of day, so whole days lie between them.
            let days = (end - start).components.seconds / 86_400
            return start.adding(milliseconds: milliseconds, times: Int(days))
        case .each(let milliseconds):
            return start.adding(milliseconds: milliseconds, times: times)
        case .table(let week, let month):
            let (units, overflow) = times.multipliedReportingOverflow(by: period.count)
            guard !overflow else { return nil }
            switch period.unit {
            case .day: return start.adding(milliseconds: (week / 7 + 999) / 1000 * 1000, times: units)
            case .week: return start.adding(milliseconds: week, times: units)
            case .month: return start.adding(milliseconds: month, times: units)
            case .year: return start.adding(milliseconds: month * 12, times: units)
            }
        case nil:
            return nil
        }
    }

    private enum Pace {
        case real
        /// The milliseconds of one day.
        case day(Int64)
        /// The milliseconds of a week and of a month.
        case table(week: Int64, month: Int64)
        /// The milliseconds of any period.
        case each(Int64)
    }

    private var pace: Pace? {
        let minute: Int64 = 60_000
        switch self {
        case .realTime: return .real
        case .oneHourIsOneDay: return .day(60 * minute)
        case .thirtyMinutesIsOneDay: return .day(30 * minute)
        case .fiveMinutesIsOneDay: return .day(5 * minute)
        case .oneMinuteIsOneDay: return .day(minute)
        case .thirtySecondsIsOneDay: return .day(30_000)
        case .oneSecondIsOneDay: return .day(1000)
        case .monthlyRenewalEveryHour: return .table(week: 15 * minute, month: 60 * minute)
        case .monthlyRenewalEveryThirtyMinutes: return .table(week: 10 * minute, month: 30 * minute)
        case .monthlyRenewalEveryFifteenMinutes: return .table(week: 5 * minute, month: 15 * minute)
        case .monthlyRenewalEveryFiveMinutes: return .table(week: 3 * minute, month: 5 * minute)
        case .monthlyRenewalEveryThreeMinutes: return .table(week: 3 * minute, month: 3 * minute)
        case .monthlyRenewalEveryThirtySeconds: return .table(week: 10_000, month: 30_000)
        case .oneRenewalEveryFifteenMinutes: return .each(15 * minute)
        case .oneRenewalEveryFiveMinutes: return .each(5 * minute)
        case .oneRenewalEveryMinute: return .each(minute)
        case .oneRenewalEveryThirtySeconds: return .each(30_000)
        case .oneRenewalEveryTenSeconds: return .each(10_000)
        case .oneRenewalEveryTwoSeconds: return .each(2000)
        default: return nil
        }
    }
}

extension TimeRate {
    /// How long access lasts after a failed renewal where the billing grace period is on; nil for a rate that is not known.
    ///
    /// The tables have half a month for all but weekly subscriptions and six days of a week for those; rates that no table
    /// tells of follow the same pattern, and rates that count days have as many of them as real time has.
    /// - Parameter period: the subscription's period: weekly ones have less.
    public func gracePeriod(of period: Period) -> Duration? {
        let isWeekly = period == .oneWeek
        switch pace {
        case .real: return .seconds((isWeekly ? 6 : 16) * 86_400)
        case .day(let milliseconds): return .milliseconds((isWeekly ? 6 : 16) * milliseconds)
        case .table(let week, let month):
            // 4 minutes 17 seconds are six sevenths of five minutes, and so on, to the nearest second.
            return isWeekly ? .seconds((week * 6 / 7 + 500) / 1000) : .milliseconds(month / 2)
        case .each(let milliseconds): return .milliseconds(milliseconds)
        case nil: return nil
        }
    }

    /// How long the store tries to collect a failed renewal: 60 days, or what the tables have, two months or two renewals;
    /// nil for a rate that is not known.
    public var billingRetry: Duration? {
        switch pace {
        case .real: .seconds(60 * 86_400)
        case .day(let milliseconds): .milliseconds(60 * milliseconds)
        case .table(_, let month): .milliseconds(2 * month)
        case .each(let milliseconds): .milliseconds(2 * milliseconds)
        case nil: nil
        }
    }

    /// How many times a subscription of a sandbox tester renews before the sandbox cancels it.
    public static let sandboxRenewals: Int64 = 12
}

extension Instant {
    /// The instant that lies a length several times later; nil when that is out of range.
    fileprivate func adding(milliseconds length: Int64, times: Int) -> Instant? {
        let product = length.multipliedReportingOverflow(by: Int64(times))
        return product.overflow ? nil : adding(milliseconds: product.partialValue)
    }
}
