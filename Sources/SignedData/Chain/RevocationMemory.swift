import Synchronization
import WindfallTimeline

/// Findings that still hold, by certificate; and who is asking, so that thousands who need the same answer send one
/// question.
final class RevocationMemory: Sendable {
    private struct Kept: Sendable {
        var finding: RevocationFinding
        /// When it was found, and the first instant at which it no longer counts.
        var period: Range<Instant>
    }

    private struct Shelf: Sendable {
        var kept: [[UInt8]: Kept] = [:]
        /// Whoever waits for the one who asks. Told nil when that one gave up.
        var asking: [[UInt8]: [CheckedContinuation<RevocationFinding?, Never>]] = [:]
    }

    private enum Turn {
        case known(RevocationFinding)
        case ask
        case wait
    }

    /// The most findings that are kept: Apple signs with a handful of certificates.
    static let standardCapacity = 256
    /// The longest that an answer is kept, whatever it says of itself.
    private static let longestPeriod = Duration.seconds(24 * 60 * 60)
    /// How long an outage is kept, so that a responder that is down is not asked for each receipt; likewise an answer that
    /// does not say how long it holds.
    private static let pause = Duration.seconds(30)

    private let capacity: Int
    private let shelf = Mutex(Shelf())

    init(capacity: Int = RevocationMemory.standardCapacity) {
        self.capacity = max(1, capacity)
    }

    /// The finding for a certificate: a kept one, that of someone who is asking already, or a new one.
    ///
    /// - Parameters:
    ///   - certificate: its fingerprint.
    ///   - ask: gets a new finding; nil when the caller's task was cancelled meanwhile, which says nothing to others.
    func finding(
        for certificate: [UInt8], at now: Instant, ask: () async -> RevocationFinding?
    ) async -> RevocationFinding {
        while !Task.isCancelled {
            switch turn(certificate, at: now) {
            case .known(let finding):
                return finding
            case .ask:
                let finding = await ask()
                settle(certificate, finding, at: now)
                if let finding { return finding }
            case .wait:
                if let finding = await settled(certificate) { return finding }
            }
        }
        return RevocationFinding(.unknown("cancelled"))
    }

    private func turn(_ certificate: [UInt8], at now: Instant) -> Turn {
        shelf.withLock { shelf in
            if let kept = shelf.kept[certificate], kept.period.contains(now) { return .known(kept.finding) }
            if shelf.asking[certificate] != nil { return .wait }
            shelf.asking[certificate] = []
            return .ask
        }
    }

    /// Waits until the one who asks is done; nil when that one gave up, or is done already.
    private func settled(_ certificate: [UInt8]) async -> RevocationFinding? {
        await withCheckedContinuation { continuation in
            let isWaiting = shelf.withLock { shelf in
                shelf.asking[certificate]?.append(continuation) != nil
            }
            if !isWaiting { continuation.resume(returning: nil) }
        }
    }

    /// Keeps a finding, and tells it to everyone who waits for it.
    private func settle(_ certificate: [UInt8], _ finding: RevocationFinding?, at now: Instant) {
        let waiting = shelf.withLock { shelf in
            if let finding, let end = Self.end(of: finding, at: now), now < end {
                shelf.kept[certificate] = Kept(finding: finding, period: now..<end)
                Self.limit(&shelf.kept, to: capacity, at: now)
            }
            return shelf.asking.removeValue(forKey: certificate) ?? []
        }
        for continuation in waiting { continuation.resume(returning: finding) }
    }

    private static func end(of finding: RevocationFinding, at now: Instant) -> Instant? {
        if case .unknown = finding.status { return now.adding(pause) }
        guard let nextUpdate = finding.nextUpdate, let latest = now.adding(longestPeriod) else {
            return now.adding(pause)
        }
        return min(nextUpdate, latest)
    }

    /// Lets go of what has run out, and then of what runs out first.
    private static func limit(_ kept: inout [[UInt8]: Kept], to capacity: Int, at now: Instant) {
        guard kept.count > capacity else { return }
        kept = kept.filter { now < $0.value.period.upperBound }
        while kept.count > capacity,
            let first = kept.min(by: { $0.value.period.upperBound < $1.value.period.upperBound })
        {
            kept[first.key] = nil
        }
    }
}
