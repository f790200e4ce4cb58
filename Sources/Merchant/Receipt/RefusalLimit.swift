import Synchronization
import WindfallTimeline

/// How many refusals of each user were written down in the last hour: the audit trail must not grow by what anybody can
/// send without end. Others are counted and not written.
final class RefusalLimit: Sendable {
    /// For how many users it is remembered. While more are refused in one hour, their refusals are counted only.
    private static let userLimit = 10_000

    private static let hour = Duration.seconds(3_600)

    private struct Window {
        var begins: Instant
        var count: Int

        /// A clock that was set back does not keep a window open for longer.
        func isOpen(at now: Instant) -> Bool {
            guard begins <= now, let end = begins.adding(RefusalLimit.hour) else { return false }
            return now < end
        }
    }

    private let windows = Mutex<[UserKey: Window]>([:])

    init() {}

    /// Whether one more refusal of a user may be written down; it counts as written then.
    ///
    /// - Parameters:
    ///   - now: in wall time.
    ///   - limit: how many in an hour.
    func admits(_ user: UserKey, at now: Instant, limit: Int) -> Bool {
        windows.withLock { windows in
            if let window = windows[user], window.isOpen(at: now) {
                guard window.count < limit else { return false }
                windows[user] = Window(begins: window.begins, count: window.count + 1)
                return true
            }
            if windows[user] == nil, windows.count >= Self.userLimit {
                windows = windows.filter { $0.value.isOpen(at: now) }
                guard windows.count < Self.userLimit else { return false }
            }
            guard limit > 0 else { return false }
            windows[user] = Window(begins: now, count: 1)
            return true
        }
    }
}
