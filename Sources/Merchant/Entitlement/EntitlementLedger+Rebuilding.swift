package import WindfallStorage

extension EntitlementLedger {
    /// How many repairs one write scope carries out.
    private static let repairsPerScope = 200

    /// Recomputes everything from the recorded receipts, answers and claims, and compares it with what is stored.
    ///
    /// All of it is read as of one moment, while the server may run. It needs 24 bytes of memory for each fact and some
    /// hundred for each purchase.
    /// - Parameters:
    ///   - sources: read what was recorded.
    ///   - mending: whether to write what differs. A row that is changed meanwhile is left as it is, and facts whose
    ///     source can't be proved any more are never removed.
    /// - Returns: every difference that there was.
    package func rebuild(
        from records: SubmissionRecords, _ sources: RecordedSources, mending: Bool = false, in database: Database
    ) async throws(StorageError) -> RebuildReport {
        var (report, repairs) = try await database.read { scope throws(StorageError) in
            var check = LedgerCheck(records: records, sources: sources)
            try check.run(in: scope)
            return (check.report, check.repairs)
        }
        guard mending else { return report }
        while !repairs.isEmpty {
            let part = Array(repairs.prefix(Self.repairsPerScope))
            repairs.removeFirst(part.count)
            report.mended += try await database.write(.statement) { scope throws(StorageError) in
                try mend(part, in: scope)
            }
        }
        return report
    }
}
