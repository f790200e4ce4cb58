import WindfallCommerce
import WindfallJSON
import WindfallStorage

/// What was decided about a purchase or a user, so that who holds what can be made anew.
struct Claim: Hashable, Sendable {
    /// In one word, as the log and the audit trail have it.
    enum Decision: String, Hashable, Sendable, CaseIterable {
        /// Nobody held it.
        case assigned
        /// It went from `other` to `person`, who showed it.
        case transferred
        /// `person` has it beside `other`.
        case shared
        /// It stayed with `other`.
        case refused
        /// Somebody in charge gave it to `person`; the credits stay where they are.
        case moved
        /// The same, with the credits.
        case movedWithCredits
        /// All that proved it was refused by the store: it is nobody's.
        case withdrawn
        /// The anonymous user `person` became `other`.
        case merged
        /// All traces of `person` were removed.
        case erased
    }

    /// Nil for what is about a user.
    var original: TransactionKey?
    var person: String
    /// The other user; empty where there is none.
    var other = ""
    var decision: Decision
}

extension Claim {
    /// - Returns: nil for what changed nothing.
    init?(_ original: TransactionKey, _ user: UserIdentifier, _ decision: TransferDecision) {
        switch decision {
        case .unchanged: return nil
        case .assigned: self.init(original: original, person: user.text, decision: .assigned)
        case .transferred(let before):
            self.init(
                original: original, person: user.text, other: before.first?.text ?? "", decision: .transferred)
        case .shared(let holder):
            self.init(original: original, person: user.text, other: holder.text, decision: .shared)
        case .refused(let holder):
            self.init(original: original, person: user.text, other: holder.text, decision: .refused)
        }
    }

    fileprivate var json: JSON {
        [
            "e": .string(original?.environment.rawValue ?? ""), "o": .string(original?.id ?? ""),
            "p": .string(person), "x": .string(other), "d": .string(decision.rawValue),
        ]
    }
}

/// The log of claims of one app; it only grows, but that erasing a user takes out the name.
struct ClaimLog: Sendable {
    let app: String

    func add(_ claims: [Claim], at now: Moment, in scope: borrowing WriteScope) throws(StorageError) {
        guard claims.count > Self.shortCount else {
            for claim in claims {
                try scope.runLater(
                    Self.shortInsertion,
                    [
                        .text(app), .text(claim.original?.environment.rawValue ?? ""), .text(claim.original?.id ?? ""),
                        .text(claim.person), .text(claim.other), .text(claim.decision.rawValue), .instant(now.store),
                        .instant(now.wall),
                    ])
            }
            return
        }
        try scope.runLater(
            Self.insertion,
            [.text(app), .text(JSON.array(claims.map(\.json)).text()), .instant(now.store), .instant(now.wall)])
    }

    /// Up to how many claims a statement for each is the quicker way.
    private static let shortCount = 4
    private static let shortInsertion: SQL = """
        INSERT INTO claim (app, environment, original, person, other, decision, store_date, wall_date)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """

    private static let insertion = SQL(
        sqlite: """
            INSERT INTO claim (app, environment, original, person, other, decision, store_date, wall_date)
            SELECT $1, json_extract(value, '$.e'), json_extract(value, '$.o'), json_extract(value, '$.p'),
                json_extract(value, '$.x'), json_extract(value, '$.d'), $3, $4
            FROM json_each($2)
            """,
        postgreSQL: """
            INSERT INTO claim (app, environment, original, person, other, decision, store_date, wall_date)
            SELECT $1::text, e, o, p, x, d, $3::bigint, $4::bigint
            FROM json_to_recordset($2::text::json) AS c(e text, o text, p text, x text, d text)
            """)
}
