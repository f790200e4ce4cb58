import WindfallCommerce
package import WindfallStorage
import WindfallTimeline

extension EntitlementLedger {
    /// Removes a user from all that is owned and spent. What was sold is kept, without a person.
    ///
    /// Purchases that the user held are nobody's, or the next one's with whom they were shared; the credits of what was
    /// paid until now are nobody's for ever, so that nobody gets them twice. The log of claims keeps its rows under a
    /// name that says nothing.
    /// - Returns: who is gone; ``removeTokens(of:in:)`` is to be called with it once all that they sent is removed too.
    package func erase(
        _ user: UserKey, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> Erasure {
        try lock(user, in: scope)
        let person: [StorageValue] = [.text(user.app), .text(user.user.text)]
        var absorbed: [UserKey] = []
        for row in try scope.rows(
            "SELECT DISTINCT anonymous FROM merged WHERE app = $1 AND person = $2 ORDER BY anonymous", person)
        {
            absorbed.append(UserKey(app: user.app, user: try row.user(0)))
        }
        let row = try scope.row(
            """
            INSERT INTO claim (app, environment, original, person, other, decision, store_date, wall_date)
            VALUES ($1, '', '', $2, '', $3, $4, $5) RETURNING sequence
            """, person + [.text(Claim.Decision.erased.rawValue), .instant(now.store), .instant(now.wall)])
        guard let sequence = try row?.integer(0) else { throw .failed(code: "claim", detail: "no row") }
        // Their receipts and answers go too, those of the anonymous names included.
        for one in absorbed + [user] { try keepFacts(of: one, in: scope) }
        try leave(person, at: now.store, in: scope)
        let name = Self.nameless(sequence)
        for statement in Self.renamings { try scope.runLater(statement, person + [.text(name)]) }
        for one in absorbed { try forget(one, mergedInto: name, in: scope) }
        for statement in Self.removals { try scope.runLater(statement, person) }
        return Erasure(app: user.app, absorbed: absorbed, name: name)
    }

    /// Marks the facts of all purchases that a user ever showed: what they follow from will be gone.
    private func keepFacts(of user: UserKey, in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater(
            """
            UPDATE fact SET kept = 1 WHERE app = $1 AND (environment, original) IN (
                SELECT environment, original FROM claim WHERE app = $1 AND person = $2
                UNION SELECT environment, original FROM holder WHERE app = $1 AND person = $2)
            """, [.text(user.app), .text(user.user.text)])
    }

    /// What stands for an erased user: no user can have a name with a control character.
    static func nameless(_ sequence: Int64) -> String { "\u{1}\(sequence)" }

    /// Whether a name stands for nobody: for an erased user, or because there is none.
    static func isNameless(_ name: String) -> Bool { name.isEmpty || name.hasPrefix("\u{1}") }

    /// The user gives all purchases away: to the next one, or nobody.
    private func leave(
        _ person: [StorageValue], at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            """
            INSERT INTO former_holder (app, environment, original, number, person, until)
            SELECT h.app, h.environment, h.original, (
                SELECT CAST(count(*) AS BIGINT) FROM former_holder f
                WHERE f.app = h.app AND f.environment = h.environment AND f.original = h.original), h.person,
                CAST($3 AS BIGINT)
            FROM holder h WHERE h.app = $1 AND h.person = $2 AND h.place = 0
            """, person + [.instant(now)])
        let heirs = try scope.rows(
            """
            SELECT n.environment, n.original, min(n.place) FROM holder h
            JOIN holder n ON n.app = h.app AND n.environment = h.environment AND n.original = h.original
            WHERE h.app = $1 AND h.person = $2 AND h.place = 0 AND n.place > 0
            GROUP BY n.environment, n.original ORDER BY n.environment, n.original
            """, person)
        try scope.runLater("DELETE FROM holder WHERE app = $1 AND person = $2", person)
        for heir in heirs {
            try scope.runLater(
                "UPDATE holder SET place = 0 WHERE app = $1 AND environment = $2 AND original = $3 AND place = $4",
                [person[0]] + heir.values)
        }
    }

    /// Takes the name of an anonymous user out of the part of the log that led to a user who is erased. What the
    /// anonymous one did before as somebody else's, or after it, is not the erased user's.
    ///
    /// - Parameter name: what stands for the erased user by now.
    private func forget(
        _ anonymous: UserKey, mergedInto name: String, in scope: borrowing WriteScope
    ) throws(StorageError) {
        let person: [StorageValue] = [.text(anonymous.app), .text(anonymous.user.text)]
        let merges = try scope.rows(
            "SELECT sequence, other FROM claim WHERE app = $1 AND person = $2 AND decision = $3 ORDER BY sequence",
            person + [.text(Claim.Decision.merged.rawValue)])
        var start: Int64 = 0
        for merge in merges {
            let end = try merge.integer(0)
            if try merge.text(1) == name {
                let values = person + [.text(name), .integer(start), .integer(end)]
                for statement in Self.renamingsOfPart { try scope.runLater(statement, values) }
            }
            start = end
        }
    }

    private static let renamings: [SQL] = [
        "UPDATE former_holder SET person = $3 WHERE app = $1 AND person = $2",
        "UPDATE claim SET person = $3 WHERE app = $1 AND person = $2",
        "UPDATE claim SET other = $3 WHERE app = $1 AND other = $2",
    ]
    private static let renamingsOfPart: [SQL] = [
        """
        UPDATE claim SET other = $3 WHERE app = $1 AND other = $2 AND sequence > $4 AND sequence <= $5
        """,
        """
        UPDATE claim SET person = $3 WHERE app = $1 AND person = $2 AND sequence > $4 AND sequence <= $5
        """,
    ]
    private static let removals: [SQL] = [
        "DELETE FROM spending WHERE app = $1 AND person = $2",
        "DELETE FROM account_token WHERE app = $1 AND person = $2",
        "DELETE FROM merged WHERE app = $1 AND person = $2",
        "DELETE FROM merged WHERE app = $1 AND anonymous = $2",
    ]
}
