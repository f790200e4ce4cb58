import Dispatch

/// Waits for a task from a thread that may block, such as that of a scope.
enum Blocking {
    static func run(_ body: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await body()
            done.signal()
        }
        done.wait()
    }
}
