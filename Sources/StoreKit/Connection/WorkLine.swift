/// Does what is asked of it one after another, in order; ends with its owner.
final class WorkLine: Sendable {
    private let orders: AsyncStream<@Sendable () async -> Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream()
        orders = continuation
        Task {
            for await order in stream { await order() }
        }
    }

    deinit { orders.finish() }

    func submit(_ order: @escaping @Sendable () async -> Void) {
        orders.yield(order)
    }

    /// Waits until all that was submitted before is done.
    func settle() async {
        await withCheckedContinuation { continuation in
            let result = orders.yield { continuation.resume() }
            if case .terminated = result { continuation.resume() }
        }
    }
}
