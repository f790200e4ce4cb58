/// A moment: whole milliseconds since 1970-01-01T00:00:00Z, as receipts and the store write it.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 UTC; negative before it.
    public var milliseconds: Int64

    /// - Parameter milliseconds: milliseconds since 1970 UTC; any value.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The start of a second.
    ///
    /// - Parameter seconds: seconds since 1970 UTC; what is out of range becomes the nearest instant there is.
    public init(seconds: Int64) {
        let product = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = product.overflow ? (seconds < 0 ? .min : .max) : product.partialValue
    }

    public static func < (earlier: Instant, later: Instant) -> Bool {
        earlier.milliseconds < later.milliseconds
    }
}

extension Instant {
    /// Whole seconds since 1970 UTC, rounded toward the past.
    public var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The milliseconds of its second that have passed, 0 to 999.
    var millisecondOfSecond: Int {
        let remainder = Int(milliseconds % 1000)
        return remainder < 0 ? remainder + 1000 : remainder
    }

    /// The instant that much later, or earlier for a negative number.
    ///
    /// - Parameter milliseconds: how much later.
    /// - Returns: `nil` when that is out of range.
    public func adding(milliseconds: Int64) -> Instant? {
        let sum = self.milliseconds.addingReportingOverflow(milliseconds)
        return sum.overflow ? nil : Instant(milliseconds: sum.partialValue)
    }

    /// The instant that much later, or earlier for a negative duration.
    ///
    /// - Parameter duration: how much later; fractions of a millisecond are dropped.
    /// - Returns: `nil` when that is out of range.
    public func adding(_ duration: Duration) -> Instant? {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return whole.overflow || sum.overflow ? nil : adding(milliseconds: sum.partialValue)
    }

    /// How much later the first instant is than the second; exact for any two.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .milliseconds(later.milliseconds) - .milliseconds(earlier.milliseconds)
    }

    /// The milliseconds since 1970 UTC as decimal text, as the `_ms` keys of `verifyReceipt` have it.
    public var millisecondsText: String {
        String(milliseconds)
    }
}
