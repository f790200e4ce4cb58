import Synchronization
import WindfallTimeline

/// Pauses that end when a virtual clock is moved past them.
final class TestPauses: Sendable {
    private struct State {
        var waiting: [Int: (end: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var next = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let time: VirtualTimeline
    private let state = Mutex(State())

    init(_ time: VirtualTimeline) {
        self.time = time
    }

    /// Waits in virtual time; throws when the task is cancelled.
    func wait(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end = time.now.adding(duration) ?? time.now
                let watchers = state.withLock { state in
                    state.waiting[number] = (end, continuation)
                    return Self.takeWatchers(&state)
                }
                for watcher in watchers { watcher.resume() }
                // A task that was cancelled before has nobody to tell.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
        waiting?.continuation.resume(throwing: CancellationError())
    }

    private static func takeWatchers(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let count = state.waiting.count
        let ready = state.watchers.filter { $0.count <= count }
        state.watchers.removeAll { $0.count <= count }
        return ready.map(\.continuation)
    }

    /// Returns when so many wait.
    func waiters(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.waiting.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Moves the clock, and ends the pauses that are over.
    func advance(by duration: Duration) {
        let now = time.advance(by: duration)
        let over = state.withLock { state in
            let over = state.waiting.filter { $0.value.end <= now }
            for number in over.keys { state.waiting[number] = nil }
            return over.values.map(\.continuation)
        }
        for continuation in over { continuation.resume() }
    }
}
