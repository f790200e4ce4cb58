package import WindfallCommerce
package import WindfallStorage
package import WindfallTimeline

extension EntitlementLedger {
    /// A user shows purchases: the facts are recorded, and each purchase goes to the user as far as the app's policy says.
    ///
    /// The caller has added an entry to the user's chain before, which locks what the user becomes until the scope ends.
    /// The same again changes nothing. What was nobody's goes to the user whom its `appAccountToken` names if somebody is
    /// known by it, and only else to whoever shows it. Decisions go into the log of claims; those that touch another user
    /// also into the audit trails of both. What was assigned belongs in the caller's own entry: see
    /// ``auditContent(of:)``.
    /// - Parameters:
    ///   - facts: from a receipt that was found genuine, or from the store's answer.
    ///   - sent: in wall time, when the user sent what led to this; nil for now. An anonymous user may have become a known
    ///     one since, and then the purchases are that one's.
    /// - Returns: what was decided about each purchase, by its first transaction. Facts of refused purchases are recorded
    ///   all the same: they belong to their holder.
    package func record(
        _ facts: FactList, shownBy user: UserKey, of app: MerchantApp, sent: Instant? = nil, at now: Moment,
        in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: TransferDecision] {
        try record(RecordedFacts(facts), shownBy: user, of: app, sent: sent, at: now, in: scope)
    }

    /// The same with facts that were made ready before.
    func record(
        _ facts: RecordedFacts, shownBy user: UserKey, of app: MerchantApp, sent: Instant? = nil, at now: Moment,
        in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: TransferDecision] {
        let user = try successor(of: user, sent: sent, in: scope)
        try registerIfUUID(user, in: scope)
        try FactTable(app: user.app).insert(facts.rows, in: scope)
        let originals = facts.originals
        guard !originals.isEmpty else { return [:] }

        let table = HolderTable(app: user.app)
        let assigned = try table.assign(originals, to: user.user, in: scope)
        var holders = assigned
        if assigned.count < originals.count {
            for (original, holder) in try table.holders(of: originals, in: scope) { holders[original] = holder }
        }
        var decisions: [TransactionKey: TransferDecision] = [:]
        var claims = assigned.sorted { $0.key < $1.key }.map { original, holder in
            Claim(original: original, person: holder.text, decision: .assigned)
        }
        for (original, holder) in holders where holder == user.user {
            decisions[original] = assigned[original] == nil ? .unchanged : .assigned
        }
        let others = originals.filter { decisions[$0] == nil }
        if !others.isEmpty {
            let decided = try decide(others, shownBy: user, of: app, at: now, in: scope)
            decisions.merge(decided) { $1 }
            claims += others.compactMap { original in
                decided[original].flatMap { Claim(original, user.user, $0) }
            }
            try tell(decided, by: user, policy: app.transfers, at: now.wall, in: scope)
        }
        try ClaimLog(app: user.app).add(claims, at: now, in: scope)
        return decisions
    }

    /// Records what the store told without anybody's showing it, as in a notification: the facts, and whose a purchase is
    /// if its `appAccountToken` names somebody. What it does not name waits until somebody shows it.
    ///
    /// - Returns: the users to whom purchases went that were nobody's.
    package func record(
        _ facts: FactList, of app: MerchantApp, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: UserIdentifier] {
        let rows = FactRow.rows(facts)
        try FactTable(app: app.bundleID).insert(rows, in: scope)
        guard rows.contains(where: { !$0.token.isEmpty }) else { return [:] }
        let originals = Set(rows.map(\.original)).sorted()
        let assigned = try HolderTable(app: app.bundleID).assign(originals, to: nil, in: scope)
        let claims = assigned.sorted { $0.key < $1.key }.map { original, holder in
            Claim(original: original, person: holder.text, decision: .assigned)
        }
        try ClaimLog(app: app.bundleID).add(claims, at: now, in: scope)
        return assigned
    }

    /// Withdraws what a receipt alone proved, after the store's definite no. A purchase that nothing else proves is
    /// nobody's again.
    ///
    /// - Parameter proof: as in the facts, ``Submission/proof``.
    package func refuse(
        proof: String, of app: String, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) {
        try scope.runLater(
            "INSERT INTO refusal (app, proof) VALUES ($1, $2) ON CONFLICT DO NOTHING", [.text(app), .text(proof)])
        let rows = try scope.rows(Self.withdrawing, [.text(app), .text(proof)])
        var claims: [Claim] = []
        for row in rows where try row.integer(3) == 0 {
            claims.append(
                Claim(original: try row.transactionKey(0), person: try row.text(2), decision: .withdrawn))
        }
        try ClaimLog(app: app).add(claims, at: now, in: scope)
    }

    /// SQLite has to be told the index: it would read all facts of the app.
    private static let withdrawing = SQL(
        sqlite: """
            DELETE FROM holder WHERE app = $1
                AND (environment, original) IN (
                    SELECT environment, original FROM fact INDEXED BY fact_proof
                    WHERE app = $1 AND proof = $2 AND proof <> '')
                AND NOT EXISTS (SELECT 1 FROM fact f
                    LEFT JOIN refusal r ON r.app = f.app AND r.proof = f.proof
                    WHERE f.app = $1 AND f.environment = holder.environment AND f.original = holder.original
                        AND r.proof IS NULL)
            RETURNING environment, original, person, place
            """,
        postgreSQL: """
            DELETE FROM holder WHERE app = $1
                AND (environment, original) IN (
                    SELECT environment, original FROM fact WHERE app = $1 AND proof = $2 AND proof <> '')
                AND NOT EXISTS (SELECT 1 FROM fact f
                    LEFT JOIN refusal r ON r.app = f.app AND r.proof = f.proof
                    WHERE f.app = $1 AND f.environment = holder.environment AND f.original = holder.original
                        AND r.proof IS NULL)
            RETURNING environment, original, person, place
            """)

    /// The store said yes to a receipt, perhaps after an earlier no: what it proved counts (again).
    ///
    /// - Parameter proof: as in the facts, ``Submission/proof``.
    package func accept(proof: String, of app: String, in scope: borrowing WriteScope) throws(StorageError) {
        try scope.runLater("DELETE FROM refusal WHERE app = $1 AND proof = $2", [.text(app), .text(proof)])
    }

    // MARK: Deciding

    /// Decides about purchases that another user holds; their rows are locked.
    private func decide(
        _ originals: [TransactionKey], shownBy user: UserKey, of app: MerchantApp, at now: Moment,
        in scope: borrowing WriteScope
    ) throws(StorageError) -> [TransactionKey: TransferDecision] {
        // What it gives matters to one policy only.
        var holdings: Holdings?
        if app.transfers == .transferIfInactive {
            let facts = try FactTable(app: user.app).facts(of: originals, in: scope)
            holdings = facts.holdings(under: try rules(of: app, in: scope), at: now.store)
        }
        let table = HolderTable(app: user.app)
        var decisions: [TransactionKey: TransferDecision] = [:]
        for original in originals {
            var holders = try table.users(of: original, in: scope)
            let decision = holders.claim(
                by: user.user, policy: app.transfers, isActive: holdings?.isActive(original: original) ?? true)
            decisions[original] = decision
            switch decision {
            case .transferred:
                try table.transfer(original, to: user.user, keepingCreditsUntil: now.store, in: scope)
            case .shared: try table.share(original, with: user.user, in: scope)
            case .unchanged, .assigned, .refused: break
            }
        }
        return decisions
    }
}
