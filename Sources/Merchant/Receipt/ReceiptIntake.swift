import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

/// Takes receipts: proves each from its own bytes, so that the person has a decision at once, and stores it with its audit
/// entry, what it shows and the job that asks the store, all of it or nothing (F16, F18).
struct ReceiptIntake: Sendable {
    let database: Database
    let queue: JobQueue
    let trail: AuditTrail
    let submissions: SubmissionRecords
    let ledger: EntitlementLedger
    let settings: CurrentSettings
    let clock: MerchantClock
    let randomness: any Randomness
    let metrics: MerchantMetrics
    let prover: ReceiptProver
    let refusals = RefusalLimit()

    /// A receipt that was taken, now or before.
    struct Taken {
        var submission: Submission
        var isRepeated = false
        /// What its own bytes show.
        var transactions: Set<TransactionKey>
        /// The rules under which a user owns what was just stored and nothing else; nil where more may be known of the
        /// user, and the database has to be asked.
        var soleRules: OwnershipRules?
        var facts = FactList()
    }

    /// Why a scope is undone.
    private enum Refusal: Error {
        /// It was sent before.
        case repeated(Submission)
        case belongsToOtherUser
    }

    /// Takes a receipt.
    ///
    /// - Parameter text: as it came.
    /// - Returns: once it is durable; for a receipt that the same user has sent before, what became of that one.
    /// - Throws: ``APIError``: 400, 413, 422 and 409 of ``ReceiptRefusal``, with nothing stored but an audit entry; 503.
    func take(_ text: String, from user: UserKey, app: MerchantApp) async throws(APIError) -> Taken {
        let id = randomness.uuidText()
        let proved: ProvedReceipt
        do throws(ReceiptProver.Failure) {
            proved = try await prover.prove(Array(text.utf8), for: app, at: clock.store.now, proof: id)
        } catch {
            switch error {
            case .refused(let refusal): throw try await refuse(refusal, from: user)
            case .overloaded: throw .overloaded
            }
        }
        switch try await store(proved, as: id, from: user, app: app) {
        case .success(let stored):
            count("stored")
            return Taken(
                submission: stored.submission, transactions: proved.transactions, soleRules: stored.soleRules,
                facts: proved.facts)
        case .failure(.repeated(let submission)):
            count("repeated")
            return Taken(submission: submission, isRepeated: true, transactions: proved.transactions)
        case .failure(.belongsToOtherUser):
            var refusal = ReceiptRefusal.belongsToOtherUser(kind: proved.kind.rawValue)
            refusal.digest = Hexadecimal.encode(proved.digest)
            throw try await refuse(refusal, from: user)
        }
    }

    /// What a receipt shows by itself that was taken before; nothing where it can't be proved any more.
    func transactions(of receipt: [UInt8], app: MerchantApp) async -> Set<TransactionKey> {
        do throws(ReceiptProver.Failure) {
            return try await prover.prove(receipt, for: app, at: clock.store.now, proof: "").transactions
        } catch {
            return []
        }
    }

    // MARK: Storing

    private struct Stored: Sendable {
        var submission: Submission
        var soleRules: OwnershipRules?
    }

