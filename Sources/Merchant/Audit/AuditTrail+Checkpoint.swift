package import WindfallStorage
package import WindfallTimeline

/// What binds the chains to one another, so that an end that was cut off, or a chain that is gone, is found.
package struct AuditCheckpoint: Hashable, Sendable {
    /// From 1, without gaps.
    package var number: Int64
    package var date: Instant
    /// The chains that changed since the checkpoint before, in the order of their names.
    package var heads: [Head]

    /// Where a chain ended.
    package struct Head: Hashable, Sendable {
        package var chain: String
        /// How many entries it had.
        package var length: Int64
        /// The hash of the last of them.
        package var head: [UInt8]
    }

    /// The checkpoint's hash: SHA-256 of the lines `windfall audit checkpoint 1`, the number, the date in milliseconds, the
    /// hash of the checkpoint before, and for each chain its name, its length and its head with a blank between them.
    package func hash(previous: [UInt8]) -> [UInt8] {
        AuditHash.of(
            lines: [
                "windfall audit checkpoint 1", String(number), String(date.milliseconds), AuditHash.text(previous),
            ] + heads.map { "\($0.chain) \($0.length) \(AuditHash.text($0.head))" })
    }
}

extension AuditTrail {
    /// How many chains one checkpoint holds at most; more take several.
    private static let headsPerCheckpoint: Int64 = 10_000

    /// Hashes the heads of all chains that changed since the last checkpoint.
    ///
    /// - Returns: the newest checkpoint's number and hash; nil when nothing was ever written. Kept elsewhere, the hash
    ///   proves later that nothing of the trail is missing.
    @discardableResult
    package func checkpoint(
        in database: Database, at now: Instant
    ) async throws(StorageError) -> (number: Int64, hash: [UInt8])? {
        while try await database.write(
            .statement, { scope throws(StorageError) in try Self.addCheckpoint(at: now, in: scope) })
        {}
        let row = try await database.read { scope throws(StorageError) in
            try scope.row("SELECT number, hash FROM audit_checkpoint ORDER BY number DESC LIMIT 1")
        }
        guard let row else { return nil }
        return (try row.integer(0), try row.bytes(1))
    }

    /// - Returns: whether there may be more.
    private static func addCheckpoint(at now: Instant, in scope: borrowing WriteScope) throws(StorageError) -> Bool {
        try scope.lock("audit checkpoint")
        let last = try scope.row("SELECT number, hash FROM audit_checkpoint ORDER BY number DESC LIMIT 1")
        let number = (try last?.integer(0) ?? 0) + 1
        let rows = try scope.rows(
            """
            INSERT INTO audit_checkpoint_head (number, chain, length, head)
            SELECT $1, chain, length, head FROM audit_chain WHERE changed = 1 ORDER BY chain LIMIT $2
            RETURNING chain, length, head
            """, [.integer(number), .integer(headsPerCheckpoint)])
        guard !rows.isEmpty else { return false }
        var checkpoint = AuditCheckpoint(number: number, date: now, heads: [])
        for row in rows {
            checkpoint.heads.append(
                AuditCheckpoint.Head(chain: try row.text(0), length: try row.integer(1), head: try row.bytes(2)))
        }
        checkpoint.heads.sort { $0.chain.utf8.lexicographicallyPrecedes($1.chain.utf8) }
        try scope.run(
            "INSERT INTO audit_checkpoint (number, date, hash) VALUES ($1, $2, $3)",
            [
                .integer(number), .instant(now),
                .bytes(checkpoint.hash(previous: try last?.bytes(1) ?? AuditEntry.nothingBefore)),
            ])
        // A chain that grew meanwhile stays for the next one.
        try scope.run(
            """
            UPDATE audit_chain SET changed = 0 WHERE changed = 1 AND EXISTS (
                SELECT 1 FROM audit_checkpoint_head h
                WHERE h.number = $1 AND h.chain = audit_chain.chain AND h.length = audit_chain.length)
            """, [.integer(number)])
        return Int64(rows.count) == headsPerCheckpoint
    }
}
