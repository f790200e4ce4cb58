/// How long to wait before something that failed is tried again: longer each time, up to a limit, and spread by chance.
///
/// The spread keeps those that failed together from coming back together.
public struct Backoff: Hashable, Sendable {
    /// The wait after the first failure.
    public var first: Duration
    /// The longest wait.
    public var limit: Duration
    /// How much of each wait chance may take away, in percent: 0 to 100.
    public var jitterPercent: Int

    /// - Parameters:
    ///   - first: the wait after the first failure; each later one is twice as long. One millisecond at least.
    ///   - limit: the longest wait; not less than `first`.
    ///   - jitterPercent: how much of each wait chance may take away; what is out of range becomes the nearest value.
    public init(first: Duration, limit: Duration, jitterPercent: Int = 50) {
        self.first = max(first, .milliseconds(1))
        self.limit = max(limit, self.first)
        self.jitterPercent = min(100, max(0, jitterPercent))
    }

    /// The longest wait after a number of failures, before chance.
    ///
    /// - Parameter failures: how often it has failed; less than 1 counts as 1.
    public func longestWait(afterFailures failures: Int) -> Duration {
        var wait = first
        var doublings = max(1, failures) - 1
        while doublings > 0, wait < limit {
            wait += wait
            doublings -= 1
        }
        return min(wait, limit)
    }

    /// The wait after a number of failures, in whole milliseconds.
    ///
    /// - Parameters:
    ///   - failures: how often it has failed; less than 1 counts as 1.
    ///   - randomness: decides how much is taken away.
    /// - Returns: at most ``longestWait(afterFailures:)``, and at least what ``jitterPercent`` leaves of it.
    public func wait(afterFailures failures: Int, _ randomness: some Randomness) -> Duration {
        let longest = longestWait(afterFailures: failures)
        let (seconds, attoseconds) = longest.components
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        let milliseconds = whole.overflow ? Int64.max / 100 : whole.partialValue + attoseconds / 1_000_000_000_000_000
        let span = min(milliseconds, Int64.max / 100) * Int64(jitterPercent) / 100
        let chance = randomness.bytes(count: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let taken = Int64(chance % (UInt64(span) + 1))
        return longest - .milliseconds(taken)
    }
}
