import WindfallHTTP

/// A request to send, and whom to tell what became of it.
struct TransferOrder: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPClientError>

    /// Told apart from all others of its client.
    let identifier: UInt
    /// Changes with each redirect.
    var request: HTTPRequest
    let limits: HTTPLimits
    /// Resumed exactly once.
    let continuation: CheckedContinuation<Outcome, Never>
    /// How many redirects were followed so far.
    var followed = 0
    /// What is left of the total time, in milliseconds.
    var remaining: Int

    init(
        _ identifier: UInt, _ request: HTTPRequest, _ limits: HTTPLimits,
        _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        self.identifier = identifier
        self.request = request
        self.limits = limits
        self.continuation = continuation
        remaining = Self.milliseconds(limits.totalTime)
    }

    /// At least one, since libcurl takes none for no limit; at most about 24 days, the longest that it can count.
    static func milliseconds(_ duration: Duration) -> Int {
        let limit = Int(Int32.max)
        let (seconds, attoseconds) = duration.components
        guard seconds < Int64(limit / 1000) else { return limit }
        return max(1, Int(max(0, seconds)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
