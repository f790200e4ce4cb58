import WindfallCommerce
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// Whose a purchase is, and what would become of it if a user showed it.
struct OwnerForecast: Hashable, Sendable {
    /// Nil while it is nobody's.
    var holder: UserIdentifier?
    /// What would be decided.
    var decision: TransferDecision

    /// Whether it would go away from the one who holds it.
    var wouldTransfer: Bool {
        if case .transferred = decision { true } else { false }
    }
}

extension EntitlementLedger {
    /// Whose a purchase is, asked before somebody shows it.
    ///
    /// - Parameters:
    ///   - user: who would show it; nil for somebody who has nothing to do with it.
    ///   - now: in the store's time.
    func forecast(
        of original: TransactionKey, for user: UserIdentifier?, app: MerchantApp, at now: Instant,
        in scope: borrowing ReadScope
    ) throws(StorageError) -> OwnerForecast {
        var holders = try HolderTable(app: app.bundleID).users(of: original, in: scope)
        let holder = holders.owner()
        var isActive = true
        if app.transfers == .transferIfInactive, holder != nil {
            let rules = app.rules(products: try shelf.rules(of: app.bundleID, in: scope))
            let facts = try FactTable(app: app.bundleID).facts(of: [original], in: scope)
            isActive = facts.holdings(under: rules, at: now).isActive(original: original)
        }
        guard let user = user ?? Self.anybody else { preconditionFailure("a name of ours is a name") }
        let decision = holders.claim(by: user, policy: app.transfers, isActive: isActive)
        return OwnerForecast(holder: holder, decision: decision)
    }

    /// Stands for somebody who holds nothing.
    private static let anybody = UserIdentifier("anon:000000000000000000000000")

    /// Somebody in charge gives a purchase to a user.
    ///
    /// - Parameter withCredits: whether the user also gets the credits of what is paid already; else they stay with those
    ///   who have them.
    /// - Returns: whether such a purchase is known. Nothing changes where the user is its one holder already.
    func move(
        _ original: TransactionKey, to user: UserKey, withCredits: Bool, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> Bool {
        try lock(user, in: scope)
        let isKnown = try scope.row(
            "SELECT 1 FROM fact WHERE app = $1 AND environment = $2 AND original = $3 LIMIT 1",
            [.text(user.app), .text(original.environment.rawValue), .text(original.id)])
        guard isKnown != nil else { return false }
        let table = HolderTable(app: user.app)
        let before = try table.users(of: original, in: scope).users
        guard before != [user.user] else { return true }
        for person in Set(before).union([user.user]).sorted() {
            let kind: AuditKind = person == user.user ? .purchaseReceived : .purchaseTakenAway
            try trail.append(
                kind, about: UserKey(app: user.app, user: person),
                content: [
                    "environment": .string(original.environment.rawValue),
                    "originalTransactionId": .string(original.id), "withCredits": .bool(withCredits),
                ], at: now.wall, in: scope)
        }
        // Chains come before purchases, as when somebody shows one; who has it may have changed while we waited.
        _ = try table.holders(of: [original], in: scope)
        guard try table.users(of: original, in: scope).users == before else { throw .conflict }
        if before.isEmpty {
            try table.hold(original, by: user.user, in: scope)
        } else {
            try table.transfer(
                original, to: user.user, keepingCreditsUntil: withCredits ? nil : now.store, in: scope)
        }
        if withCredits { try table.forgetFormer(of: original, in: scope) }
        let claim = Claim(
            original: original, person: user.user.text, other: before.first?.text ?? "",
            decision: withCredits ? .movedWithCredits : .moved)
        try ClaimLog(app: user.app).add([claim], at: now, in: scope)
        return true
    }
}

extension AuditKind {
    /// Somebody in charge gave the user a purchase.
    static let purchaseReceived = AuditKind(rawValue: "purchase.received")
    /// Somebody in charge gave a purchase of the user to another one.
    static let purchaseTakenAway = AuditKind(rawValue: "purchase.taken_away")
}
