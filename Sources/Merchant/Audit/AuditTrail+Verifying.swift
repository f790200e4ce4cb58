package import WindfallStorage

/// What a look at the whole trail found.
package struct AuditReport: Hashable, Sendable {
    package var chains = 0
    package var entries = 0
    /// Entries whose content was erased.
    package var erased = 0
    package var checkpoints = 0
    /// The hash of the newest checkpoint; nil when there is none.
    package var newestCheckpoint: [UInt8]?
    /// The first that does not fit; nil when the trail is intact.
    package var fault: AuditFault?
}

/// The first place at which the trail is not what it was.
package struct AuditFault: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// An entry is not there though later ones, or the chain's length, say so.
        case entryMissing = "entry_missing"
        /// An entry, or the hash of the one before it, was changed.
        case entryChanged = "entry_changed"
        /// What an entry says was changed.
        case contentChanged = "content_changed"
        /// What an entry says is gone, and nobody was erased.
        case contentMissing = "content_missing"
        /// The chain says that it ends elsewhere than it does.
        case headWrong = "head_wrong"
        /// Entries of a chain that is not there.
        case chainMissing = "chain_missing"
        /// A checkpoint is not there though later ones say so.
        case checkpointMissing = "checkpoint_missing"
        /// A checkpoint was changed.
        case checkpointChanged = "checkpoint_changed"
        /// What a checkpoint saw is not in the trail: its end was cut off, or a whole chain.
        case tailCut = "tail_cut"
        /// A checkpoint that somebody kept is not in the trail.
        case checkpointUnknown = "checkpoint_unknown"
    }

    package var code: Code
    package var chain: String?
    /// The entry's number, or the checkpoint's.
    package var sequence: Int64?
}

extension AuditTrail {
    /// How many rows are read at a time.
    private static let page: Int64 = 1_000

    /// Looks at every entry and every checkpoint, as they were at one moment, in bounded memory.
    ///
    /// - Parameter kept: the hash of a checkpoint that was kept elsewhere, which has to be in the trail; nil for none.
    package func verify(
        _ database: Database, containing kept: [UInt8]? = nil
    ) async throws(StorageError) -> AuditReport {
        try await database.read { scope throws(StorageError) in
            var report = AuditReport()
            do throws(AuditStop) {
                try Self.verifyChains(in: scope, &report)
                try Self.verifyOrphans(in: scope)
                try Self.verifyCheckpoints(in: scope, &report, kept)
            } catch {
                switch error {
                case .storage(let error): throw error
                case .fault(let fault): report.fault = fault
                }
            }
            return report
        }
    }

    private static func verifyChains(
        in scope: borrowing ReadScope, _ report: inout AuditReport
    ) throws(AuditStop) {
        var last = ""
        while true {
            let rows = try AuditStop.catching { () throws(StorageError) in
                try scope.rows(
                    "SELECT chain, length, head, erased FROM audit_chain WHERE chain > $1 ORDER BY chain LIMIT $2",
                    [.text(last), .integer(page)])
            }
            for row in rows {
                let (chain, length, head, isErased) = try AuditStop.catching { () throws(StorageError) in
                    (try row.text(0), try row.integer(1), try row.bytes(2), try !row.isNull(3))
                }
                try verify(
                    AuditCheckpoint.Head(chain: chain, length: length, head: head), isErased: isErased, in: scope,
                    &report)
                last = chain
            }
            if rows.isEmpty { return }
        }
    }

    private static func verify(
        _ chain: AuditCheckpoint.Head, isErased: Bool, in scope: borrowing ReadScope, _ report: inout AuditReport
    ) throws(AuditStop) {
        report.chains += 1
        var (expected, previous) = (Int64(1), AuditEntry.nothingBefore)
        while true {
            let rows = try AuditStop.catching { () throws(StorageError) in
                try scope.rows(
                    """
                    SELECT e.sequence, e.date, e.kind, e.content_hash, e.hash, c.body FROM audit_entry e
                    LEFT JOIN audit_content c ON c.chain = e.chain AND c.sequence = e.sequence
                    WHERE e.chain = $1 AND e.sequence >= $2 ORDER BY e.sequence LIMIT $3
                    """, [.text(chain.chain), .integer(expected), .integer(page)])
            }
            for row in rows {
                let (entry, hash, body) = try AuditStop.catching { () throws(StorageError) in
                    (
                        AuditEntry(
                            chain: chain.chain, sequence: try row.integer(0), date: try row.instant(1),
                            kind: AuditKind(rawValue: try row.text(2)), contentHash: try row.bytes(3)),
                        try row.bytes(4), try row.optionalText(5)
                    )
                }
                func fault(_ code: AuditFault.Code) -> AuditStop {
                    .fault(AuditFault(code: code, chain: chain.chain, sequence: expected))
                }
                guard entry.sequence == expected else { throw fault(.entryMissing) }
                guard entry.hash(previous: previous) == hash else { throw fault(.entryChanged) }
                if let body {
                    guard AuditEntry.hash(ofContent: body) == entry.contentHash else { throw fault(.contentChanged) }
                } else {
                    guard isErased else { throw fault(.contentMissing) }
                    report.erased += 1
                }
                report.entries += 1
                (previous, expected) = (hash, expected + 1)
            }
            if rows.isEmpty { break }
        }
        if expected <= chain.length {
            throw .fault(AuditFault(code: .entryMissing, chain: chain.chain, sequence: expected))
        }
        if expected != chain.length + 1 || previous != chain.head {
            throw .fault(AuditFault(code: .headWrong, chain: chain.chain, sequence: chain.length))
        }
    }

    private static func verifyOrphans(in scope: borrowing ReadScope) throws(AuditStop) {
        let row = try AuditStop.catching { () throws(StorageError) in
            try scope.row(
                """
                SELECT e.chain FROM audit_entry e WHERE e.sequence = 1
                AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.chain = e.chain) LIMIT 1
                """)?.text(0)
        }
        if let row { throw .fault(AuditFault(code: .chainMissing, chain: row, sequence: 1)) }
    }
}

/// Why a look at the trail ends early.
enum AuditStop: Error {
    case storage(StorageError)
    case fault(AuditFault)

    static func catching<Value>(_ body: () throws(StorageError) -> Value) throws(AuditStop) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw .storage(error)
        }
    }
}
