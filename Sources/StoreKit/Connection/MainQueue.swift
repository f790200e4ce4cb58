import Dispatch

/// Where observers and delegates are called.
enum MainQueue {
    /// Calls on the main queue, later, in the order of the calls; what is asked there goes to the same store.
    static func run(for connection: StoreConnection?, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async {
            guard let connection else { return body() }
            StoreConnection.$calling.withValue(connection) { body() }
        }
    }
}

/// Something that is handed to another thread.
// The one who hands it over keeps to what is locked inside it, or does not touch it again.
struct Carried<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
