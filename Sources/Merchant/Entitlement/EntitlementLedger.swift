package import WindfallCommerce
package import WindfallStorage
package import WindfallTimeline

/// What is known of purchases, whose they are, and what was spent: all as rows, from which what a user owns follows.
package struct EntitlementLedger: Sendable {
    package static let schema = Schema(component: "entitlement", migrations: [])

    let shelf: ProductShelf

    package init(shelf: ProductShelf) {
        self.shelf = shelf
    }

    /// A user shows purchases: the facts are recorded, and each purchase goes to the user as far as the app's policy says.
    ///
    /// - Parameters:
    ///   - facts: from a receipt that was found genuine, or from the store's answer.
    ///   - now: in the store's time, for what is active.
    /// - Returns: what was decided about each purchase, by its first transaction. Facts of refused purchases are recorded
    ///   all the same: they belong to their holder.
    package func record(
        _ facts: FactList, shownBy user: UserKey, of app: MerchantApp, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: TransferDecision] {
        preconditionFailure("not there yet")
    }

    /// Withdraws what a receipt alone proved, after the store's definite no.
    ///
    /// - Parameter proof: as in the facts, ``Submission/proof``.
    package func refuse(proof: String, of app: String, in scope: borrowing WriteScope) throws(StorageError) {
        preconditionFailure("not there yet")
    }

    /// What a user owns.
    ///
    /// - Parameter now: in the store's time.
    /// - Returns: empty for a user of whom nothing is known.
    package func book(
        of user: UserKey, app: MerchantApp, at now: Instant, in scope: borrowing ReadScope
    ) throws(StorageError) -> UserBook {
        preconditionFailure("not there yet")
    }
}

/// What a user owns at an instant, and what the user spent.
package struct UserBook: Hashable, Sendable {
    package var user: UserKey
    package var holdings: Holdings
    package var spendings: CreditLedger
}
