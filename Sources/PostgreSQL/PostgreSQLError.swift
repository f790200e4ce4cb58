import WindfallCPostgreSQL

/// Why PostgreSQL, or the way to it, could not do what it was asked to.
package struct PostgreSQLError: Error, Hashable, Sendable {
    /// What was being done.
    package enum Operation: Hashable, Sendable {
        case connect, send, receive, run, read
    }

    /// What a caller decides by.
    package enum Kind: Hashable, Sendable {
        /// A row of the same key is there (23505).
        case duplicate
        /// Another rule of the schema was broken (23…).
        case constraint
        /// The write scope met another one and can be tried again (40001, 40P01).
        case conflict
        /// No connection, or one that ended (08…, 57P0…). What was committed meanwhile is not known.
        case lost
        /// The server takes no changes, for example a stand-by (25006).
        case readOnly
        /// No room is left on the server's disk (53100).
        case full
        /// The server has no connection or memory to spare, or a lock was not to be had in time (53…, 55P03).
        case busy
        /// The server stopped the statement: it was cancelled, or ran longer than `statement_timeout` (57014).
        case stopped
        /// A prepared statement no longer fits the schema; a new connection prepares it anew (0A000 and 26000).
        case stale
        /// A value that the server cannot take, or a column of a type that is not read here (22…, 42804).
        case mismatch
        case other
    }

    package var operation: Operation
    /// The SQLSTATE, five characters; `https://www.postgresql.org/docs/current/errcodes-appendix.html`.
    package var state: String
    /// The rule of the schema that was broken, where there is one.
    package var constraint: String?
    /// The server's words. They can hold text that was bound, so they are for developers only.
    package var detail: String

    package init(_ operation: Operation, state: String, constraint: String? = nil, detail: String = "") {
        self.operation = operation
        self.state = state
        self.constraint = constraint
        self.detail = detail
    }

    /// What the state stands for.
    package var kind: Kind {
        switch state {
        case "23505": .duplicate
        case "40001", "40P01": .conflict
        case "25006": .readOnly
        case "53100": .full
        case "55P03": .busy
        case "57014": .stopped
        case "57P01", "57P02", "57P03", "57P05": .lost
        case "26000": .stale
        case "0A000" where detail.hasPrefix(Self.changedPlan): .stale
        // Bytes that are no value of the parameter's type, or too few or many values.
        case "42804", "08P01": .mismatch
        default:
            switch state.prefix(2) {
            case "08": .lost
            case "22": .mismatch
            case "23": .constraint
            case "53": .busy
            default: .other
            }
        }
    }

    /// The state has other meanings too; this one is told apart by the words alone (PostgreSQL's `plancache.c`).
    private static let changedPlan = "cached plan must not change result type"

    /// No connection, in libpq's terms: connection_failure.
    static let lostState = "08006"

    /// The newest failure of a connection itself.
    static func newest(_ operation: Operation, of connection: OpaquePointer?) -> PostgreSQLError {
        let words = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
        return PostgreSQLError(operation, state: lostState, detail: words)
    }

    /// What a result of the server says.
    init(result: OpaquePointer) {
        func field(_ code: UnicodeScalar) -> String? {
            unsafe PQresultErrorField(result, Int32(code.value)).map { unsafe String(cString: $0) }
        }
        // The fields' letters are libpq's PG_DIAG_SQLSTATE, PG_DIAG_CONSTRAINT_NAME and PG_DIAG_MESSAGE_PRIMARY.
        self.init(
            .run, state: field("C") ?? Self.lostState, constraint: field("n"),
            detail: unsafe field("M") ?? String(cString: PQresultErrorMessage(result)))
    }
}

extension PostgreSQLError: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        "PostgreSQL could not \(operation): \(constraint.map { "\($0), " } ?? "")SQLSTATE \(state)"
    }
    package var debugDescription: String { "\(description): \(detail)" }
}
