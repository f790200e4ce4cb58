import Synchronization

/// Where the time comes from. Rules are told the time; only the outermost parts ask a timeline for it.
public protocol Timeline: Sendable {
    /// The present moment.
    var now: Instant { get }
}

/// The system's clock in UTC.
public struct SystemTimeline: Timeline {
    public init() {}

    /// The present moment, in whole milliseconds, rounded toward the past. The clock can be set back.
    public var now: Instant {
        Instant(milliseconds: CivilCalendar.systemMilliseconds())
    }
}

/// A clock that moves only when it is told to, for tests and simulations.
public final class VirtualTimeline: Timeline {
    private let present: Mutex<Instant>

    /// - Parameter now: where the clock starts.
    public init(now: Instant) {
        present = Mutex(now)
    }

    /// The moment to which the clock was moved last.
    public var now: Instant {
        present.withLock { $0 }
    }

    /// Moves the clock.
    ///
    /// - Parameter instant: the new present, earlier or later.
    public func set(to instant: Instant) {
        present.withLock { $0 = instant }
    }

    /// Moves the clock forward, or back for a negative duration.
    ///
    /// - Parameter duration: by how much; beyond the range the clock stops at the range's end.
    /// - Returns: the new present.
    @discardableResult
    public func advance(by duration: Duration) -> Instant {
        present.withLock { present in
            let end = Instant(milliseconds: duration < .zero ? .min : .max)
            present = present.adding(duration) ?? end
            return present
        }
    }
}
