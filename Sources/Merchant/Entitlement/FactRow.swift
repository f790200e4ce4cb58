import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

/// A fact as it lies in the table.
///
/// Its name is all that it says, without when it was signed: told again, only the later date is kept, and nothing is lost
/// by it, since the later date decides in any case.
struct FactRow: Hashable, Sendable {
    /// The primary key, without the app.
    struct Key: Hashable, Comparable, Sendable {
        var environment: String
        /// The first transaction of the purchase, as this fact tells it.
        var original: String
        /// The transaction; empty for what is told of a renewal.
        var identifier: String
        /// Empty for the store's word.
        var proof: String
        /// The first 16 bytes of the SHA-256 of the body, in hexadecimal digits.
        var digest: String

        private var order: (String, String, String, String, String) {
            (environment, original, identifier, proof, digest)
        }

        static func < (first: Key, second: Key) -> Bool { first.order < second.order }
    }

    var key: Key
    /// In milliseconds; ``unsigned`` where nobody tells.
    var signed: Int64
    /// The `appAccountToken` in small letters; empty without one.
    var token: String
    /// The fact as JSON, without when it was signed.
    var body: String

    /// Stands for no date: as a number of JSON the least one does not survive SQLite.
    static let unsigned = Int64.min + 1
    private static let signedKey = "signedDate"
    private static let digestCount = 16
    /// In bytes; a row of an index of PostgreSQL has 2,700 at most.
    static let longestName = 255

    init(_ fact: PurchaseFact) {
        self.init(
            fact.json, environment: fact.key.environment, original: fact.originalTransactionID ?? fact.key.id,
            identifier: fact.key.id, proof: fact.proof, token: fact.appAccountToken)
    }

    init(_ fact: RenewalFact) {
        self.init(
            fact.json, environment: fact.original.environment, original: fact.original.id, identifier: "",
            proof: fact.proof, token: nil)
    }

    private init(
        _ json: JSON, environment: Environment, original: String, identifier: String, proof: String?, token: String?
    ) {
        var stored = json.object ?? JSONObject()
        signed = max(stored[Self.signedKey]?.int64 ?? Self.unsigned, Self.unsigned)
        stored[Self.signedKey] = nil
        body = JSON.object(stored).text()
        self.token = token?.lowercased() ?? ""
        key = Key(
            environment: environment.rawValue, original: original, identifier: identifier, proof: proof ?? "",
            digest: Self.digest(of: body))
    }

    /// The rows of facts in the order of their keys, each once. Facts with names that no database can store as a key (too
    /// long, or with a zero byte) are left out: no store signs such.
    static func rows(_ facts: FactList) -> [FactRow] {
        var rows: [Key: FactRow] = [:]
        for row in facts.purchases.map(FactRow.init) + facts.renewals.map(FactRow.init) where row.isStorable {
            if let known = rows[row.key], known.signed >= row.signed { continue }
            rows[row.key] = row
        }
        return rows.values.sorted { $0.key < $1.key }
    }

    private var isStorable: Bool {
        [key.environment, key.original, key.identifier, key.proof, token].allSatisfy {
            $0.utf8.count <= Self.longestName && !$0.utf8.contains(0)
        }
    }

    /// The purchase that it belongs to.
    var original: TransactionKey { TransactionKey(Environment(rawValue: key.environment), key.original) }

    /// For the statement that inserts many.
    var json: JSON {
        [
            "e": .string(key.environment), "o": .string(key.original), "i": .string(key.identifier),
            "p": .string(key.proof), "d": .string(key.digest), "s": .integer(signed), "t": .string(token),
            "b": .string(body),
        ]
    }

    /// For the statement that inserts one.
    var values: [StorageValue] {
        [
            .text(key.environment), .text(key.original), .text(key.identifier), .text(key.proof), .text(key.digest),
            .integer(signed), .text(token), .text(body),
        ]
    }

    /// What stands for a body in a key.
    static func digest(of body: String) -> String {
        let bytes = Array(body.utf8)
        return Hexadecimal.encode(Array(Digest.bytes(.sha256, of: bytes.span).prefix(digestCount)))
    }
}

extension FactList {
    /// Adds the fact of a row.
    ///
    /// - Returns: whether the body is one of a fact.
    mutating func append(body: String, signed: Int64) -> Bool {
        guard let json = try? JSON(reading: body) else { return false }
        let date = signed <= FactRow.unsigned ? nil : Instant(milliseconds: signed)
        if var fact = PurchaseFact(json: json) {
            fact.signedDate = date
            purchases.append(fact)
        } else if var fact = RenewalFact(json: json) {
            fact.signedDate = date
            renewals.append(fact)
        } else {
            return false
        }
        return true
    }
}
