import Synchronization

/// The channels on which listeners in other processes are to be told something.
///
/// They are told after a scope was stored, not inside of it: in PostgreSQL, scopes that notify wait for one another while
/// they are made durable. One notice on its way at a time speaks for all that come meanwhile.
final class WakeNotices: Sendable {
    private struct State {
        var channels: Set<WakeChannel> = []
        var isUnderWay = false
    }

    private let state = Mutex(State())

    func add(_ channels: Set<WakeChannel>) {
        guard !channels.isEmpty else { return }
        state.withLock { $0.channels.formUnion(channels) }
    }

    /// What is to be told; nil when there is nothing, or when somebody else is about it and will look again.
    func begin() -> Set<WakeChannel>? {
        state.withLock { state in
            guard !state.channels.isEmpty, !state.isUnderWay else { return nil }
            state.isUnderWay = true
            defer { state.channels = [] }
            return state.channels
        }
    }

    func end() {
        state.withLock { $0.isUnderWay = false }
    }
}
