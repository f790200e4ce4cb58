import WindfallCommerce
package import WindfallJSON
import WindfallSignedData
package import WindfallStorage
package import WindfallTimeline

/// What was received, answered and decided, for ever: entries are added and never changed.
///
/// Each user has a chain of entries, and each app one for what has no user. An entry is bound to the one before by its hash
/// (``AuditEntry/hash(previous:)``), and the heads of all chains by checkpoints. What an entry says lies in a table of its
/// own: it can go, so that people can be erased, and the chain still verifies.
package struct AuditTrail: Sendable {
    package static let schema = Schema(
        component: "audit",
        migrations: [
            """
            CREATE TABLE audit_chain (
                chain TEXT PRIMARY KEY,
                app TEXT NOT NULL,
                subject TEXT,
                length BIGINT NOT NULL,
                changed BIGINT NOT NULL,
                erased BIGINT,
                head BYTEA NOT NULL,
                UNIQUE (app, subject)
            ) STRICT;
            CREATE INDEX audit_chain_changed ON audit_chain (chain) WHERE changed = 1;
            CREATE TABLE audit_entry (
                chain TEXT NOT NULL,
                sequence BIGINT NOT NULL,
                date BIGINT NOT NULL,
                kind TEXT NOT NULL,
                content_hash BYTEA NOT NULL,
                hash BYTEA NOT NULL,
                PRIMARY KEY (chain, sequence)
            ) STRICT;
            CREATE TABLE audit_content (
                chain TEXT NOT NULL,
                sequence BIGINT NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (chain, sequence)
            ) STRICT;
            CREATE TABLE audit_checkpoint (
                number BIGINT PRIMARY KEY,
                date BIGINT NOT NULL,
                hash BYTEA NOT NULL
            ) STRICT;
            CREATE TABLE audit_checkpoint_head (
                number BIGINT NOT NULL,
                chain TEXT NOT NULL,
                length BIGINT NOT NULL,
                head BYTEA NOT NULL,
                PRIMARY KEY (number, chain)
            ) STRICT;
            """
        ])

    /// What the chain of an app's own entries has in the place of a user, whose name is never empty.
    static let appSubject = ""

    /// Names chains; nothing follows from a name.
    private let randomness: any Randomness

    package init(randomness: any Randomness) {
        self.randomness = randomness
    }

    /// Adds an entry to a user's chain, together with all else that the scope stores.
    ///
    /// It is the first thing that a scope about a user does: the chain is locked until the scope ends, and with it
    /// whatever belongs to the user. A scope about two users adds to both chains in the order of their names.
    /// - Parameters:
    ///   - kind: what happened.
    ///   - content: what belongs to it: no receipts (their hash instead), no secrets.
    ///   - now: in wall time.
    package func append(
        _ kind: AuditKind, about user: UserKey, content: JSONObject, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try append(kind, about: user, content: prepare(content), at: now, in: scope)
    }

    /// Adds an entry to an app's own chain: keys, products, what has no user.
    package func append(
        _ kind: AuditKind, aboutApp app: String, content: JSONObject, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        _ = try append(kind, app: app, subject: Self.appSubject, content: prepare(content), at: now, in: scope)
    }

    /// What an entry will say, made ready before the scope begins: others wait for the scope.
    func prepare(_ content: JSONObject) -> AuditContent { AuditContent(content, randomness) }

    /// Adds an entry that was made ready to a user's chain; see ``append(_:about:content:at:in:)``.
    ///
    /// - Returns: its number: 1 where nothing happened to the user before.
    @discardableResult
    func append(
        _ kind: AuditKind, about user: UserKey, content: AuditContent, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> Int64 {
        try append(kind, app: user.app, subject: user.user.text, content: content, at: now, in: scope)
    }

    private func append(
        _ kind: AuditKind, app: String, subject: String, content: AuditContent, at now: Instant,
        in scope: borrowing WriteScope
    ) throws(StorageError) -> Int64 {
        let row = try scope.row(
            """
            INSERT INTO audit_chain (chain, app, subject, length, changed, head) VALUES ($1, $2, $3, 1, 1, $4)
            ON CONFLICT (app, subject) DO UPDATE SET length = audit_chain.length + 1, changed = 1
            RETURNING chain, length, head
            """,
            [.text(randomness.uuidText()), .text(app), .text(subject), .bytes(AuditEntry.nothingBefore)])
        guard let row else { throw .failed(code: "audit", detail: "the chain gave no row") }
        let entry = AuditEntry(
            chain: try row.text(0), sequence: try row.integer(1), date: now, kind: kind,
            contentHash: content.hash)
        let hash = entry.hash(previous: try row.bytes(2))
        try scope.runLater(
            "INSERT INTO audit_entry (chain, sequence, date, kind, content_hash, hash) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .text(entry.chain), .integer(entry.sequence), .instant(now), .text(kind.rawValue),
                .bytes(entry.contentHash), .bytes(hash),
            ])
        try scope.runLater(
            "INSERT INTO audit_content (chain, sequence, body) VALUES ($1, $2, $3)",
            [.text(entry.chain), .integer(entry.sequence), .text(content.body)])
        try scope.runLater(
            "UPDATE audit_chain SET head = $2 WHERE chain = $1", [.text(entry.chain), .bytes(hash)])
        return entry.sequence
    }

    /// Forgets who a chain is about and what its entries say. The entries stay, and the chain still verifies; what happens
    /// to a user of the same name later begins a new chain.
    ///
    /// - Returns: false when there is no such chain, or no longer.
    @discardableResult
    package func erase(_ user: UserKey, at now: Instant, in scope: borrowing WriteScope) throws(StorageError) -> Bool {
        let row = try scope.row(
            "UPDATE audit_chain SET subject = NULL, erased = $3 WHERE app = $1 AND subject = $2 RETURNING chain",
            [.text(user.app), .text(user.user.text), .instant(now)])
        guard let chain = try row?.text(0) else { return false }
        try scope.run("DELETE FROM audit_content WHERE chain = $1", [.text(chain)])
        return true
    }
}
