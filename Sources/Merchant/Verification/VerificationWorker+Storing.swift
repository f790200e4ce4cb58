import WindfallCommerce
package import WindfallJSON
import WindfallJobs
import WindfallStorage
import WindfallTimeline

/// What an attempt came to, as one write: the questions, the verdict, the facts, the audit entry and the job's end.
extension VerificationWorker {
    func store(
        _ run: Run, of submission: Submission, _ app: MerchantApp?, _ job: ClaimedJob
    ) async throws(StorageError) {
        let now = merchant.clock.now
        let merchant = merchant
        let due = due(after: run, job, at: now.wall)
        // Whoever writes waits for the scope: what can be made ready is made ready before.
        let facts = run.answer.map { RecordedFacts($0.facts) }
        let content = merchant.trail.prepare(run.auditContent(of: submission))
        let outcome = try await merchant.database.attempt(.statement) {
            scope throws(StorageError) -> Result<Conclusion, LeaseLost> in
            try VerificationWorker(merchant: merchant).write(
                run, facts, content, of: submission, app, job, due: due, at: now, in: scope)
        }
        switch outcome {
        case .failure:
            // Another worker has the job, and stores what it finds.
            merchant.metrics.count(.init("windfall_verification_leases_lost_total"))
        case .success(let conclusion):
            merchant.bell.ring(submission.id)
            report(conclusion, run, submission, job)
        }
    }

    /// What became of the submission.
    struct Conclusion: Hashable, Sendable {
        var status: SubmissionStatus
        var reason: String?
    }

    private func write(
        _ run: Run, _ facts: RecordedFacts?, _ content: AuditContent, of submission: Submission, _ app: MerchantApp?,
        _ job: ClaimedJob, due: Instant, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> Result<Conclusion, LeaseLost> {
        let waits = due > now.wall
        // A pause at our own gate asked nobody: there is nothing to tell.
        if !run.attempts.isEmpty || !waits || run.isHeld {
            try merchant.trail.append(
                run.auditKind, about: submission.user, content: content, at: now.wall, in: scope)
        }
        let hold: Result<Void, LeaseLost> =
            if waits {
                try merchant.queue.retry(
                    job, due: due, key: run.waitKey, reason: run.reason ?? "", in: scope)
            } else {
                try merchant.queue.complete(job, at: now.wall, in: scope)
            }
        if case .failure(let lost) = hold { return .failure(lost) }
        for attempt in run.attempts { try merchant.submissions.add(attempt, to: submission.id, in: scope) }
        let conclusion = try conclude(run, facts, submission, app, at: now, in: scope)
        // A verdict that was there stays until a definite one takes its place.
        if run.isDefinite || !submission.status.isDefinite {
            let isDefinite = conclusion.status.isDefinite
            try merchant.submissions.set(
                conclusion.status, reason: conclusion.reason, environment: run.environment,
                concluded: isDefinite ? now.wall : nil, of: submission.id, in: scope)
        }
        return .success(conclusion)
    }

    /// What the run says of the submission, its facts and its purchases recorded.
    private func conclude(
        _ run: Run, _ facts: RecordedFacts?, _ submission: Submission, _ app: MerchantApp?, at now: Moment,
        in scope: borrowing WriteScope
    ) throws(StorageError) -> Conclusion {
        switch run.action {
        case .conclude(let environment):
            guard let app, let answer = run.answer, let facts else {
                return Conclusion(status: .pending, reason: run.reason)
            }
            try merchant.submissions.keep(
                answer: answer.body, to: submission.id, from: environment, at: answer.told, in: scope)
            try merchant.ledger.accept(proof: submission.proof, of: app.bundleID, in: scope)
            let decisions = try merchant.ledger.record(
                facts, shownBy: submission.user, of: app, sent: submission.receivedDate, at: now, in: scope)
            let isOthers = !decisions.isEmpty && decisions.values.allSatisfy(\.isRefusal)
            if isOthers { return Conclusion(status: .refused, reason: "belongs_to_other_user") }
            try expectRenewals(told: answer.facts, decisions, submission, app, at: now.store, in: scope)
            return Conclusion(status: .valid, reason: decisions.isEmpty ? "no_purchases" : nil)
        case .refuse(let reason):
            try merchant.renewals.forget(submission.id, in: scope)
            try merchant.ledger.refuse(proof: submission.proof, of: submission.user.app, at: now, in: scope)
            return Conclusion(status: .refused, reason: reason)
        case .hold(let reason):
            return Conclusion(status: .held, reason: reason)
        case .retry(let reason):
            return Conclusion(status: .pending, reason: reason)
        case .ask:
            return Conclusion(status: .pending)
        }
    }

    /// Writes down when the store is to be asked about the subscriptions that it told of.
    private func expectRenewals(
        told facts: FactList, _ decisions: [TransactionKey: TransferDecision], _ submission: Submission,
        _ app: MerchantApp, at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        guard facts.purchases.contains(where: { $0.expiresDate != nil }) else { return }
        let rules = try merchant.ledger.rules(of: app, in: scope)
        let subscriptions = PurchaseFacts(facts).holdings(under: rules, at: now).subscriptions
            .filter { !(decisions[$0.original]?.isRefusal ?? false) }
        // A box renews at the very instant, and its clock may then stand still.
        let delay = merchant.clock.followsBox ? 0 : HeldSubscription.renewalDelay
        try merchant.renewals.expect(
            subscriptions, of: app.bundleID, by: submission.id, at: now, delay: delay, in: scope)
    }

    /// When the job is to be done again; now when it is done.
    private func due(after run: Run, _ job: ClaimedJob, at now: Instant) -> Instant {
        let wait: Duration
        switch run.action {
        case .conclude, .refuse: return now
        case .hold: wait = Self.heldPause
        case .retry, .ask:
            let backoff = merchant.settings.value.retry
            // At our own gate the others wait too: they come one after the other.
            let own = backoff.wait(afterFailures: job.attempt, merchant.randomness)
            wait = run.attempts.isEmpty ? (run.wait ?? .zero) + min(own, Self.spread) : max(own, run.wait ?? .zero)
        }
        return now.adding(max(wait, .milliseconds(1))) ?? now
    }

    private func report(_ conclusion: Conclusion, _ run: Run, _ submission: Submission, _ job: ClaimedJob) {
        if run.isDefinite {
            merchant.metrics.count(
                .init("windfall_verifications_total", ["status": conclusion.status.rawValue]))
        }
        var fields: JSONObject = [
            "verificationId": .string(submission.id), "app": .string(submission.user.app),
            "status": .string(conclusion.status.rawValue), "attempt": .integer(Int64(job.attempt)),
        ]
        fields["reason"] = conclusion.reason.map { .string($0) }
        switch run.action {
        case .hold: merchant.log.write(.alarm, "verification.held", fields)
        case .retry, .ask: merchant.log.write(.notice, "verification.delayed", fields)
        case .conclude, .refuse: merchant.log.write(.notice, "verification.concluded", fields)
        }
    }
}

extension VerificationWorker.Run {
    /// Whether the store has decided.
    var isDefinite: Bool {
        switch action {
        case .conclude, .refuse: true
        case .hold, .retry, .ask: false
        }
    }

