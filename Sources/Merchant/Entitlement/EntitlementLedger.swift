import WindfallCommerce
package import WindfallStorage
package import WindfallTimeline

/// What is known of purchases, whose they are, and what was spent: all as rows, from which what a user owns follows.
///
/// Facts are rows of their own, one for each thing that a source told: to record them again, or in another order, changes
/// nothing. Whose a purchase is, is decided once and written down; the log of the decisions gives the same holders again.
package struct EntitlementLedger: Sendable {
    let shelf: ProductShelf
    let trail: AuditTrail

    package init(shelf: ProductShelf, trail: AuditTrail) {
        self.shelf = shelf
        self.trail = trail
    }

    /// Makes all other scopes wait that spend what the user has or change who the user is, until this one ends. It comes
    /// before an entry of the user's chain, never behind one: those who record only take the chain.
    func lock(_ user: UserKey, in scope: borrowing WriteScope) throws(StorageError) {
        try scope.lock("entitlement \(user.app) \(user.user)")
    }

    /// What an app's rules are now.
    func rules(of app: MerchantApp, in scope: borrowing WriteScope) throws(StorageError) -> OwnershipRules {
        app.rules(products: try shelf.rules(of: app.bundleID, in: scope))
    }

    // MARK: What is owned

    /// What a user owns.
    ///
    /// - Parameter now: in the store's time.
    /// - Returns: empty for a user of whom nothing is known.
    package func book(
        of user: UserKey, app: MerchantApp, at now: Instant, in scope: borrowing ReadScope
    ) throws(StorageError) -> UserBook {
        let rules = app.rules(products: try shelf.rules(of: app.bundleID, in: scope))
        return try BookReader(user: user).book(under: rules, at: now, in: scope)
    }

    /// The same within changes.
    package func book(
        of user: UserKey, app: MerchantApp, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> UserBook {
        try BookReader(user: user).book(under: try rules(of: app, in: scope), at: now, in: scope)
    }
}
