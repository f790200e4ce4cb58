import Foundation
import WindfallHTTP
import WindfallJSON

/// What the store did meanwhile: approvals, renewals, refunds, restores, and what is left of an earlier run.
extension PaymentDesk {
    /// How long the store may hold back an answer while nothing happens.
    private static let longPoll = 20
    private static let waitAfterFailure = Duration.seconds(5)
    /// Keeps a store that does not hold back its answers from being asked without end.
    private static let waitAfterNothing = Duration.seconds(1)

    /// Takes up what an earlier run left, and asks what happened meanwhile; once somebody listens (F10).
    func start() {
        guard let link else { return }
        let (keys, untold) = lock.withLock { (book.unsettled, book.untold) }
        for key in keys { purchases.submit { [weak self] in await self?.purchase(key) } }
        errands.submit { [weak self] in
            for finished in untold { await self?.report(finished) }
            _ = await self?.pull(isWhole: true)
        }
        let begins = lock.withLock {
            defer { isListening = true }
            return link.settings.listens && !isListening
        }
        guard begins else { return }
        let pause = link.settings.pause
        Task { [weak self] in
            await self?.errands.settle()
            while let desk = self, desk.goesOnListening() {
                let news = await desk.pull(isWhole: false, waiting: Self.longPoll)
                if let news, news > 0 { continue }
                let wait = news == nil ? Self.waitAfterFailure : Self.waitAfterNothing
                guard (try? await pause(wait)) != nil else { break }
            }
            self?.lock.withLock { self?.isListening = false }
        }
    }

    private func goesOnListening() -> Bool {
        lock.withLock {
            if list.present.isEmpty { isListening = false }
            return isListening
        }
    }

    /// Asks for what has changed and tells observers of it; without observers nothing is asked.
    ///
    /// - Parameters:
    ///   - isWhole: whether to ask for all that is not finished, also what was heard of before.
    ///   - seconds: how long the store may wait for something to happen.
    /// - Returns: how many news there were; nil where the store gave no answer.
    func pull(isWhole: Bool, waiting seconds: Int = 0) async -> Int? {
        guard let link, !lock.withLock({ list.present.isEmpty }) else { return 0 }
        let cursor = lock.withLock { book.cursor }
        let path = "/storekit/v1/updates?after=\(isWhole ? 0 : cursor)&revokedAfter=\(cursor)&wait=\(seconds)"
        do throws(StoreAskError) {
            let answer = try await link.ask(.get, path, nil, wait: .seconds(seconds))
            guard let list = answer["transactions"]?.array, let sequence = answer["sequence"]?.int64 else {
                throw .foreign(reason: "The store's answer has no transactions.")
            }
            let isElsewhere = link.learn(answer["account"])
            await take(list, link)
            let revoked = answer["revokedProductIds"]?.array?.compactMap(\.text) ?? []
            lock.withLock {
                book.cursor = sequence
                _ = keep()
                if isElsewhere { call { queue, observer in observer.paymentQueueDidChangeStorefront(queue) } }
                guard !revoked.isEmpty else { return }
                call { queue, observer in
                    observer.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: revoked)
                }
            }
            return list.count + revoked.count
        } catch {
            if case .foreign(let reason) = error { Complaint.say(reason) }
            return nil
        }
    }

    /// Takes transactions of an answer into the book; one that is not the store's is left out.
    private func take(_ list: [JSON], _ link: StoreLink) async {
        var transactions: [StoreTransaction] = []
        for item in list {
            do throws(StoreAskError) {
                transactions.append(try StoreTransaction(item, for: link))
            } catch {
                Complaint.say(error.skError.localizedDescription)
            }
        }
        var preview = lock.withLock { book }
        let keys = preview.merge(transactions)
        if keys.contains(where: { preview[$0]?.snapshot.isDone == true }) {
            // The receipt is there before the app hears of the purchase; without it the app can ask again.
            try? await ReceiptShelf(link: link).refresh()
        }
        lock.withLock {
            let keys = book.merge(transactions)
            guard !keys.isEmpty else { return }
            _ = keep()
            tell(keys)
        }
    }

    /// Tells the store that a transaction is finished; when that fails, the next start tells it.
    func report(_ finished: QueueBook.Finished) async {
        guard let link else { return }
        do throws(StoreAskError) {
            _ = try await link.ask(.post, "/storekit/v1/transactions/\(finished.transactionIdentifier)/finish", [:])
        } catch {
            // A store that does not know it, or calls it undecided, will not hear better of it later.
            guard case .refused(let status, _, _) = error, status == 404 || status == 409 else { return }
        }
        lock.withLock {
            book.told(finished)
            _ = keep()
        }
    }

    /// Restores (F13): what is handed over comes first, then the end or the failure.
    func restore(applicationUsername: String?) {
        errands.submit { [weak self] in await self?.restoreNow(applicationUsername) }
    }

    private func restoreNow(_ applicationUsername: String?) async {
        do throws(StoreAskError) {
            guard let link else { throw .unconnected(StoreConnection.complaint()) }
            guard await link.settings.dialog.signIn(reason: "To restore your purchases.") else {
                throw .unconnected(SKError(.paymentCancelled))
            }
            var body = JSONObject()
            if let applicationUsername { body["applicationUsername"] = .string(applicationUsername) }
            let answer = try await link.ask(.post, "/storekit/v1/restore", .object(body))
            guard let list = answer["transactions"]?.array else {
                throw .foreign(reason: "The store's answer has no transactions.")
            }
            link.learn(answer["account"])
            var transactions: [StoreTransaction] = []
            for item in list { transactions.append(try StoreTransaction(item, for: link)) }
            try await ReceiptShelf(link: link).refresh()
            lock.withLock {
                tell(book.merge(transactions))
                _ = keep()
                call { queue, observer in observer.paymentQueueRestoreCompletedTransactionsFinished(queue) }
            }
        } catch {
            let failure = error.skError
            lock.withLock {
                call { queue, observer in
                    observer.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: failure)
                }
            }
        }
    }
}
