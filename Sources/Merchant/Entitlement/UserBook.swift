package import WindfallCommerce

/// What a user owns at an instant, and what the user spent.
package struct UserBook: Hashable, Sendable {
    package var user: UserKey
    /// Its ``Holdings/grants`` are those whose credits are this user's: what was paid before a purchase came from
    /// another user is not among them.
    package var holdings: Holdings
    /// How much of each credit was spent in all.
    package var spent: [String: Int64]

    /// What can be spent of each credit that was ever given or spent, never below zero.
    package var credits: [String: Int64] {
        let granted = holdings.credits
        let names = Set(granted.keys).union(holdings.grants.map(\.credit)).union(spent.keys)
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, CreditLedger.balance(granted: granted[name] ?? 0, spent: spent[name] ?? 0))
            })
    }
}
