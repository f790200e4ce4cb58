import WindfallStorage

extension AuditTrail {
    static func verifyCheckpoints(
        in scope: borrowing ReadScope, _ report: inout AuditReport, _ kept: [UInt8]?
    ) throws(AuditStop) {
        var (expected, previous, isFound) = (Int64(1), AuditEntry.nothingBefore, kept == nil)
        while true {
            let row = try AuditStop.catching { () throws(StorageError) in
                try scope.row(
                    "SELECT number, date, hash FROM audit_checkpoint WHERE number >= $1 ORDER BY number LIMIT 1",
                    [.integer(expected)])
            }
            guard let row else { break }
            let (number, date, hash) = try AuditStop.catching { () throws(StorageError) in
                (try row.integer(0), try row.instant(1), try row.bytes(2))
            }
            guard number == expected else { throw fault(.checkpointMissing, expected) }
            let checkpoint = AuditCheckpoint(number: number, date: date, heads: try heads(of: number, in: scope))
            guard checkpoint.hash(previous: previous) == hash else { throw fault(.checkpointChanged, number) }
            try verifyHeads(of: number, in: scope)
            report.checkpoints += 1
            report.newestCheckpoint = hash
            if hash == kept { isFound = true }
            (previous, expected) = (hash, expected + 1)
        }
        let stray = try AuditStop.catching { () throws(StorageError) in
            try scope.row(
                "SELECT chain, number FROM audit_checkpoint_head WHERE number >= $1 LIMIT 1", [.integer(expected)])?
                .integer(1)
        }
        if let stray { throw fault(.checkpointMissing, stray) }
        if !isFound { throw .fault(AuditFault(code: .checkpointUnknown)) }
    }

    private static func fault(_ code: AuditFault.Code, _ number: Int64) -> AuditStop {
        .fault(AuditFault(code: code, sequence: number))
    }

    private static func heads(
        of number: Int64, in scope: borrowing ReadScope
    ) throws(AuditStop) -> [AuditCheckpoint.Head] {
        try AuditStop.catching { () throws(StorageError) in
            var heads: [AuditCheckpoint.Head] = []
            let rows = try scope.rows(
                "SELECT chain, length, head FROM audit_checkpoint_head WHERE number = $1 ORDER BY chain",
                [.integer(number)])
            for row in rows {
                heads.append(
                    AuditCheckpoint.Head(chain: try row.text(0), length: try row.integer(1), head: try row.bytes(2)))
            }
            return heads
        }
    }

    /// Whether what a checkpoint saw is still there.
    private static func verifyHeads(of number: Int64, in scope: borrowing ReadScope) throws(AuditStop) {
        let lost = try AuditStop.catching { () throws(StorageError) in
            try scope.row(
                """
                SELECT h.chain, h.length FROM audit_checkpoint_head h
                LEFT JOIN audit_entry e ON e.chain = h.chain AND e.sequence = h.length
                WHERE h.number = $1 AND (e.hash IS NULL OR e.hash <> h.head) ORDER BY h.chain LIMIT 1
                """, [.integer(number)])
        }
        guard let lost else { return }
        let (chain, length) = try AuditStop.catching { () throws(StorageError) in
            (try lost.text(0), try lost.integer(1))
        }
        throw .fault(AuditFault(code: .tailCut, chain: chain, sequence: length))
    }
}