    /// What the job waits for: the operator, a host, or nothing but time.
    fileprivate var waitKey: String {
        if isHeld { return VerificationWorker.heldKey }
        return waitsForHost ? host : VerificationWorker.nobodyKey
    }

    var isHeld: Bool { if case .hold = action { true } else { false } }

    var reason: String? {
        switch action {
        case .refuse(let reason), .hold(let reason), .retry(let reason): reason
        case .conclude, .ask: nil
        }
    }

    /// The environment that answered; nil where none did.
    var environment: Environment? { if case .conclude(let environment) = action { environment } else { nil } }

    fileprivate var auditKind: AuditKind {
        switch action {
        case .conclude: .verificationValid
        case .refuse: .verificationRefused
        case .hold: .verificationHeld
        case .retry, .ask: .verificationDelayed
        }
    }

    fileprivate func auditContent(of submission: Submission) -> JSONObject {
        var content: JSONObject = [
            "verificationId": .string(submission.id),
            "attempts": .array(attempts.map(\.json)),
        ]
        content["reason"] = reason.map { .string($0) }
        content["environment"] = environment.map { .string($0.rawValue) }
        return content
    }
}

extension VerificationAttempt {
    /// As the history of a verification and the audit trail tell it.
    package var json: JSON {
        var json: JSONObject = [
            "date": .integer(date.milliseconds), "host": .string(host), "outcome": .string(outcome.word),
        ]
        json["status"] = outcome.number.map { .integer(Int64($0)) }
        return .object(json)
    }
}

extension SubmissionStatus {
    /// Whether the store, or the signature where it need not be asked, has decided.
    var isDefinite: Bool { self == .valid || self == .refused }
}

extension TransferDecision {
    fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension AuditKind {
    static let verificationValid = AuditKind(rawValue: "verification.valid")
    static let verificationRefused = AuditKind(rawValue: "verification.refused")
    static let verificationHeld = AuditKind(rawValue: "verification.held")
    static let verificationDelayed = AuditKind(rawValue: "verification.delayed")
}
