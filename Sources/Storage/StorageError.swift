/// Why the database could not do what it was asked to.
package enum StorageError: Error, Hashable, Sendable {
    /// Why a database cannot be used just now.
    package enum Cause: Hashable, Sendable {
        /// It takes no changes: a stand-by, a file or disk that is read-only.
        case readOnly
        /// No room is left on the disk.
        case full
        /// It cannot be reached or opened, or its disk fails. Nothing was stored.
        case lost
        /// It was lost while a scope was being ended: what was written may be stored, or not.
        case outcomeUnknown
        /// Too many use it, or a lock was not to be had in time.
        case busy
    }

    /// Nothing is wrong with the request, and it can be sent again: the database comes back by itself.
    case unavailable(Cause)
    /// A row of the same key is there; the name of the rule where the engine tells it.
    case duplicate(constraint: String?)
    /// Another rule of the schema was broken.
    case constraint
    /// The scope met others again and again, and was given up.
    case conflict
    /// The statement ran longer than the limit.
    case timedOut
    /// The task was cancelled; nothing was stored.
    case cancelled
    /// A column holds a value of another kind, or a bound value is one that its column cannot take.
    case mismatch(column: Int?)
    /// A newer program has changed the schema.
    case schemaTooNew(component: String, found: Int, known: Int)
    /// A migration that was carried out once is not the one that the program has now, or is missing.
    case migrationChanged(component: String, number: Int)
    /// The URL is of no known kind.
    case badLocation
    /// Anything else: a fault in a statement, a damaged file. The engine's code and words; the words can hold text that
    /// was bound, so ``description`` has the code only.
    case failed(code: String, detail: String)

    /// Whether the same request can succeed later.
    package var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }

    /// Whether the connection, or what is at its end, is of no use any more.
    var isLoss: Bool {
        switch self {
        case .unavailable(.lost), .unavailable(.outcomeUnknown), .unavailable(.readOnly): true
        default: false
        }
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(.readOnly): "the database takes no changes"
        case .unavailable(.full): "the database's disk is full"
        case .unavailable(.lost): "the database cannot be reached"
        case .unavailable(.outcomeUnknown): "the database was lost before it confirmed"
        case .unavailable(.busy): "the database is busy"
        case .duplicate(let constraint): "a row of the same key is there\(constraint.map { " (\($0))" } ?? "")"
        case .constraint: "a rule of the schema was broken"
        case .conflict: "the changes met others again and again"
        case .timedOut: "the statement took too long"
        case .cancelled: "the request was cancelled"
        case .mismatch(let column): "a value is of another kind\(column.map { " (column \($0))" } ?? "")"
        case .schemaTooNew(let component, let found, let known):
            "the schema of \(component) is version \(found), and this program knows \(known): start a newer program"
        case .migrationChanged(let component, let number):
            "migration \(number) of \(component) is not the one that this database was made with"
        case .badLocation: "the database's URL is neither sqlite: nor postgres:"
        case .failed(let code, _): "the database failed with \(code)"
        }
    }
}
