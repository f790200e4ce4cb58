import Synchronization

/// A request on its way to a session: what to do, and whom to tell.
final class Order: Sendable {
    enum Kind: Sendable {
        case read(@Sendable (borrowing ReadScope) throws(StorageError) -> Void)
        /// The closure says whether the changes are to be stored.
        case write(Isolation, @Sendable (borrowing WriteScope) throws(StorageError) -> Bool)
    }

    private struct State {
        var isConcluded = false
        var isRunning = false
        var isCancelled = false
        var conclusion: (@Sendable (StorageError?) -> Void)?
        /// Stops the statement that runs for this order.
        var stop: (@Sendable () -> Void)?
    }

    let kind: Kind
    private let state = Mutex(State())

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Says whom to tell; called once, before the order is submitted. An order that was cancelled is told at once.
    func concludes(with conclusion: @escaping @Sendable (StorageError?) -> Void) {
        let isCancelled = state.withLock { state in
            state.conclusion = conclusion
            return state.isCancelled
        }
        if isCancelled { conclude(.cancelled) }
    }

    /// Tells the caller, once.
    func conclude(_ error: StorageError?) {
        let conclusion = state.withLock { state in
            defer { state.conclusion = nil }
            if state.conclusion != nil { state.isConcluded = true }
            return state.conclusion
        }
        conclusion?(error)
    }

    /// Says that a session works for the order from now on, and how to stop it, where that is possible.
    ///
    /// - Returns: false for an order that is no longer wanted.
    func begins(stop: (@Sendable () -> Void)? = nil) -> Bool {
        state.withLock { state in
            guard !state.isConcluded, !state.isCancelled else { return false }
            state.isRunning = true
            state.stop = stop
            return true
        }
    }

    /// Says that the session is free for others.
    ///
    /// - Returns: whether the session was told to stop.
    func ends() -> Bool {
        state.withLock { state in
            state.isRunning = false
            state.stop = nil
            return state.isCancelled
        }
    }

    /// The order is no longer wanted.
    func cancel() {
        // Told under the lock: when ``ends()`` returns, no request to stop is on its way to the next order.
        let isRunning = state.withLock { state in
            state.isCancelled = true
            state.stop?()
            state.stop = nil
            return state.isRunning
        }
        if !isRunning { conclude(.cancelled) }
    }
}

/// Where an order's closure leaves its value.
final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ newValue: Value) { value.withLock { $0 = newValue } }
    func take() -> Value? { value.withLock { $0.take() } }
}
