package import WindfallJSON

/// Something in the ledger's tables that is not what follows from the recorded receipts, answers and claims.
package struct LedgerDifference: Hashable, Sendable {
    /// In which way it differs.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It has to be there and is not.
        case missing
        /// It is there and follows from nothing.
        case unexpected
        /// It is there and says something else.
        case changed
        /// What it follows from can't be read or proved any more; nothing is removed because of it.
        case unprovable
    }

    package var kind: Kind
    /// `fact`, `refusal`, `holder`, or `submission` and `answer` for what can't be read.
    package var table: String
    package var app: String
    /// Which row: the purchase and the transaction, or the proof. It names no user.
    package var name: String

    /// A line for people.
    package var text: String { "\(kind.rawValue) \(table) \(app) \(name)" }

    package var json: JSON {
        ["kind": .string(kind.rawValue), "table": .string(table), "app": .string(app), "name": .string(name)]
    }
}

/// What a rebuild found.
package struct RebuildReport: Hashable, Sendable {
    /// How many of each there were to look at.
    package var submissions = 0
    package var answers = 0
    package var claims = 0
    package var facts = 0
    package var purchases = 0
    /// All differences, table by table.
    package var differences: [LedgerDifference] = []
    /// How many of them were mended.
    package var mended = 0

    /// Whether all of it comes out as it is stored.
    package var isSame: Bool { differences.isEmpty }

    package var json: JSON {
        [
            "submissions": .integer(Int64(submissions)), "answers": .integer(Int64(answers)),
            "claims": .integer(Int64(claims)), "facts": .integer(Int64(facts)),
            "purchases": .integer(Int64(purchases)), "mended": .integer(Int64(mended)),
            "differences": .array(differences.map(\.json)),
        ]
    }
}
