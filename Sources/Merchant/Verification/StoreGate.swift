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
    /// How long a good answer shows that the host is well.
    private static let wellTime = Duration.seconds(60)
    /// How often those who wait are called back at most, by a host that is there one moment and away the next.
    private static let callBackPause = Duration.seconds(5)

    private var failures = 0
    private var rests = 0
    private var closedUntil: Instant?
    private var probeEnds: Instant?
    /// Whether somebody may wait for the host: it failed, or this process has not heard from it yet and others may have
    /// met an outage.
    private var owesCallBack = true
    private var lastCallBack: Instant?
    private var lastGood: Instant?

    package init() {}

    /// Whether a question may be asked now. One that was let through has to be followed by ``succeeded(at:)``,
    /// ``answered()``, ``failed(at:retryAfter:_:)`` or ``abandoned()``.
    package mutating func admit(at now: Instant) -> Admission {
        guard let closedUntil else { return .go }
        guard closedUntil <= now else { return .wait(until: closedUntil) }
        if let probeEnds, now < probeEnds { return .wait(until: probeEnds) }
        probeEnds = now.adding(Self.probeTime)
        return .go
    }

    /// The host decided something about a receipt.
    ///
    /// - Returns: whether those who wait for it are to be called back now.
    package mutating func succeeded(at now: Instant) -> Bool {
        answered()
        lastGood = now
        guard owesCallBack else { return false }
        if let lastCallBack, lastCallBack <= now, now - lastCallBack < Self.callBackPause { return false }
        owesCallBack = false
        lastCallBack = now
        return true
    }

    /// Those who wait could not be called back: the next good answer does it.
    package mutating func callBackFailed() {
        owesCallBack = true
    }

    /// The host is there, but did not decide: what keeps it from that may be the receipt's own trouble.
    package mutating func answered() {
        failures = 0
        rests = 0
        closedUntil = nil
        probeEnds = nil
    }

    /// Whether it has given a good answer a short time ago.
    package func isWell(at now: Instant) -> Bool {
        guard let lastGood else { return false }
        return lastGood <= now && now - lastGood < Self.wellTime
    }

    /// The host did not answer, or said that it can't.
    ///
    /// - Parameter retryAfter: how long it wants to be left alone, if it said so.
    package mutating func failed(at now: Instant, retryAfter: Duration?, _ randomness: some Randomness) {
        failures += 1
        probeEnds = nil
        owesCallBack = true
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
