import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallStorage
import WindfallTimeline

/// Where verifications stand, and waiting for them.
extension Merchant {
    /// What is in the database about a verification, at one moment.
    private struct Found: Sendable {
        var submission: Submission
        var nextAttemptDate: Instant?
        var receipt: [UInt8]
        var storeAnswer: StoreAnswer?
        var book: UserBook
        var history: [VerificationAttempt]
    }

    /// What a client hears of a receipt that it just sent.
    func answer(
        for taken: ReceiptIntake.Taken, app: MerchantApp
    ) async throws(APIError) -> VerificationAnswer {
        let (submission, owned) = (taken.submission, clock.store.now)
        // One that was sent before may have an answer of the store by now.
        if taken.isRepeated, let answer = try await answer(to: submission.id, app: app) { return answer }
        let book: UserBook
        if let rules = taken.soleRules {
            book = UserBook(
                user: submission.user, holdings: PurchaseFacts(taken.facts).holdings(under: rules, at: owned),
                spent: [:])
        } else {
            book = try await storing { () async throws(StorageError) in
                try await database.read { [ledger] scope throws(StorageError) in
                    try ledger.book(of: submission.user, app: app, at: owned, in: scope)
                }
            }
        }
        return VerificationAnswer(
            submission: submission, nextAttemptDate: submission.job == nil ? nil : submission.receivedDate,
            transactions: taken.transactions, book: book)
    }

    /// What a client hears of a verification; nil when there is none.
    func answer(
        to id: String, app: MerchantApp, withHistory: Bool = false
    ) async throws(APIError) -> VerificationAnswer? {
        let owned = clock.store.now
        let found = try await storing { () async throws(StorageError) in
            try await database.read { [submissions, queue, ledger] scope throws(StorageError) -> Found? in
                guard let submission = try submissions.submission(id, in: scope),
                    let receipt = try submissions.receipt(of: id, in: scope)
                else { return nil }
                return Found(
                    submission: submission,
                    nextAttemptDate: try submission.job.map { job throws(StorageError) in
                        try queue.due(of: job, in: scope)
                    } ?? nil,
                    receipt: receipt, storeAnswer: try submissions.latestAnswer(to: id, in: scope),
                    book: try ledger.book(of: submission.user, app: app, at: owned, in: scope),
                    history: withHistory ? try submissions.history(of: id, in: scope) : [])
            }
        }
        guard let found else { return nil }
        return VerificationAnswer(
            submission: found.submission, nextAttemptDate: found.nextAttemptDate,
            transactions: await transactions(in: found, app: app), book: found.book,
            history: withHistory ? found.history : nil)
    }

    /// Waits until a verification is no longer pending.
    ///
    /// Work of this process rings; that of others is looked for each second. It ends in any case when the time is over, or
    /// when the server is about to stop.
    func waitForConclusion(of id: String, within wait: WaitPreference) async {
        let (rings, ring) = bell.rings(of: id)
        await withTaskGroup { group in
            group.addTask { [clock] in
                await Self.ring(ring, eachSecondOf: wait, by: clock)
            }
            group.addTask {
                // It may have been concluded before anybody listened.
                ring()
                for await _ in rings {
                    if await self.isConcluded(id) { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private static func ring(
        _ ring: @Sendable () -> Void, eachSecondOf wait: WaitPreference, by clock: MerchantClock
    ) async {
        for _ in 0..<wait.seconds {
            // Whoever cancels it wants no more rings.
            guard (try? await clock.pause(.seconds(1))) != nil else { return }
            ring()
        }
    }

    private func isConcluded(_ id: String) async -> Bool {
        do throws(StorageError) {
            let submission = try await database.read { [submissions] scope throws(StorageError) in
                try submissions.submission(id, in: scope)
            }
            return submission?.status != .pending
        } catch {
            // The next look may be luckier; what the client sent is stored all the same.
            return false
        }
    }

    /// What a receipt shows by itself, and what the store's answer to it shows.
    private func transactions(in found: Found, app: MerchantApp) async -> Set<TransactionKey> {
        var transactions: Set<TransactionKey> = []
        if found.submission.verdict == .genuine {
            transactions = await intake.transactions(of: found.receipt, app: app)
        }
        if let answer = found.storeAnswer, let json = try? JSON(reading: answer.body.span), let object = json.object {
            let facts = FactList(
                answer: VerifyReceiptAnswer(json: object), environment: answer.environment, askedDate: answer.date)
            transactions.formUnion(facts.purchases.map(\.key))
        }
        return transactions
    }
}