    private func store(
        _ proved: ProvedReceipt, as id: String, from user: UserKey, app: MerchantApp
    ) async throws(APIError) -> Result<Stored, Refusal> {
        let moment = clock.now
        let now = moment.wall
        let submission = submission(of: proved, id: id, from: user, app: app, at: now)
        let job = submission.job.map { verification(of: submission, as: $0, at: now) }
        // Whoever writes waits for the scope: what can be made ready is made ready before.
        let content = trail.prepare(Self.content(of: submission, proved))
        let facts = RecordedFacts(proved.facts)
        return try await storing { () async throws(StorageError) in
            try await database.attempt(.statement) {
                [trail, submissions, ledger, queue] scope throws(StorageError) -> Result<Stored, Refusal> in
                // First of all, for it locks the user.
                let number = try trail.append(.receiptReceived, about: user, content: content, at: now, in: scope)
                let known = try submissions.insert(submission, receipt: proved.bytes, in: scope)
                if let known { return .failure(.repeated(known)) }
                var isSole = number == 1
                if !facts.rows.isEmpty {
                    let decisions = try ledger.record(facts, shownBy: user, of: app, at: moment, in: scope)
                    if Self.showsOthersOnly(decisions) { return .failure(.belongsToOtherUser) }
                    isSole = isSole && decisions.values.allSatisfy { $0 == .assigned }
                }
                if let job { try queue.enqueueLater(job, at: now, in: scope) }
                return .success(
                    Stored(submission: submission, soleRules: isSole ? try ledger.rules(of: app, in: scope) : nil))
            }
        }
    }

    private func submission(
        of proved: ProvedReceipt, id: String, from user: UserKey, app: MerchantApp, at now: Instant
    ) -> Submission {
        let (status, reason) = proved.standing(under: app.grants)
        var submission = Submission(
            id: id, user: user, digest: proved.digest, kind: proved.kind.rawValue, environment: proved.environment,
            verdict: proved.verdict, status: status, reason: reason, received: now)
        submission.concludedDate = status.isDefinite ? now : nil
        submission.job = status == .pending ? id : nil
        return submission
    }

    /// The job that asks the store: production first, whatever the receipt says (F19).
    private func verification(of submission: Submission, as identifier: String, at now: Instant) -> NewJob {
        NewJob(verifying: submission.id, as: identifier, at: settings.value.production, due: now)
    }

    /// Whether somebody else has all that was shown.
    private static func showsOthersOnly(_ decisions: [TransactionKey: TransferDecision]) -> Bool {
        !decisions.isEmpty
            && decisions.values.allSatisfy { decision in
                if case .refused = decision { true } else { false }
            }
    }

    private static func content(of submission: Submission, _ proved: ProvedReceipt) -> JSONObject {
        [
            "verificationId": .string(submission.id), "kind": .string(submission.kind),
            "sha256": .string(Hexadecimal.encode(submission.digest)), "bytes": .integer(Int64(proved.bytes.count)),
            "environment": submission.environment.map { .string($0.rawValue) } ?? .null,
            "local": .string(submission.verdict.code ?? submission.verdict.word),
            "status": .string(submission.status.rawValue), "reason": submission.reason.map(JSON.string) ?? .null,
            "purchases": .integer(Int64(proved.facts.purchases.count)),
        ]
    }

    // MARK: Refusing

    /// Writes a refusal into the audit trail, as often as the limit lets it.
    ///
    /// - Returns: what the client hears.
    /// - Throws: 503: what can't be written down is not answered.
    private func refuse(_ refusal: ReceiptRefusal, from user: UserKey) async throws(APIError) -> APIError {
        count("refused")
        metrics.count(MerchantMetrics.Counter("windfall_receipts_refused_total", ["code": refusal.code]))
        let now = clock.wall.now
        guard refusals.admits(user, at: now, limit: settings.value.refusalsPerHour) else {
            metrics.count(MerchantMetrics.Counter("windfall_receipts_refused_unwritten_total"))
            return refusal.error
        }
        let content = refusal.content
        _ = try await storing { () async throws(StorageError) in
            try await database.write(.statement) { [trail] scope throws(StorageError) in
                try trail.append(.receiptRefused, about: user, content: content, at: now, in: scope)
            }
        }
        return refusal.error
    }

    private func count(_ outcome: String) {
        metrics.count(MerchantMetrics.Counter("windfall_receipts_total", ["outcome": outcome]))
    }
}

extension AuditKind {
    /// A receipt came and was taken.
    static let receiptReceived = AuditKind(rawValue: "receipt.received")
    /// A receipt came and was not taken.
    static let receiptRefused = AuditKind(rawValue: "receipt.refused")
}
