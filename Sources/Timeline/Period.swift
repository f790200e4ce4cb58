/// A calendar period, as subscriptions and offers have it: a count of days, weeks, months or years.
///
/// Periods compare as they are written: `P1W` is not `P7D`, though both last as long.
public struct Period: Hashable, Sendable {
    /// What a period counts.
    public enum Unit: Hashable, Sendable, CaseIterable {
        case day, week, month, year
    }

    /// The largest count of units that a period can have.
    public static let largestCount = 9999

    /// How many units, 1 to ``largestCount``.
    public let count: Int
    /// What is counted.
    public let unit: Unit

    /// - Parameters:
    ///   - count: how many units; `nil` is returned below 1 and above ``largestCount``.
    ///   - unit: what is counted.
    public init?(count: Int, unit: Unit) {
        guard (1...Self.largestCount).contains(count) else { return nil }
        self.init(unit, count)
    }

    /// - Parameter count: a number that is known to be in range.
    private init(_ unit: Unit, _ count: Int) {
        self.count = count
        self.unit = unit
    }

    /// Three days, `P3D`: the shortest offer.
    public static let threeDays = Period(.day, 3)
    /// `P1W`.
    public static let oneWeek = Period(.week, 1)
    /// `P2W`.
    public static let twoWeeks = Period(.week, 2)
    /// `P1M`.
    public static let oneMonth = Period(.month, 1)
    /// `P2M`.
    public static let twoMonths = Period(.month, 2)
    /// `P3M`.
    public static let threeMonths = Period(.month, 3)
    /// `P6M`.
    public static let sixMonths = Period(.month, 6)
    /// `P1Y`.
    public static let oneYear = Period(.year, 1)
}

extension Period {
    /// Reads an ISO 8601 duration of one unit: `P3D`, `P2W`, `P1M`, `P1Y`.
    ///
    /// - Parameter text: the whole text; the number has no sign and no leading zero.
    /// - Returns: `nil` for a count out of range, several units, a time of day, small letters and anything else.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        guard (3...6).contains(bytes.count), bytes[0] == UInt8(ascii: "P"), bytes[1] != UInt8(ascii: "0"),
            let unit = Unit.allCases.first(where: { $0.letter == bytes[bytes.count - 1] })
        else { return nil }
        var count = 0
        for place in 1..<bytes.count - 1 {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            count = count * 10 + Int(digit)
        }
        self.init(count: count, unit: unit)
    }

    /// The period as an ISO 8601 duration, for example `P1M`; reading it gives the same period.
    public var text: String {
        "P\(count)\(Unicode.Scalar(unit.letter))"
    }
}

extension Period: CustomStringConvertible {
    public var description: String { text }
}

extension Period.Unit {
    /// Its letter in an ISO 8601 duration.
    fileprivate var letter: UInt8 {
        switch self {
        case .day: UInt8(ascii: "D")
        case .week: UInt8(ascii: "W")
        case .month: UInt8(ascii: "M")
        case .year: UInt8(ascii: "Y")
        }
    }
}
