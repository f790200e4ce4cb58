import WindfallCommerce
import WindfallJSON
import WindfallStorage

/// The facts of one app.
struct FactTable: Sendable {
    let app: String

    /// How many rows one statement inserts at most.
    private static let rowsPerStatement = 2_000

    /// Records facts, known already or not, in whatever order they come.
    ///
    /// - Parameter rows: in the order of their keys, so that two scopes never wait for each other in a circle.
    func insert(_ rows: [FactRow], in scope: borrowing WriteScope) throws(StorageError) {
        if rows.count <= Self.shortCount {
            for row in rows { try scope.runLater(Self.shortInsertion, [.text(app)] + row.values) }
            return
        }
        var start = 0
        while start < rows.count {
            let end = min(start + Self.rowsPerStatement, rows.count)
            let list = JSON.array(rows[start..<end].map(\.json))
            try scope.runLater(Self.insertion, [.text(app), .text(list.text())])
            start = end
        }
    }

    /// Up to how many rows a statement for each is the quicker way.
    private static let shortCount = 4
    private static let shortInsertion: SQL = """
        INSERT INTO fact (app, environment, original, identifier, proof, digest, signed, token, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (app, environment, original, identifier, proof, digest)
        DO UPDATE SET signed = excluded.signed WHERE excluded.signed > fact.signed
        """

    private static let insertion = SQL(
        sqlite: """
            INSERT INTO fact (app, environment, original, identifier, proof, digest, signed, token, body)
            SELECT $1, json_extract(value, '$.e'), json_extract(value, '$.o'), json_extract(value, '$.i'),
                json_extract(value, '$.p'), json_extract(value, '$.d'), json_extract(value, '$.s'),
                json_extract(value, '$.t'), json_extract(value, '$.b')
            FROM json_each($2) WHERE true
            ON CONFLICT (app, environment, original, identifier, proof, digest)
            DO UPDATE SET signed = excluded.signed WHERE excluded.signed > fact.signed
            """,
        postgreSQL: """
            INSERT INTO fact (app, environment, original, identifier, proof, digest, signed, token, body)
            SELECT $1::text, e, o, i, p, d, s, t, b
            FROM json_to_recordset($2::text::json)
                AS x(e text, o text, i text, p text, d text, s bigint, t text, b text)
            ORDER BY e, o, i, p, d
            ON CONFLICT (app, environment, original, identifier, proof, digest)
            DO UPDATE SET signed = excluded.signed WHERE excluded.signed > fact.signed
            """)

    /// Writes a damaged row anew.
    ///
    /// - Returns: whether it was still as it was found.
    func replace(
        _ damaged: DamagedFact, by row: FactRow, in scope: borrowing WriteScope
    ) throws(StorageError) -> Bool {
        try scope.run(
            """
            UPDATE fact SET signed = $7, token = $8, body = $9
            WHERE app = $1 AND environment = $2 AND original = $3 AND identifier = $4 AND proof = $5 AND digest = $6
                AND signed = $10 AND body = $11
            """,
            name(row.key) + [
                .integer(row.signed), .text(row.token), .text(row.body), .integer(damaged.signed),
                .text(damaged.body),
            ]) > 0
    }

    /// Removes a fact that follows from nothing.
    ///
    /// - Returns: whether it was there.
    func remove(_ key: FactRow.Key, in scope: borrowing WriteScope) throws(StorageError) -> Bool {
        try scope.run(
            """
            DELETE FROM fact WHERE app = $1 AND environment = $2 AND original = $3 AND identifier = $4
                AND proof = $5 AND digest = $6 AND kept = 0
            """, name(key)) > 0
    }

    private func name(_ key: FactRow.Key) -> [StorageValue] {
        [
            .text(app), .text(key.environment), .text(key.original), .text(key.identifier), .text(key.proof),
            .text(key.digest),
        ]
    }

    /// What is known of some purchases.
    func facts(
        of originals: [TransactionKey], in scope: borrowing some StatementScope & ~Copyable
    ) throws(StorageError) -> PurchaseFacts {
        let rows = try scope.rows(Self.selection, [.text(app), .text(originals.statementJSON)])
        var reader = FactReader()
        for row in rows {
            try reader.insert(
                body: row.text(1), signed: row.integer(0), proof: row.text(2), isRefused: row.flag(3))
        }
        return reader.facts
    }

    private static let selection = SQL(
        sqlite: """
            SELECT f.signed, f.body, f.proof, r.proof IS NOT NULL
            FROM json_each($2) x
            CROSS JOIN fact f ON f.app = $1 AND f.environment = json_extract(x.value, '$.e')
                AND f.original = json_extract(x.value, '$.o')
            LEFT JOIN refusal r ON r.app = f.app AND r.proof = f.proof
            """,
        postgreSQL: """
            SELECT f.signed, f.body, f.proof, CASE WHEN r.proof IS NULL THEN 0 ELSE 1 END
            FROM json_to_recordset($2::text::json) AS x(e text, o text)
            JOIN fact f ON f.app = $1 AND f.environment = x.e AND f.original = x.o
            LEFT JOIN refusal r ON r.app = f.app AND r.proof = f.proof
            """)
}

/// Makes facts out of rows.
struct FactReader {
    private(set) var facts = PurchaseFacts()

    /// - Throws: ``StorageError`` for a body that is no fact: the row was damaged, and `rebuild` mends it.
    mutating func insert(body: String, signed: Int64, proof: String, isRefused: Bool) throws(StorageError) {
        var list = FactList()
        guard list.append(body: body, signed: signed) else { throw .mismatch(column: nil) }
        facts.insert(list)
        if isRefused { facts.refuse(proof: proof) }
    }
}

extension [TransactionKey] {
    /// For a statement about several purchases: an array of objects with `e` and `o`.
    var statementJSON: String {
        JSON.array(map { ["e": .string($0.environment.rawValue), "o": .string($0.id)] }).text()
    }
}
