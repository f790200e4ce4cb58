/// A moment: whole milliseconds since 1970-01-01T00:00:00Z, as receipts and the store write it.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 UTC; negative before it.
    public var milliseconds: Int64

    /// - Parameter milliseconds: milliseconds since 1970 UTC.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (earlier: Instant, later: Instant) -> Bool {
        earlier.milliseconds < later.milliseconds
    }
}
