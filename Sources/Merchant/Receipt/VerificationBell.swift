import Synchronization

/// Tells those who wait for a verification in this process that something became of it.
///
/// Work of other processes is not heard: whoever waits also looks now and then.
package final class VerificationBell: Sendable {
    private struct State {
        var waiting: [String: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var next: UInt64 = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Says that a submission has changed, once what changed it is stored.
    package func ring(_ submission: String) {
        let waiting = state.withLock { $0.waiting[submission] ?? [:] }
        for continuation in waiting.values { continuation.yield() }
    }

    /// Nobody is to wait any more: all rings end, and later ones are over at once.
    package func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            return state.waiting.values.flatMap(\.values)
        }
        for continuation in waiting { continuation.finish() }
    }

    /// The rings for a submission from now on; several that nobody takes become one.
    ///
    /// - Returns: the rings, and a way to add one that only this listener hears. It is listened for until the stream is
    ///   let go of or the listener's task is cancelled.
    func rings(of submission: String) -> (rings: AsyncStream<Void>, ring: @Sendable () -> Void) {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (number, hasEnded) = state.withLock { state in
            state.next &+= 1
            state.waiting[submission, default: [:]][state.next] = continuation
            return (state.next, state.hasEnded)
        }
        continuation.onTermination = { [weak self] _ in self?.forget(number, of: submission) }
        if hasEnded { continuation.finish() }
        return (stream, { continuation.yield() })
    }

    /// How many listen; for tests and figures.
    package var listenerCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    private func forget(_ number: UInt64, of submission: String) {
        state.withLock { state in
            state.waiting[submission]?[number] = nil
            if state.waiting[submission]?.isEmpty == true { state.waiting[submission] = nil }
        }
    }
}
