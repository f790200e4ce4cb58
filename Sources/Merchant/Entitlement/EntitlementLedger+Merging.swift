package import WindfallCommerce
import WindfallJSON
package import WindfallStorage
import WindfallTimeline

extension EntitlementLedger {
    /// An anonymous user says who he is: the known one takes over all that the anonymous one holds, held and spent
    /// (``UserHoldings/absorb(_:)``), and what the store still answers to what the anonymous one has sent.
    ///
    /// The anonymous identifier starts empty after that: who still knows it must not see what the known user owns. The
    /// same again takes over what has come meanwhile; without that it changes nothing.
    /// - Returns: a refusal when the user is not anonymous: two people who said who they are never become one.
    package func merge(
        _ anonymous: UserKey, into known: UserIdentifier, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> Result<Void, MergeRefusal> {
        guard anonymous.user.isAnonymous else { return .failure(MergeRefusal(user: anonymous.user)) }
        let person = UserKey(app: anonymous.app, user: known)
        for user in [anonymous, person].sorted(by: { $0.user < $1.user }) { try lock(user, in: scope) }
        let people: [StorageValue] = [
            .text(anonymous.app), .text(anonymous.user.text), .text(known.text),
        ]
        guard try isNew(people, in: scope) else {
            // What was sent up to now goes with it.
            try scope.runLater(
                """
                UPDATE merged SET date = $4 WHERE app = $1 AND anonymous = $2 AND person = $3 AND date < $4
                    AND date = (SELECT max(date) FROM merged WHERE app = $1 AND anonymous = $2)
                """, people + [.instant(now.wall)])
            return .success(())
        }
        for user in [anonymous, person].sorted(by: { $0.user < $1.user }) {
            try trail.append(
                user == person ? .userAbsorbed : .userMerged, about: user, content: [:], at: now.wall, in: scope)
        }
        try moveHoldings(people, in: scope)
        try moveSpendings(people, in: scope)
        for statement in Self.renamings { try scope.runLater(statement, people) }
        try scope.runLater(
            """
            INSERT INTO merged (app, anonymous, date, person) VALUES ($1, $2, $4, $3)
            ON CONFLICT (app, anonymous, date) DO UPDATE SET person = excluded.person
            """, people + [.instant(now.wall)])
        try ClaimLog(app: anonymous.app).add(
            [Claim(person: anonymous.user.text, other: known.text, decision: .merged)], at: now, in: scope)
        return .success(())
    }

    /// Whether there is something to take over, or the two were never made one.
    private func isNew(_ people: [StorageValue], in scope: borrowing WriteScope) throws(StorageError) -> Bool {
        let row = try scope.row(
            """
            SELECT CASE WHEN EXISTS (SELECT 1 FROM holder WHERE app = $1 AND person = $2)
                OR EXISTS (SELECT 1 FROM former_holder WHERE app = $1 AND person = $2)
                OR EXISTS (SELECT 1 FROM spending WHERE app = $1 AND person = $2)
                OR NOT EXISTS (SELECT 1 FROM merged WHERE app = $1 AND anonymous = $2 AND person = $3
                    AND date = (SELECT max(date) FROM merged WHERE app = $1 AND anonymous = $2))
                THEN 1 ELSE 0 END
            """, people)
        return try row?.flag(0) ?? true
    }

    /// What one holds and the other borrows is held.
    private func moveHoldings(_ people: [StorageValue], in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater(
            """
            DELETE FROM holder WHERE app = $1 AND person IN ($2, $3) AND EXISTS (
                SELECT 1 FROM holder h WHERE h.app = $1 AND h.person IN ($2, $3) AND h.place < holder.place
                    AND h.environment = holder.environment AND h.original = holder.original)
            """, people)
    }

    /// The same spending under the same key is one; a different one under the same key gets a key of its own, which has
    /// the number of the known user's spendings in it: that only grows.
    private func moveSpendings(_ people: [StorageValue], in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater(
            """
            DELETE FROM spending WHERE app = $1 AND person = $2 AND EXISTS (
                SELECT 1 FROM spending s WHERE s.app = $1 AND s.person = $3 AND s.key = spending.key
                    AND s.credit = spending.credit AND s.amount = spending.amount
                    AND s.balance = spending.balance AND s.date = spending.date)
            """, people)
        try scope.runLater(
            """
            UPDATE spending SET key = CAST($2 AS TEXT) || ' '
                    || (SELECT count(*) FROM spending s WHERE s.app = $1 AND s.person = $3) || ' ' || key
            WHERE app = $1 AND person = $2 AND EXISTS (
                SELECT 1 FROM spending s WHERE s.app = $1 AND s.person = $3 AND s.key = spending.key)
            """, people)
    }

    private static let renamings: [SQL] = [
        "UPDATE holder SET person = $3 WHERE app = $1 AND person = $2",
        "UPDATE former_holder SET person = $3 WHERE app = $1 AND person = $2",
        "UPDATE spending SET person = $3 WHERE app = $1 AND person = $2",
        "UPDATE account_token SET person = $3 WHERE app = $1 AND person = $2",
    ]
}

extension AuditKind {
    /// An anonymous user became a known one.
    static let userMerged = AuditKind(rawValue: "user.merged")
    /// A known user took over what an anonymous one had.
    static let userAbsorbed = AuditKind(rawValue: "user.absorbed")
}
