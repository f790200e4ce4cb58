public import Foundation
import WindfallTimeline

extension Product {
    /// A number of calendar units.
    ///
    /// Source: Apple, "Product.SubscriptionPeriod".
    public struct SubscriptionPeriod: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        /// A calendar unit; shorter ones are less.
        public enum Unit: Equatable, Hashable, Sendable, Comparable, CustomDebugStringConvertible {
            case day
            case week
            case month
            case year

            public var debugDescription: String { localizedDescription }

            /// The unit, for people.
            public var localizedDescription: String {
                switch self {
                case .day: "Day"
                case .week: "Week"
                case .month: "Month"
                case .year: "Year"
                }
            }
        }

        public let unit: Unit
        public let value: Int

        init(unit: Unit, value: Int) {
            self.unit = unit
            self.value = value
        }

        /// - Parameter text: ISO 8601, for example `P1M`.
        /// - Returns: nil for what is no such period.
        init?(_ text: String?) {
            guard let period = text.flatMap({ Period($0) }) else { return nil }
            self.init(period)
        }

        init(_ period: Period) {
            value = period.count
            unit =
                switch period.unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                }
        }

        public static let weekly = SubscriptionPeriod(unit: .week, value: 1)
        public static let monthly = SubscriptionPeriod(unit: .month, value: 1)
        public static let yearly = SubscriptionPeriod(unit: .year, value: 1)
        public static let everyThreeDays = SubscriptionPeriod(unit: .day, value: 3)
        public static let everyTwoWeeks = SubscriptionPeriod(unit: .week, value: 2)
        public static let everyTwoMonths = SubscriptionPeriod(unit: .month, value: 2)
        public static let everyThreeMonths = SubscriptionPeriod(unit: .month, value: 3)
        public static let everySixMonths = SubscriptionPeriod(unit: .month, value: 6)

        public var debugDescription: String { "\(value) \(unit)" }

        /// From a date to the end of one period that begins then, by the Gregorian calendar in the device's time zone.
        public func dateRange(referenceDate: Date = .now) -> Range<Date> {
            let end = Calendar(identifier: .gregorian).date(
                byAdding: DateComponents(subscriptionPeriod: self), to: referenceDate)
            return referenceDate..<max(referenceDate, end ?? referenceDate)
        }

        /// The period, written by a format of ranges of dates.
        public func formatted<Style: FormatStyle>(_ format: Style, referenceDate: Date = .now) -> Style.FormatOutput
        where Style.FormatInput == Range<Date> {
            format.format(dateRange(referenceDate: referenceDate))
        }

        /// The period, written by a format of durations.
        public func formatted<Style: FormatStyle>(_ format: Style, referenceDate: Date = .now) -> Style.FormatOutput
        where Style.FormatInput == Duration {
            let range = dateRange(referenceDate: referenceDate)
            return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
        }
    }
}

extension DateComponents {
    /// As many units as a subscription's period has; weeks as seven days each.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        self.init()
        switch period.unit {
        case .day: day = period.value
        case .week: day = period.value.multipliedReportingOverflow(by: 7).partialValue
        case .month: month = period.value
        case .year: year = period.value
        }
    }
}
