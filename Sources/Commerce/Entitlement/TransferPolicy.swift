/// What an app does when a user shows a purchase that another user holds already.
public enum TransferPolicy: String, Hashable, Sendable, CaseIterable {
    /// It stays with the first one. What an app does that says nothing.
    case refuse
    /// It goes to whoever showed it last.
    case transfer
    /// It goes over only if it gives nothing any more.
    case transferIfInactive
    /// Both have it.
    case share
}

/// What became of a user's showing a purchase. Each but ``unchanged`` is worth an entry in the audit trail.
public enum TransferDecision: Hashable, Sendable {
    /// The user held it already.
    case unchanged
    /// Nobody held it; now the user does.
    case assigned
    /// The user holds it now, and these do no longer.
    case transferred(from: [UserIdentifier])
    /// The user holds it too; the first holder is this one.
    case shared(with: UserIdentifier)
    /// It belongs to another user, and nothing changed.
    case refused(holder: UserIdentifier)
}

/// The users that hold one purchase, the first one first.
public struct PurchaseHolders: Hashable, Sendable {
    /// None while nobody has shown it, one where it is not shared.
    public private(set) var users: [UserIdentifier]

    /// - Parameter users: who holds it, the first one first; whoever is named twice counts once.
    public init(_ users: [UserIdentifier] = []) {
        var known: Set<UserIdentifier> = []
        self.users = users.filter { known.insert($0).inserted }
    }

    /// Who has it: the first holder, else the user whom the purchase's own token names, else nobody yet.
    ///
    /// - Parameter named: the user for whom the app bought it, by the `appAccountToken`; nil where there is no token or
    ///   nobody is known by it.
    public func owner(named: UserIdentifier? = nil) -> UserIdentifier? { users.first ?? named }

    /// Whether a user has it because somebody else shares it.
    public func isBorrowed(by user: UserIdentifier) -> Bool { users.first != user && users.contains(user) }

    /// A user shows the purchase.
    ///
    /// - Parameters:
    ///   - user: who shows it.
    ///   - named: as in ``owner(named:)``: somebody who has it though he has not shown it yet.
    ///   - policy: what the app's developer decided.
    ///   - isActive: whether it gives its holder anything now, as in ``Holdings/isActive(original:)``.
    /// - Returns: what was decided; the holders are what follows.
    public mutating func claim(
        by user: UserIdentifier, named: UserIdentifier? = nil, policy: TransferPolicy, isActive: Bool
    ) -> TransferDecision {
        if users.contains(user) { return .unchanged }
        guard let owner = owner(named: named), owner != user else {
            users = [user]
            return .assigned
        }
        let before = users.isEmpty ? [owner] : users
        let goesOver = policy == .transfer || policy == .transferIfInactive && !isActive
        if goesOver {
            users = [user]
            return .transferred(from: before)
        }
        users = policy == .share ? before + [user] : before
        return policy == .share ? .shared(with: owner) : .refused(holder: owner)
    }

    /// One user became another, as when an anonymous user says who he is.
    public mutating func rename(_ user: UserIdentifier, to other: UserIdentifier) {
        self = PurchaseHolders(users.map { $0 == user ? other : $0 })
    }
}
