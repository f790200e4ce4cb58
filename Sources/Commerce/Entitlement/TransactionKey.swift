/// A transaction as a server has to name it: an identifier means something in its own environment only.
public struct TransactionKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Where the purchase was made.
    public var environment: Environment
    /// The transaction's identifier, as text: it needs 64 bits, and Xcode's are `0`, `1` and so on.
    public var id: String

    /// - Parameters:
    ///   - environment: where the purchase was made.
    ///   - id: the transaction's identifier.
    public init(_ environment: Environment, _ id: String) {
        self.environment = environment
        self.id = id
    }

    /// By environment, then as the numbers that identifiers are: the shorter text first.
    public static func < (first: TransactionKey, second: TransactionKey) -> Bool {
        (first.environment.rawValue, first.id.utf8.count, first.id)
            < (second.environment.rawValue, second.id.utf8.count, second.id)
    }

    public var description: String { "\(environment) \(id)" }
}
