/// What SQLite and PostgreSQL do differently.
protocol Engine: Sendable {
    /// Has an order carried out some time later, and its caller told.
    func submit(_ order: Order)
    /// Calls the closure once when it listens, and then after each wake-up, or once after several; ends when the task is
    /// cancelled.
    func listen(to channel: WakeChannel, onWakeUp: @escaping @Sendable () -> Void) async throws(StorageError)
}
