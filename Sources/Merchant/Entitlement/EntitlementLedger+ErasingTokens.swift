import WindfallCommerce
package import WindfallStorage

/// A user who was removed from the ledger.
package struct Erasure: Hashable, Sendable {
    var app: String
    /// The anonymous users that had become this one. They are the same person, and what they were until then is gone from
    /// the ledger too; who erases the user elsewhere erases them as well.
    package var absorbed: [UserKey]
    /// What stands for the user in the log of claims from now on.
    var name: String
}

/// An `appAccountToken` names a person, and sales that are kept after an erasure have none.
extension EntitlementLedger {
    /// Takes the tokens out of the facts that are kept, unless somebody else has the purchase or has shown it: then they
    /// follow from what is still there.
    ///
    /// The receipts of those who are erased are gone by now.
    package func removeTokens(of erasure: Erasure, in scope: borrowing WriteScope) throws(StorageError) {
        let facts = try scope.rows(
            """
            SELECT f.environment, f.original, f.identifier, f.proof, f.digest, f.signed, f.body FROM fact f
            WHERE f.app = $1 AND f.kept = 1 AND f.token <> '' AND (f.environment, f.original) IN (
                SELECT environment, original FROM claim WHERE app = $1 AND person = $2)
            ORDER BY f.environment, f.original, f.identifier, f.proof, f.digest
            """, [.text(erasure.app), .text(erasure.name)])
        var others: [TransactionKey: Bool] = [:]
        for row in facts {
            let original = try row.transactionKey(0)
            if others[original] == nil {
                others[original] = try isKnownToOthers(original, of: erasure, in: scope)
            }
            if others[original] == false { try removeToken(row, of: erasure.app, in: scope) }
        }
    }

    /// Whether a purchase is, was or can be another user's by what is there.
    private func isKnownToOthers(
        _ original: TransactionKey, of erasure: Erasure, in scope: borrowing WriteScope
    ) throws(StorageError) -> Bool {
        let people = try scope.rows(
            """
            SELECT person FROM holder WHERE app = $1 AND environment = $3 AND original = $4
            UNION SELECT person FROM former_holder WHERE app = $1 AND environment = $3 AND original = $4
            UNION SELECT other FROM claim
                WHERE app = $1 AND person = $2 AND environment = $3 AND original = $4
            UNION SELECT person FROM claim
                WHERE app = $1 AND other = $2 AND other <> '' AND environment = $3 AND original = $4
            UNION SELECT s.user_name FROM fact f JOIN submission s ON s.id = f.proof
                WHERE f.app = $1 AND f.environment = $3 AND f.original = $4
            UNION SELECT a.person FROM fact f JOIN account_token a ON a.app = f.app AND a.token = f.token
                WHERE f.app = $1 AND f.environment = $3 AND f.original = $4
            """,
            [.text(erasure.app), .text(erasure.name), .text(original.environment.rawValue), .text(original.id)])
        for row in people where !Self.isNameless(try row.text(0)) { return true }
        return false
    }

    /// The fact stays without its token, which is part of its name.
    private func removeToken(
        _ row: StorageRow, of app: String, in scope: borrowing WriteScope
    ) throws(StorageError) {
        var facts = FactList()
        // A damaged row is not a fact, and not known to name anybody: it is left to `rebuild`.
        guard facts.append(body: try row.text(6), signed: try row.integer(5)), var fact = facts.purchases.first else {
            return
        }
        fact.appAccountToken = nil
        let nameless = FactRow(fact)
        try scope.runLater(
            """
            INSERT INTO fact (app, environment, original, identifier, proof, digest, signed, token, kept, body)
            VALUES ($1, $2, $3, $4, $5, $6, $7, '', 1, $8)
            ON CONFLICT (app, environment, original, identifier, proof, digest) DO UPDATE SET kept = 1,
                signed = CASE WHEN excluded.signed > fact.signed THEN excluded.signed ELSE fact.signed END
            """,
            [
                .text(app), .text(nameless.key.environment), .text(nameless.key.original),
                .text(nameless.key.identifier), .text(nameless.key.proof), .text(nameless.key.digest),
                .integer(nameless.signed), .text(nameless.body),
            ])
        try scope.runLater(
            """
            DELETE FROM fact WHERE app = $1 AND environment = $2 AND original = $3 AND identifier = $4 AND proof = $5
                AND digest = $6
            """, [.text(app)] + row.values.prefix(5))
    }
}
