import Synchronization

/// What goes on in a server: its connections, the requests that wait for their tasks, and the count of time.
final class Traffic: Sendable {
    /// In ticks.
    struct Deadlines: Sendable {
        let head: Int
        let body: Int
        let grace: Int
    }

    private struct Open {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        /// The tick at which the server was told to stop.
        var stoppedAt: Int?
        var isDropped = false
    }

    let settings: HTTPServerSettings
    let deadlines: Deadlines
    /// The requests, in the order of their arrival.
    let exchanges: AsyncStream<Exchange>
    /// Something may be due.
    let wakes: AsyncStream<Void>

    private let exchange: AsyncStream<Exchange>.Continuation
    private let waker: AsyncStream<Void>.Continuation
    private let open = Mutex(Open())
    private let ticks = Atomic(0)
    private let requests = Atomic(0)
    private let stopping = Atomic(false)

    init(settings: HTTPServerSettings) {
        self.settings = settings
        deadlines = Deadlines(
            head: settings.ticks(of: settings.headTime), body: settings.ticks(of: settings.bodyTime),
            grace: settings.ticks(of: settings.graceTime))
        // Bounded by the limit on requests.
        (exchanges, exchange) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Time

    /// The present tick.
    var now: Int { ticks.load(ordering: .relaxed) }

    func tick() {
        ticks.wrappingAdd(1, ordering: .relaxed)
        waker.yield()
    }

    /// Looks after all connections.
    ///
    /// - Returns: false when the server is to end: it was stopped, and nothing is at work or time is up.
    func watch() -> Bool {
        let (connections, stoppedAt) = open.withLock { (Array($0.connections.values), $0.stoppedAt) }
        let now = now
        for connection in connections { connection.watch(at: now, deadlines) }
        guard let stoppedAt else { return true }
        if now - stoppedAt > deadlines.grace { return false }
        return connections.contains { $0.isAtWork }
    }

    // MARK: Requests

    /// One more request, if it may be.
    func begins() -> Bool {
        if requests.wrappingAdd(1, ordering: .relaxed).newValue <= settings.requests { return true }
        requests.wrappingSubtract(1, ordering: .relaxed)
        return false
    }

    func handOver(_ exchange: Exchange) { self.exchange.yield(exchange) }

    func ended() { requests.wrappingSubtract(1, ordering: .relaxed) }

    func completed() { if isStopping { waker.yield() } }

    // MARK: Connections

    func opened(_ connection: ClientConnection) {
        let isDropped = open.withLock { open in
            open.connections[ObjectIdentifier(connection)] = connection
            return open.isDropped
        }
        if isDropped { connection.drop() }
    }

    func closed(_ connection: ClientConnection) {
        open.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
        completed()
    }

    // MARK: The end

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// From now on each answer closes its connection, and the watch waits for the last one.
    func stop() {
        stopping.store(true, ordering: .releasing)
        open.withLock { $0.stoppedAt = $0.stoppedAt ?? now }
        waker.yield()
    }

    /// No request is handed over any more; those at work are told to end.
    func endExchanges() {
        exchange.finish()
        for connection in open.withLock({ Array($0.connections.values) }) { connection.cancel() }
    }

    /// Lets go of everything that is suspended, now and later.
    func drop() {
        let connections = open.withLock { open in
            open.isDropped = true
            return Array(open.connections.values)
        }
        for connection in connections { connection.drop() }
    }
}
