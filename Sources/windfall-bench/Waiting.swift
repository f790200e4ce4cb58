import Dispatch
import Synchronization

/// Lets work that waits be timed as work that does not.
enum Waiting {
    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    /// Runs a body as a task and waits for its end.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        let end = DispatchSemaphore(value: 0)
        Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            outcome.result.withLock { $0 = result }
            end.signal()
        }
        end.wait()
        guard let result = outcome.result.withLock({ $0 }) else {
            preconditionFailure("a task that ended has a result")
        }
        return try result.get()
    }
}
