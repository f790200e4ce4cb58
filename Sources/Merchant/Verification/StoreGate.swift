import Synchronization
package import WindfallTimeline

/// Whether a host of the store is to be asked now: a circuit breaker.
///
/// After several failures in a row nobody asks for a while, then one question goes ahead and decides for all.
package struct StoreGate: Hashable, Sendable {
    package enum Admission: Hashable, Sendable {
        case go
        /// Not before this instant.
        case wait(until: Instant)
    }

    /// How many failures in a row close the way.
    package static let failureLimit = 10
    /// How long it stays closed: longer each time that the question which went ahead fails too.
    private static let rest = Backoff(first: .seconds(5), limit: .seconds(60))
    /// How long the question that goes ahead is waited for, before another one goes.
    private static let probeTime = Duration.seconds(60)

    private var failures = 0
    private var rests = 0
    private var closedUntil: Instant?
    private var probeEnds: Instant?

    package init() {}

    /// Whether a question may be asked now. One that was let through has to be followed by ``succeeded()``, ``failed(at:retryAfter:_:)``
    /// or ``abandoned()``.
    package mutating func admit(at now: Instant) -> Admission {
        guard let closedUntil else { return .go }
        guard closedUntil <= now else { return .wait(until: closedUntil) }
        if let probeEnds, now < probeEnds { return .wait(until: probeEnds) }
        probeEnds = now.adding(Self.probeTime)
        return .go
    }

    /// The host gave an answer that says something.
    ///
    /// - Returns: whether it had failed before, so that those who wait for it may come.
    package mutating func succeeded() -> Bool {
        let hadFailed = failures > 0 || closedUntil != nil
        self = StoreGate()
        return hadFailed
    }

    /// The host did not answer, or said that it can't.
    ///
    /// - Parameter retryAfter: how long it wants to be left alone, if it said so.
    package mutating func failed(at now: Instant, retryAfter: Duration?, _ randomness: some Randomness) {
        failures += 1
        probeEnds = nil
        var wait = retryAfter
        if failures >= Self.failureLimit {
            rests += 1
            wait = max(wait ?? .zero, Self.rest.wait(afterFailures: rests, randomness))
        }
        guard let wait, let end = now.adding(wait) else { return }
        closedUntil = max(closedUntil ?? end, end)
    }

    /// The question that was let through was not asked to its end.
    package mutating func abandoned() {
        probeEnds = nil
    }

    /// For metrics: whether questions are let through.
    package var isOpen: Bool { closedUntil == nil }
}

/// The gates of all hosts, in this process.
final class StoreGates: Sendable {
    private let gates = Mutex<[String: StoreGate]>([:])

    init() {}

    func with<Value: Sendable>(_ host: String, _ body: (inout StoreGate) -> sending Value) -> Value {
        gates.withLock { body(&$0[host, default: StoreGate()]) }
    }

    /// Whether each host's gate is open, by host.
    var states: [String: Bool] { gates.withLock { $0.mapValues(\.isOpen) } }
}
