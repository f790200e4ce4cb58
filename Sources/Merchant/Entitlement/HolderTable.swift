import WindfallCommerce
import WindfallStorage
import WindfallTimeline

/// Whose the purchases of one app are.
///
/// A purchase's row of place 0 is locked by whoever decides about it, in the order of the purchases.
struct HolderTable: Sendable {
    let app: String

    /// Gives purchases that nobody holds to the user whom their `appAccountToken` names, else to the one who shows them.
    ///
    /// - Parameter user: nil where nobody shows them; what no token names stays nobody's.
    /// - Returns: whom each that was nobody's belongs to now.
    func assign(
        _ originals: [TransactionKey], to user: UserIdentifier?, in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: UserIdentifier] {
        guard !scope.travels, originals.count <= Self.shortCount else {
            return try people(
                try scope.rows(
                    Self.assignment, [.text(app), .text(originals.statementJSON), .optional(user?.text)]))
        }
        var rows: [StorageRow] = []
        for original in originals {
            rows += try scope.rows(Self.shortAssignment, name(original) + [.optional(user?.text)])
        }
        return try people(rows)
    }

    /// Up to how many purchases a statement for each is the quicker way, where it is no journey.
    private static let shortCount = 4
    private static let shortAssignment: SQL = """
        INSERT INTO holder (app, environment, original, place, person)
        SELECT $1, $2, $3, 0, person FROM (SELECT COALESCE((
            SELECT a.person FROM fact f CROSS JOIN account_token a
            WHERE f.app = $1 AND f.environment = $2 AND f.original = $3 AND f.token <> ''
                AND a.app = f.app AND a.token = f.token
            ORDER BY f.signed DESC, f.digest LIMIT 1), $4) AS person)
        WHERE person IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING environment, original, person
        """

    private static let assignment = SQL(
        sqlite: """
            INSERT INTO holder (app, environment, original, place, person)
            SELECT $1, e, o, 0, person FROM (
                SELECT json_extract(x.value, '$.e') AS e, json_extract(x.value, '$.o') AS o, COALESCE((
                    SELECT a.person FROM fact f CROSS JOIN account_token a ON a.app = f.app AND a.token = f.token
                    WHERE f.app = $1 AND f.environment = json_extract(x.value, '$.e')
                        AND f.original = json_extract(x.value, '$.o') AND f.token <> ''
                    ORDER BY f.signed DESC, f.digest LIMIT 1), $3) AS person
                FROM json_each($2) x)
            WHERE person IS NOT NULL
            ON CONFLICT DO NOTHING RETURNING environment, original, person
            """,
        postgreSQL: """
            INSERT INTO holder (app, environment, original, place, person)
            SELECT $1::text, e, o, 0, person FROM (
                SELECT x.e, x.o, COALESCE((
                    SELECT a.person FROM fact f JOIN account_token a ON a.app = f.app AND a.token = f.token
                    WHERE f.app = $1 AND f.environment = x.e AND f.original = x.o AND f.token <> ''
                    ORDER BY f.signed DESC, f.digest LIMIT 1), $3::text) AS person
                FROM json_to_recordset($2::text::json) AS x(e text, o text)) y
            WHERE person IS NOT NULL
            ORDER BY e, o
            ON CONFLICT DO NOTHING RETURNING environment, original, person
            """)

    /// Who holds each of some purchases, locked until the scope ends.
    func holders(
        of originals: [TransactionKey], in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: UserIdentifier] {
        try people(try scope.rows(Self.lockedHolders, [.text(app), .text(originals.statementJSON)]))
    }

    private static let lockedHolders = SQL(
        sqlite: """
            SELECT h.environment, h.original, h.person FROM json_each($2) x
            CROSS JOIN holder h ON h.app = $1 AND h.environment = json_extract(x.value, '$.e')
                AND h.original = json_extract(x.value, '$.o') AND h.place = 0
            """,
        postgreSQL: """
            SELECT h.environment, h.original, h.person
            FROM json_to_recordset($2::text::json) AS x(e text, o text)
            JOIN holder h ON h.app = $1 AND h.environment = x.e AND h.original = x.o AND h.place = 0
            ORDER BY h.environment, h.original FOR UPDATE OF h
            """)

    /// The users that have a purchase, the holder first.
    func users(
        of original: TransactionKey, in scope: borrowing some StatementScope & ~Copyable
    ) throws(StorageError) -> PurchaseHolders {
        var users: [UserIdentifier] = []
        for row in try scope.rows(
            "SELECT person FROM holder WHERE app = $1 AND environment = $2 AND original = $3 ORDER BY place",
            name(original))
        {
            users.append(try row.user(0))
        }
        return PurchaseHolders(users)
    }

