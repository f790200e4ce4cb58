package import WindfallCommerce
import WindfallJSON
package import WindfallStorage

/// What a user wants to spend.
package struct SpendingOrder: Hashable, Sendable {
    /// New for each spending that is meant: the same one again is the same spending.
    package var key: String
    /// The credit's name.
    package var credit: String
    /// How much; positive.
    package var amount: Int64

    package init(key: String, credit: String, amount: Int64) {
        self.key = key
        self.credit = credit
        self.amount = amount
    }

    /// So much can be written as a number in JSON by everyone (RFC 8259, 6).
    static let largestAmount: Int64 = 9_007_199_254_740_991
}

/// A spending that was carried out.
package struct SpendingReceipt: Hashable, Sendable {
    /// What was left then.
    package var balance: Int64
    /// Whether it was carried out before, under the same key.
    package var isReplayed: Bool
}

extension EntitlementLedger {
    /// Spends a user's credits, once for each key and never below zero, however many ask at the same time.
    ///
    /// - Returns: a refusal leaves no trace, and its key may be used again.
    package func spend(
        _ order: SpendingOrder, of user: UserKey, app: MerchantApp, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> Result<SpendingReceipt, SpendingRefusal> {
        guard order.amount > 0 else { return .failure(.amountNotPositive) }
        try lock(user, in: scope)
        let known = try scope.row(
            "SELECT credit, amount, balance FROM spending WHERE app = $1 AND person = $2 AND key = $3",
            [.text(user.app), .text(user.user.text), .text(order.key)])
        if let known {
            guard try known.text(0) == order.credit, try known.integer(1) == order.amount else {
                return .failure(.keyReused)
            }
            return .success(SpendingReceipt(balance: try known.integer(2), isReplayed: true))
        }
        let balance = try book(of: user, app: app, at: now.store, in: scope).credits[order.credit] ?? 0
        guard order.amount <= balance else { return .failure(.insufficientCredits(balance: balance)) }
        let left = balance - order.amount
        try trail.append(
            .creditsSpent, about: user,
            content: [
                "credit": .string(order.credit), "amount": .integer(order.amount), "balance": .integer(left),
                "key": .string(order.key),
            ], at: now.wall, in: scope)
        try scope.runLater(
            """
            INSERT INTO spending (app, person, key, credit, amount, balance, date)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(user.app), .text(user.user.text), .text(order.key), .text(order.credit),
                .integer(order.amount), .integer(left), .instant(now.wall),
            ])
        return .success(SpendingReceipt(balance: left, isReplayed: false))
    }
}

extension AuditKind {
    /// Credits were spent.
    static let creditsSpent = AuditKind(rawValue: "credits.spent")
}
