import Dispatch
import Synchronization

/// Threads that block, off those which all tasks share. Each has a session of its own; all take from one row of orders.
final class WorkerPool<Session, Order: Sendable>: Sendable {
    /// Works with a session; where there is none, it makes one, and one that can be used no more it takes away.
    typealias Work = @Sendable (inout Session?, [Order]) -> Void

    private final class Worker: Sendable {
        let queue: DispatchQueue
        /// Never contended: only the queue takes it.
        let session: Mutex<Session?>

        init(label: String) {
            queue = DispatchQueue(label: label)
            session = Mutex(nil)
        }
    }

    private struct State {
        var orders: [Order] = []
        /// How many of ``orders`` are taken already.
        var taken = 0
        var idle: [Worker]
    }

    private let state: Mutex<State>
    private let ordersAtOnce: Int
    private let work: Work

    /// - Parameters:
    ///   - label: what debuggers call the threads.
    ///   - workers: how many.
    ///   - ordersAtOnce: how many orders a worker takes when it is free.
    init(label: String, workers: Int, ordersAtOnce: Int = 1, _ work: @escaping Work) {
        state = Mutex(State(idle: (0..<max(1, workers)).map { Worker(label: "\(label) \($0)") }))
        self.ordersAtOnce = max(1, ordersAtOnce)
        self.work = work
    }

    /// Has an order carried out some time later.
    func submit(_ order: Order) {
        let worker = state.withLock { state in
            state.orders.append(order)
            return state.idle.popLast()
        }
        if let worker { worker.queue.async { self.drain(worker) } }
    }

    private func drain(_ worker: Worker) {
        while let orders = next(for: worker) {
            worker.session.withLock { session in work(&session, orders) }
        }
    }

    /// The next orders; nil when there are none, and then the worker is idle.
    private func next(for worker: Worker) -> [Order]? {
        state.withLock { state in
            guard state.taken < state.orders.count else {
                state.orders.removeAll(keepingCapacity: true)
                state.taken = 0
                state.idle.append(worker)
                return nil
            }
            let end = min(state.orders.count, state.taken + ordersAtOnce)
            let orders = Array(state.orders[state.taken..<end])
            state.taken = end
            if state.taken >= 1024 {
                state.orders.removeFirst(state.taken)
                state.taken = 0
            }
            return orders
        }
    }
}
