import WindfallJSON
package import WindfallStorage
package import WindfallTimeline

/// The keys as rows: of each key's text only the hash is kept.
package struct KeyRecords: Sendable {
    package static let schema = Schema(
        component: "access",
        migrations: [
            """
            CREATE TABLE access_key (
                id TEXT PRIMARY KEY,
                app TEXT NOT NULL,
                role TEXT NOT NULL,
                label TEXT NOT NULL,
                created BIGINT NOT NULL,
                revoked BIGINT,
                digest BYTEA NOT NULL
            ) STRICT;
            CREATE INDEX access_key_app ON access_key (app, created);
            """
        ])

    /// The longest label, in bytes.
    package static let longestLabel = 128

    let trail: AuditTrail
    let randomness: any Randomness

    package init(trail: AuditTrail, randomness: any Randomness) {
        self.trail = trail
        self.randomness = randomness
    }

    /// Makes a key: how the command line makes an app's first one, and the interface all others.
    ///
    /// - Parameters:
    ///   - label: what its owner calls it, at most ``longestLabel`` bytes.
    ///   - now: in wall time.
    /// - Returns: the key and its text, which cannot be had again.
    package func make(
        _ role: Role, for app: String, label: String, at now: Instant, in database: Database
    ) async throws(StorageError) -> (key: AccessKey, text: Secret) {
        let text = AccessKeyText(role, randomness)
        let key = AccessKey(id: text.id, app: app, role: role, label: label, created: now)
        let digest = text.digest
        try await database.write(.statement) { [trail] scope throws(StorageError) in
            try trail.append(
                .keyMade, aboutApp: app,
                content: ["keyId": .string(key.id), "role": .string(role.rawValue), "label": .string(label)], at: now,
                in: scope)
            try scope.run(
                "INSERT INTO access_key (id, app, role, label, created, digest) VALUES ($1, $2, $3, $4, $5, $6)",
                [
                    .text(key.id), .text(app), .text(role.rawValue), .text(label), .instant(now), .bytes(digest),
                ])
        }
        return (key, Secret(text.text))
    }

    /// All keys of an app, revoked ones too, the oldest first.
    package func keys(of app: String, in database: Database) async throws(StorageError) -> [AccessKey] {
        try await database.read { scope throws(StorageError) in
            var keys: [AccessKey] = []
            let rows = try scope.rows(
                "SELECT id, app, role, label, created, revoked FROM access_key WHERE app = $1 ORDER BY created, id",
                [.text(app)])
            for row in rows { if let key = try Self.key(row) { keys.append(key) } }
            return keys
        }
    }

    /// Refuses a key from now on; other processes notice within ``KeyMemory/life``.
    ///
    /// - Returns: false when the app has no such key. One that is revoked already stays so.
    package func revoke(
        _ id: String, of app: String, at now: Instant, in database: Database
    ) async throws(StorageError) -> Bool {
        try await database.write(.statement) { [trail] scope throws(StorageError) in
            let known = try scope.row(
                "SELECT revoked FROM access_key WHERE id = $1 AND app = $2", [.text(id), .text(app)])
            guard let known else { return false }
            guard try known.isNull(0) else { return true }
            try trail.append(.keyRevoked, aboutApp: app, content: ["keyId": .string(id)], at: now, in: scope)
            try scope.run(
                "UPDATE access_key SET revoked = $2 WHERE id = $1 AND revoked IS NULL", [.text(id), .instant(now)])
            return true
        }
    }

    /// A key and the hash of its text.
    func stored(_ id: String, in database: Database) async throws(StorageError) -> (key: AccessKey, digest: [UInt8])? {
        try await database.read { scope throws(StorageError) in
            let row = try scope.row(
                "SELECT id, app, role, label, created, revoked, digest FROM access_key WHERE id = $1", [.text(id)])
            guard let row, let key = try Self.key(row) else { return nil }
            return (key, try row.bytes(6))
        }
    }

    private static func key(_ row: StorageRow) throws(StorageError) -> AccessKey? {
        // A role of a later version is none here.
        guard let role = Role(rawValue: try row.text(2)) else { return nil }
        return AccessKey(
            id: try row.text(0), app: try row.text(1), role: role, label: try row.text(3),
            created: try row.instant(4), revoked: try row.optionalInstant(5))
    }
}

extension AuditKind {
    static let keyMade = AuditKind(rawValue: "key.made")
    static let keyRevoked = AuditKind(rawValue: "key.revoked")
}
