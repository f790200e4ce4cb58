import WindfallCommerce
package import WindfallJSON
import WindfallSignedData
package import WindfallStorage
import WindfallTimeline

/// The trail, for those who run the server.
extension Merchant {
    /// The entries about a user, or about an app itself; the oldest first.
    package func auditEntries(app: String, user: UserKey?) async throws(StorageError) -> [AuditRecord] {
        try await database.read { [trail] scope throws(StorageError) in
            try trail.entries(app: app, subject: user?.user.text ?? AuditTrail.appSubject, in: scope)
        }
    }

    /// See ``AuditTrail/verify(_:containing:)``.
    package func verifyAuditTrail(containing kept: [UInt8]? = nil) async throws(StorageError) -> AuditReport {
        try await trail.verify(database, containing: kept)
    }

    /// See ``AuditTrail/checkpoint(in:at:)``.
    package func checkpointAuditTrail() async throws(StorageError) -> (number: Int64, hash: [UInt8])? {
        try await trail.checkpoint(in: database, at: clock.wall.now)
    }
}

/// An entry with what it says.
package struct AuditRecord: Hashable, Sendable {
    package var entry: AuditEntry
    package var hash: [UInt8]
    /// What it says; nil when that was erased.
    package var content: JSONObject?

    package var json: JSON {
        [
            "chain": .string(entry.chain), "sequence": .integer(entry.sequence),
            "date": .integer(entry.date.milliseconds), "kind": .string(entry.kind.rawValue),
            "hash": .string(Hexadecimal.encode(hash)), "content": content.map { .object($0) } ?? .null,
        ]
    }
}

extension AuditReport {
    /// What was found, as a program reads it; `fault` is null when the trail is intact.
    package var json: JSON {
        var json: JSONObject = [
            "intact": .bool(fault == nil), "chains": .integer(Int64(chains)), "entries": .integer(Int64(entries)),
            "erased": .integer(Int64(erased)), "checkpoints": .integer(Int64(checkpoints)),
        ]
        json["newestCheckpoint"] = newestCheckpoint.map { .string(Hexadecimal.encode($0)) } ?? .null
        json["fault"] =
            fault.map { fault in
                [
                    "code": .string(fault.code.rawValue), "chain": fault.chain.map { .string($0) } ?? .null,
                    "sequence": fault.sequence.map { .integer($0) } ?? .null,
                ]
            } ?? .null
        return .object(json)
    }
}

extension AuditTrail {
    /// The entries of the chain about a user, or an app itself.
    func entries(app: String, subject: String, in scope: borrowing ReadScope) throws(StorageError) -> [AuditRecord] {
        let rows = try scope.rows(
            """
            SELECT e.chain, e.sequence, e.date, e.kind, e.content_hash, e.hash, c.body FROM audit_chain a
            JOIN audit_entry e ON e.chain = a.chain
            LEFT JOIN audit_content c ON c.chain = e.chain AND c.sequence = e.sequence
            WHERE a.app = $1 AND a.subject = $2 ORDER BY e.sequence
            """, [.text(app), .text(subject)])
        var records: [AuditRecord] = []
        for row in rows {
            let entry = AuditEntry(
                chain: try row.text(0), sequence: try row.integer(1), date: try row.instant(2),
                kind: AuditKind(rawValue: try row.text(3)), contentHash: try row.bytes(4))
            let body = try row.optionalText(6).map { Array($0.utf8) }
            records.append(
                AuditRecord(
                    entry: entry, hash: try row.bytes(5),
                    content: body.flatMap { (try? JSON(reading: $0.span))?.object }))
        }
        return records
    }
}
