package import WindfallJSON
package import WindfallStorage
package import WindfallTimeline

/// What happened, in one word.
package struct AuditKind: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// What was received, answered and decided, for ever: entries are added and never changed.
package struct AuditTrail: Sendable {
    package static let schema = Schema(component: "audit", migrations: [])

    package init() {}

    /// Adds an entry to a user's chain, together with all else that the scope stores.
    ///
    /// It is the first thing that a scope about a user does: the chain is locked until the scope ends, and with it
    /// whatever belongs to the user.
    /// - Parameters:
    ///   - kind: what happened.
    ///   - content: what belongs to it: no receipts (their hash instead), no secrets.
    ///   - now: in wall time.
    package func append(
        _ kind: AuditKind, about user: UserKey, content: JSONObject, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        preconditionFailure("not there yet")
    }

    /// Adds an entry to an app's own chain: keys, products, what has no user.
    package func append(
        _ kind: AuditKind, aboutApp app: String, content: JSONObject, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        preconditionFailure("not there yet")
    }
}
