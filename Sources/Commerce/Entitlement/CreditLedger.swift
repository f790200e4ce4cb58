public import WindfallTimeline

/// What a user spent, each spending under a key that the spender chose, so that it happens once however often it is asked
/// for.
///
/// What was given is not in it: that follows from the purchases (``Holdings/credits``). When a payment is taken back
/// after its credits were spent, the user owes them: the balance shows none, and what is bought next fills the gap
/// first. A refund is as if the purchase had never been made (F31), so that buying, spending and asking the money back
/// gains nothing.
public struct CreditLedger: Hashable, Sendable {
    /// One spending that was carried out.
    public struct Spending: Hashable, Sendable {
        /// The credit's name.
        public var credit: String
        /// How much was spent; positive.
        public var amount: Int64
        /// When.
        public var date: Instant
        /// What was left.
        public var balance: Int64
    }

    /// What was spent, by key.
    public private(set) var spendings: [String: Spending] = [:]

    /// Nothing spent.
    public init() {}

    /// How much of a credit was spent in all.
    public func spent(_ credit: String) -> Int64 {
        spendings.values.reduce(0) { $1.credit == credit ? $0.addingClamped($1.amount) : $0 }
    }

    /// What can be spent of a credit, never below zero.
    ///
    /// - Parameters:
    ///   - credit: the credit's name.
    ///   - granted: what was given and not taken back, as in ``Holdings/credits``.
    public func balance(of credit: String, granted: [String: Int64]) -> Int64 {
        Self.balance(granted: granted[credit] ?? 0, spent: spent(credit))
    }

    /// What can be spent, never below zero.
    ///
    /// - Parameters:
    ///   - granted: what was given and not taken back.
    ///   - spent: what was spent in all.
    public static func balance(granted: Int64, spent: Int64) -> Int64 {
        max(0, max(0, granted) - max(0, spent))
    }

    /// How much was spent that has been taken back since; what is given next fills it first.
    ///
    /// - Parameters: as in ``balance(of:granted:)``.
    public func owed(of credit: String, granted: [String: Int64]) -> Int64 {
        max(0, spent(credit) - max(0, granted[credit] ?? 0))
    }

    /// What can be spent of each credit that was ever given or spent.
    ///
    /// - Parameter granted: what was given and not taken back, as in ``Holdings/credits``.
    public func balances(granted: [String: Int64]) -> [String: Int64] {
        let names = Set(granted.keys).union(spendings.values.map(\.credit))
        return Dictionary(uniqueKeysWithValues: names.map { ($0, balance(of: $0, granted: granted)) })
    }

    /// Spends, once for each key.
    ///
    /// - Parameters:
    ///   - amount: how much; positive.
    ///   - credit: the credit's name.
    ///   - key: chosen by the spender, new for each spending that is meant.
    ///   - granted: what was given and not taken back, as in ``Holdings/credits``.
    ///   - now: the instant.
    /// - Returns: the spending that was carried out: for a key that was used before, the one of then, whatever was given,
    ///   spent or taken back since.
    /// - Throws: ``SpendingRefusal``. Nothing was spent then, and the key may be used again.
    public mutating func spend(
        _ amount: Int64, of credit: String, key: String, granted: [String: Int64], at now: Instant
    ) throws(SpendingRefusal) -> Spending {
        guard amount > 0 else { throw .amountNotPositive }
        if let known = spendings[key] {
            guard known.credit == credit, known.amount == amount else { throw .keyReused }
            return known
        }
        let balance = balance(of: credit, granted: granted)
        guard amount <= balance else { throw .insufficientCredits(balance: balance) }
        let spending = Spending(credit: credit, amount: amount, date: now, balance: balance - amount)
        spendings[key] = spending
        return spending
    }

    /// Takes over what another user spent, as when an anonymous user becomes a known one.
    ///
    /// The same spending under the same key is one. Two different ones under one key are both kept: the other's under a
    /// key that is made of its name and `owner`.
    /// - Parameters:
    ///   - other: what the other user spent.
    ///   - owner: tells the other user's keys from ours.
    mutating func absorb(_ other: CreditLedger, of owner: String) {
        for (key, spending) in other.spendings {
            guard let known = spendings[key], known != spending else {
                spendings[key] = spending
                continue
            }
            spendings["\(owner) \(key)"] = spending
        }
    }
}

/// Why nothing was spent.
public enum SpendingRefusal: Error, Hashable, Sendable {
    /// There is less than that; how much there is.
    case insufficientCredits(balance: Int64)
    /// The amount is zero or less.
    case amountNotPositive
    /// The key was used for another spending.
    case keyReused

    /// A stable word for it.
    public var code: String {
        switch self {
        case .insufficientCredits: "insufficient_credits"
        case .amountNotPositive: "amount_not_positive"
        case .keyReused: "idempotency_key_reused"
        }
    }
}
