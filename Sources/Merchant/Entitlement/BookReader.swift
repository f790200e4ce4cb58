import WindfallCommerce
import WindfallStorage
import WindfallTimeline

/// Reads what a user owns, in two statements.
struct BookReader {
    let user: UserKey

    func book(
        under rules: OwnershipRules, at now: Instant, in scope: borrowing some StatementScope & ~Copyable
    ) throws(StorageError) -> UserBook {
        let values: [StorageValue] = [.text(user.app), .text(user.user.text)]
        var (held, former) = (FactReader(), FactReader())
        var (holding, borrowed): (Set<TransactionKey>, Set<TransactionKey>) = ([], [])
        for row in try scope.rows(Self.facts, values) {
            let original = try row.transactionKey(0)
            let place = try row.integer(2)
            let (signed, body, proof) = (try row.integer(3), try row.text(4), try row.text(5))
            let isRefused = try row.flag(6)
            if place < 0 {
                try former.insert(body: body, signed: signed, proof: proof, isRefused: isRefused)
                continue
            }
            try held.insert(body: body, signed: signed, proof: proof, isRefused: isRefused)
            if place == 0 { holding.insert(original) } else { borrowed.insert(original) }
        }
        let (tenures, spent) = try past(in: scope)
        var holdings = held.facts.holdings(under: rules, at: now, borrowed: borrowed)
        if !tenures.isEmpty {
            let once = former.facts.holdings(under: rules, at: now)
            holdings.grants = (holdings.grants + once.grants).filter { grant in
                (tenures[grant.original] ?? CreditTenures()).credits(
                    user.user, forPaymentAt: grant.purchaseDate, isHolder: holding.contains(grant.original))
            }
        }
        return UserBook(user: user, holdings: holdings, spent: spent)
    }

    /// The facts of all purchases that the user has or had: of those in place 0 or above what they give, of the others
    /// (-1) the credits only.
    private static let facts = SQL(
        sqlite: """
            SELECT h.environment, h.original, h.place, f.signed, f.body, f.proof, r.proof IS NOT NULL
            FROM (
                SELECT environment, original, max(place) AS place FROM (
                    SELECT environment, original, place FROM holder WHERE app = $1 AND person = $2
                    UNION ALL
                    SELECT environment, original, -1 FROM former_holder WHERE app = $1 AND person = $2)
                GROUP BY environment, original) h
            CROSS JOIN fact f ON f.app = $1 AND f.environment = h.environment AND f.original = h.original
            LEFT JOIN refusal r ON r.app = f.app AND r.proof = f.proof
            """,
        postgreSQL: """
            SELECT h.environment, h.original, h.place, f.signed, f.body, f.proof,
                CASE WHEN r.proof IS NULL THEN 0 ELSE 1 END
            FROM (
                SELECT environment, original, max(place) AS place FROM (
                    SELECT environment, original, place FROM holder WHERE app = $1 AND person = $2
                    UNION ALL
                    SELECT environment, original, -1 FROM former_holder WHERE app = $1 AND person = $2) p
                GROUP BY environment, original) h
            JOIN fact f ON f.app = $1 AND f.environment = h.environment AND f.original = h.original
            LEFT JOIN refusal r ON r.app = f.app AND r.proof = f.proof
            """)

    /// Who held what the user has or had, and what the user spent.
    private func past(
        in scope: borrowing some StatementScope & ~Copyable
    ) throws(StorageError) -> (tenures: [TransactionKey: CreditTenures], spent: [String: Int64]) {
        var tenures: [TransactionKey: CreditTenures] = [:]
        var spent: [String: Int64] = [:]
        for row in try scope.rows(Self.past, [.text(user.app), .text(user.user.text)]) {
            if try row.flag(0) {
                spent[try row.text(1)] = try row.integer(4)
            } else {
                // An erased user's name is none.
                let holder = UserIdentifier(try row.text(3))
                let until = try row.instant(4)
                tenures[try row.transactionKey(1), default: CreditTenures()].former.append(
                    CreditTenures.Tenure(holder, until: until))
            }
        }
        return (tenures, spent)
    }

    private static let past: SQL = """
        SELECT 0 AS is_spent, t.environment, t.original, t.person, t.until AS amount, t.number
        FROM (
            SELECT environment, original FROM holder WHERE app = $1 AND person = $2
            UNION
            SELECT environment, original FROM former_holder WHERE app = $1 AND person = $2) h
        CROSS JOIN former_holder t
        WHERE t.app = $1 AND t.environment = h.environment AND t.original = h.original
        UNION ALL
        SELECT 1, credit, '', '', CAST(sum(amount) AS BIGINT), 0 FROM spending
        WHERE app = $1 AND person = $2 GROUP BY credit
        ORDER BY 1, 2, 3, 6
        """
}
