import Dispatch
import Synchronization

/// Owns something that blocks, such as a database on a disk, and works with it off the threads that all tasks share.
///
/// One piece of work runs at a time, in the order in which they were asked for. A task that is cancelled while it waits
/// has its work done all the same.
///
/// This stands in for an actor with an executor of its own: Linux has no `DispatchSerialQueue`, and an executor of ours
/// could not be written without unsafe code.
public final class BlockingResource<Resource: ~Copyable>: Sendable {
    private let queue: DispatchQueue
    /// Never contended: only the queue takes it.
    private let resource: Mutex<Resource>

    /// - Parameter label: what debuggers call the queue.
    /// - Parameter resource: nobody else has it from now on.
    public init(label: String, _ resource: consuming sending Resource) {
        queue = DispatchQueue(label: label)
        self.resource = Mutex(resource)
    }

    /// Works with the resource.
    ///
    /// - Parameter body: may block; it runs once.
    /// - Returns: what `body` gives.
    /// - Throws: what `body` throws.
    public nonisolated(nonsending) func with<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (inout Resource) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: self.result(of: body))
            }
        }
        return try result.get()
    }

    private func result<Value: Sendable, Failure: Error>(
        of body: (inout Resource) throws(Failure) -> Value
    ) -> Result<Value, Failure> {
        do throws(Failure) {
            return .success(try resource.withLock { resource throws(Failure) in try body(&resource) })
        } catch {
            return .failure(error)
        }
    }
}
