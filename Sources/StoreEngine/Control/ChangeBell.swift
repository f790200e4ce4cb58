import Synchronization
import WindfallTimeline

/// Wakes those who wait for the store to change; nobody looks again and again.
final class ChangeBell: Sendable {
    /// What somebody waits for.
    enum Wish: Hashable, Sendable {
        /// Something of an account changes after an event.
        case account(AccountNumber, after: Int64)
        /// The clock goes beyond an instant, or goes in another way.
        case clock(after: Instant, StoreClock.Mode)
        /// The journal has been replaced.
        case settled
    }

    private struct Waiter: Sendable {
        var wish: Wish
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var last: Int64 = 0
        var waiters: [Int64: Waiter] = [:]
        /// Cancelled before they began to wait.
        var cancelled: Set<Int64> = []
    }

    private let state = Mutex(State())

    /// How many wait.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Returns when the bell rang for the wish, or when the caller's task is cancelled.
    ///
    /// Nothing is missed between a look at the state and this call when both happen on the same actor.
    nonisolated(nonsending) func wait(for wish: Wish) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return true }
                    state.waiters[number] = Waiter(wish: wish, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: number)
                if waiter == nil { state.cancelled.insert(number) }
                return waiter
            }
            waiter?.continuation.resume()
        }
        _ = state.withLock { $0.cancelled.remove(number) }
    }

    /// Wakes those whose wish has come true.
    func ring(where isFulfilled: (Wish) -> Bool) {
        let woken = state.withLock { state in
            guard !state.waiters.isEmpty else { return [Waiter]() }
            let numbers = state.waiters.filter { isFulfilled($0.value.wish) }.keys.sorted()
            return numbers.compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in woken { waiter.continuation.resume() }
    }
}
