import WindfallCommerce
import WindfallHTTP
import WindfallJSON
package import WindfallJobs
import WindfallStorage
import WindfallTimeline

/// Asks the store about submissions until it has a definite answer (F18), and stores what it said.
package struct VerificationWorker: Sendable {
    /// The kind of the jobs; the payload is the submission's identifier.
    package static let kind = "verification"
    /// What held jobs wait for: that the operator mends something.
    package static let heldKey = "held"
    /// What jobs wait for whose trouble is the receipt's own: nothing but time.
    static let nobodyKey = ""
    /// How long a held submission waits until it is asked again all the same.
    static let heldPause = Duration.seconds(60 * 60)
    /// Over how long those that waited for a host come when it is there again.
    static let spread = Duration.seconds(30)

    package let merchant: Merchant

    package init(merchant: Merchant) {
        self.merchant = merchant
    }

    /// What one attempt came to.
    struct Run: Sendable {
        var action: VerificationCourse.Action
        /// The questions that were asked.
        var attempts: [VerificationAttempt] = []
        /// The store's answer that says *genuine*, as it came.
        var answer: (facts: FactList, body: [UInt8], told: Instant)?
        /// How long the store, or our own gate, wants us to wait at least.
        var wait: Duration?
        /// Whom the last question was for.
        var host = ""
        /// Whether the job waits for the host, and comes forward when that is well again; otherwise the trouble is the
        /// receipt's own, and its pauses grow.
        var waitsForHost = true
    }

    /// Does one job.
    package func work(_ job: ClaimedJob) async {
        do throws(StorageError) {
            try await attempt(job)
        } catch {
            // The lease ends, and the job goes on: nothing of it was stored.
            merchant.log.write(.warning, "verification.not_stored", ["reason": .string("\(error)")])
        }
    }

    private func attempt(_ job: ClaimedJob) async throws(StorageError) {
        let id = String(decoding: job.payload, as: UTF8.self)
        let submissions = merchant.submissions
        let found = try await merchant.database.read { scope throws(StorageError) -> (Submission, [UInt8])? in
            guard let submission = try submissions.submission(id, in: scope),
                let receipt = try submissions.receipt(of: id, in: scope)
            else { return nil }
            return (submission, receipt)
        }
        guard let (submission, receipt) = found else {
            // Its user was erased.
            _ = try await merchant.queue.complete(job, at: merchant.clock.wall.now)
            return
        }
        guard let app = merchant.settings.value.apps[submission.user.app] else {
            return try await store(Run(action: .hold("unknown_app")), of: submission, nil, job)
        }
        guard let run = await ask(about: submission, receipt, app) else { return }
        try await store(run, of: submission, app, job)
    }

    /// Asks the store, or both.
    ///
    /// - Returns: nil when the task was cancelled: the job is done again when its lease ends.
    private func ask(about submission: Submission, _ receipt: [UInt8], _ app: MerchantApp) async -> Run? {
        let question = VerifyReceiptQuestion(receipt: receipt, app: app)
        var course = VerificationCourse(failedLocally: submission.verdict != .genuine, sandbox: app.sandbox)
        var run = Run(action: course.handle(.due))
        while case .ask(let environment) = run.action {
            let settings = merchant.settings.value
            let origin = environment == .sandbox ? settings.sandbox : settings.production
            run.host = origin.description
            let asked = merchant.clock.wall.now
            switch merchant.gates.with(run.host, { $0.admit(at: asked) }) {
            case .go: break
            case .wait(let until):
                run.wait = until - asked
                run.action = .retry("store_resting")
                return run
            }
            guard let reply = await send(question, to: origin, within: settings.questionTime) else { return nil }
            let event = judge(reply, question, environment, asked: asked, &run)
            run.action = course.handle(event)
        }
        return run
    }

    /// One question. Nil when the task was cancelled.
    private func send(
        _ question: VerifyReceiptQuestion, to origin: HTTPURL.Origin, within time: Duration
    ) async -> Result<HTTPResponse, HTTPClientError>? {
        do throws(HTTPClientError) {
            return .success(
                try await merchant.store.send(
                    question.request(to: origin),
                    limits: HTTPLimits(totalTime: time, responseBytes: VerifyReceiptQuestion.longestAnswer)))
        } catch .cancelled {
            merchant.gates.with(origin.description) { $0.abandoned() }
            return nil
        } catch {
            return .failure(error)
        }
    }

    /// What a reply means for the course, the gate and the history.
    private func judge(
        _ reply: Result<HTTPResponse, HTTPClientError>, _ question: VerifyReceiptQuestion, _ environment: Environment,
        asked: Instant, _ run: inout Run
    ) -> VerificationCourse.Event {
        let event: VerificationCourse.Event
        var retryAfter: Duration?
        switch reply {
        case .failure(let error):
            event = error.isUnderstoodAsSilence ? .timedOut : .unreadable
        case .success(let response):
            let (told, answer) = question.event(of: response, from: environment)
            event = told
            retryAfter = RetryAfter.wait(response.headers, at: merchant.clock.wall.now)
            if let answer {
                let told = merchant.clock.store.now
                run.answer = (
                    FactList(answer: answer, environment: environment, askedDate: told), response.body, told
                )
            }
        }
        run.attempts.append(VerificationAttempt(date: asked, host: run.host, outcome: event.outcome))
        note(event, retryAfter: retryAfter, &run)
        if case .http(429) = event { run.wait = retryAfter }
        if case .http(503) = event { run.wait = retryAfter }
        return event
    }

    /// Tells the gate, and those who wait for a host that is there again.
    private func note(_ event: VerificationCourse.Event, retryAfter: Duration?, _ run: inout Run) {
        let merchant = merchant
        merchant.metrics.count(
            .init("windfall_store_questions_total", ["outcome": event.outcome.word]))
        let now = merchant.clock.wall.now
        switch event.health {
        case .outage:
            merchant.gates.with(run.host) { $0.failed(at: now, retryAfter: retryAfter, merchant.randomness) }
        case .undecided:
            run.waitsForHost = merchant.gates.with(run.host) { gate in
                gate.answered()
                return !gate.isWell(at: now)
            }
        case .good:
            if merchant.gates.with(run.host, { $0.succeeded(at: now) }) { merchant.recoveries.add(run.host) }
        }
    }
}

extension VerificationCourse.Event {
    /// As the history writes it.
    var outcome: VerificationAttempt.Outcome {
        switch self {
        case .answered(let status, _, _): .status(status.rawValue)
        case .http(let status): .http(status)
        case .timedOut, .due: .timeout
        case .unreadable: .unreadable
        }
    }

    /// What it tells of the host.
    fileprivate enum Health {
        /// It decides.
        case good
        /// It is there, and can't decide this: its own trouble, or the receipt's.
        case undecided
        case outage
    }

    fileprivate var health: Health {
        switch self {
        case .timedOut, .unreadable: .outage
        case .http(let status): status == 429 || status >= 500 ? .outage : .good
        case .answered(.serverUnavailable, _, _): .outage
        case .answered(let status, let isRetryable, _):
            switch status.meaning(isRetryable: isRetryable) {
            case .passing, .malformed: .undecided
            case .valid, .expired, .refused, .held, .elsewhere: .good
            }
        case .due: .good
        }
    }
}

extension HTTPClientError {
    /// Whether nothing came, as against something that nobody understands.
    fileprivate var isUnderstoodAsSilence: Bool {
        switch self {
        case .malformed, .tooLarge, .redirectRefused: false
        default: true
        }
    }
}
