import Synchronization

/// Hosts of the store that decide again, for those who wait for them.
final class StoreRecoveries: Sendable {
    private let hosts = Mutex<Set<String>>([])
    /// Rings when there is a host to be taken.
    let rings: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    init() {
        (rings, ring) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ host: String) {
        hosts.withLock { _ = $0.insert(host) }
        ring.yield()
    }

    /// The hosts that came since the last time.
    func take() -> [String] {
        hosts.withLock { hosts in
            defer { hosts = [] }
            return hosts.sorted()
        }
    }
}
