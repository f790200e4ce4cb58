/// One connection of either engine, used by one thread at a time.
protocol Session: AnyObject {
    /// Whether a statement whose result is waited for is a journey to a server.
    var travels: Bool { get }
    /// Carries out one statement and gives what it gave.
    func run(_ sql: SQL, _ values: [StorageValue]) throws(StorageError) -> StorageResult
    /// Carries out one statement by the end of the scope at the latest, in order.
    func runLater(_ sql: SQL, _ values: [StorageValue]) throws(StorageError)
    /// Carries out statements of a migration.
    func execute(migration: SchemaText) throws(StorageError)
    /// Waits until no other write scope holds the name, and holds it until the scope ends.
    func lock(_ name: String) throws(StorageError)
}
