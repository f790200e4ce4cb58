/// All that belongs to a user: from it everything that the user owns follows.
public struct UserHoldings: Hashable, Sendable {
    public var user: UserIdentifier
    /// What is known of the user's purchases.
    public var facts: PurchaseFacts
    /// What the user spent.
    public var ledger: CreditLedger
    /// The purchases that others share with the user, by their first transactions.
    public var borrowed: Set<TransactionKey>

    /// - Parameters:
    ///   - user: who it is.
    ///   - facts: what is known of the user's purchases.
    ///   - ledger: what the user spent.
    ///   - borrowed: the purchases that others share with the user.
    public init(
        _ user: UserIdentifier, facts: PurchaseFacts = PurchaseFacts(), ledger: CreditLedger = CreditLedger(),
        borrowed: Set<TransactionKey> = []
    ) {
        self.user = user
        self.facts = facts
        self.ledger = ledger
        self.borrowed = borrowed
    }

    /// An anonymous user says who he is: this user takes over all that the anonymous one bought and spent.
    ///
    /// The order in which several anonymous users are taken over changes nothing of what is owned and how much is spent,
    /// and neither does a repetition. What one of both holds and the other borrows is held. A purchase that both hold is
    /// one.
    /// - Parameter other: the anonymous user's.
    /// - Throws: ``MergeRefusal`` when the other user is not anonymous: two people who said who they are never become one.
    public mutating func absorb(_ other: UserHoldings) throws(MergeRefusal) {
        guard other.user.isAnonymous else { throw MergeRefusal(user: other.user) }
        let held = facts.originals.subtracting(borrowed).union(other.facts.originals.subtracting(other.borrowed))
        borrowed = borrowed.union(other.borrowed).subtracting(held)
        facts.merge(other.facts)
        ledger.absorb(other.ledger, of: other.user.text)
    }
}

/// A user who is not anonymous cannot become another.
public struct MergeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The user.
    public var user: UserIdentifier

    /// - Parameter user: the user.
    public init(user: UserIdentifier) {
        self.user = user
    }

    public var description: String { "a user who is not anonymous can't become another" }
}