    /// Makes a user the one and only holder.
    ///
    /// - Parameters:
    ///   - date: until then the holder before has the credits of what is paid; nil gives them to the new one too.
    func transfer(
        _ original: TransactionKey, to user: UserIdentifier, keepingCreditsUntil date: Instant?,
        in scope: borrowing WriteScope
    ) throws(StorageError) {
        let name = name(original)
        if let date { try retire(original, until: date, in: scope) }
        try scope.runLater(
            "DELETE FROM holder WHERE app = $1 AND environment = $2 AND original = $3 AND place > 0", name)
        try scope.runLater(
            """
            UPDATE holder SET person = $4 WHERE app = $1 AND environment = $2 AND original = $3 AND place = 0
            """, name + [.text(user.text)])
    }

    /// Writes down until when the present holder had a purchase.
    private func retire(
        _ original: TransactionKey, until date: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            """
            INSERT INTO former_holder (app, environment, original, number, person, until)
            SELECT h.app, h.environment, h.original, (
                SELECT CAST(count(*) AS BIGINT) FROM former_holder f
                WHERE f.app = h.app AND f.environment = h.environment AND f.original = h.original), h.person, CAST($4 AS BIGINT)
            FROM holder h WHERE h.app = $1 AND h.environment = $2 AND h.original = $3 AND h.place = 0
            """, name(original) + [.instant(date)])
    }

    /// Gives a purchase to a user that nobody holds.
    func hold(
        _ original: TransactionKey, by user: UserIdentifier, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            "INSERT INTO holder (app, environment, original, place, person) VALUES ($1, $2, $3, 0, $4)",
            name(original) + [.text(user.text)])
    }

    /// Takes the credits of what was paid from those who held a purchase before.
    func forgetFormer(of original: TransactionKey, in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater(
            "DELETE FROM former_holder WHERE app = $1 AND environment = $2 AND original = $3", name(original))
    }

    /// Lets a user have a purchase beside its holder.
    func share(
        _ original: TransactionKey, with user: UserIdentifier, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            """
            INSERT INTO holder (app, environment, original, place, person)
            SELECT app, environment, original, max(place) + 1, CAST($4 AS TEXT) FROM holder
            WHERE app = $1 AND environment = $2 AND original = $3 GROUP BY app, environment, original
            """, name(original) + [.text(user.text)])
    }

    // MARK: Rebuilding

    /// Who has and had a purchase.
    func possession(
        of original: TransactionKey, in scope: borrowing some StatementScope & ~Copyable
    ) throws(StorageError) -> Possession {
        var possession = Possession()
        for row in try scope.rows(
            "SELECT person FROM holder WHERE app = $1 AND environment = $2 AND original = $3 ORDER BY place",
            name(original))
        {
            possession.people.append(try row.text(0))
        }
        for row in try scope.rows(
            """
            SELECT person, until FROM former_holder WHERE app = $1 AND environment = $2 AND original = $3
            ORDER BY number
            """, name(original))
        {
            possession.former.append(Possession.Former(person: try row.text(0), until: try row.integer(1)))
        }
        return possession
    }

    /// Replaces who has and had a purchase.
    func set(
        _ possession: Possession, of original: TransactionKey, in scope: borrowing WriteScope
    ) throws(StorageError) {
        let name = name(original)
        try scope.runLater("DELETE FROM holder WHERE app = $1 AND environment = $2 AND original = $3", name)
        try forgetFormer(of: original, in: scope)
        for (place, person) in possession.people.enumerated() {
            try scope.runLater(
                """
                INSERT INTO holder (app, environment, original, place, person) VALUES ($1, $2, $3, $4, $5)
                """, name + [.integer(Int64(place)), .text(person)])
        }
        for (number, former) in possession.former.enumerated() {
            try scope.runLater(
                """
                INSERT INTO former_holder (app, environment, original, number, person, until)
                VALUES ($1, $2, $3, $4, $5, $6)
                """, name + [.integer(Int64(number)), .text(former.person), .integer(former.until)])
        }
    }

    private func name(_ original: TransactionKey) -> [StorageValue] {
        [.text(app), .text(original.environment.rawValue), .text(original.id)]
    }

    private func people(_ rows: [StorageRow]) throws(StorageError) -> [TransactionKey: UserIdentifier] {
        var people: [TransactionKey: UserIdentifier] = [:]
        for row in rows { people[try row.transactionKey(0)] = try row.user(2) }
        return people
    }
}

extension StorageRow {
    /// A purchase's environment and first transaction, side by side.
    func transactionKey(_ column: Int) throws(StorageError) -> TransactionKey {
        TransactionKey(Environment(rawValue: try text(column)), try text(column + 1))
    }

    func user(_ column: Int) throws(StorageError) -> UserIdentifier {
        guard let user = UserIdentifier(try text(column)) else { throw .mismatch(column: column) }
        return user
    }
}
