import Foundation
import Synchronization
import WindfallHTTP
import WindfallJSON

/// What becomes of a payment.
extension PaymentDesk {
    /// The most of a product that one payment may ask for.
    private static let mostOfOne = 10
    /// How long the first wait is before a lost question is repeated; each further one is twice as long.
    static let firstWait = Duration.seconds(1)
    private static let longestWait = Duration.seconds(60)

    /// Asks the person, then the store, unless that is going on already.
    func purchase(_ key: String, after wait: Duration = PaymentDesk.firstWait) async {
        let entry: QueueBook.Entry? = lock.withLock {
            guard let entry = book[key], entry.snapshot.state == .purchasing, underWay.insert(key).inserted else {
                return nil
            }
            return entry
        }
        guard let entry else { return }
        var isLost = false
        do throws(StoreAskError) {
            try await buy(entry)
        } catch .lost {
            isLost = true
        } catch .notSent where entry.isSent {
            isLost = true
        } catch {
            lock.withLock {
                guard book.fail(key, with: error.skError) else { return }
                _ = keep()
                tell([key])
            }
        }
        lock.withLock { _ = underWay.remove(key) }
        if isLost { repeatLater(key, wait) }
    }

    /// A question without an answer is asked again under the same identifier, which the store charges once.
    private func repeatLater(_ key: String, _ wait: Duration) {
        guard let pause = link?.settings.pause else { return }
        Task { [weak self] in
            guard (try? await pause(wait)) != nil else { return }
            guard let desk = self else { return }
            desk.purchases.submit { [weak desk] in
                await desk?.purchase(key, after: min(wait * 2, Self.longestWait))
            }
        }
    }

    private func buy(_ entry: QueueBook.Entry) async throws(StoreAskError) {
        guard let link, let paymentID = entry.paymentID else {
            throw .unconnected(StoreConnection.complaint())
        }
        if !entry.isSent { try await prepare(entry, link) }
        let answer = try await link.ask(
            .put, "/storekit/v1/payments/\(paymentID)", .object(entry.snapshot.terms.question))
        link.learn(answer["account"])
        let transaction = try StoreTransaction(answer, for: link)
        // The receipt is there before the app hears of the purchase. Where it can't be written the purchase is made all the
        // same, and the app can ask for the receipt again.
        if let receipt = answer["receipt"]?.text { try? ReceiptShelf(link: link).put(receipt) }
        lock.withLock {
            guard book.settle(entry.key, as: transaction) else { return }
            _ = keep()
            tell([entry.key])
        }
    }

    /// What comes before the store is asked to charge: a look at the payment, the person's consent, a note of it on disk.
    private func prepare(_ entry: QueueBook.Entry, _ link: StoreLink) async throws(StoreAskError) {
        let terms = entry.snapshot.terms
        if let error = failures.withLock({ $0[.purchase] }) {
            throw .unconnected(error as? SKError ?? SKError(.unknown, userInfo: [NSUnderlyingErrorKey: error]))
        }
        guard (1...Self.mostOfOne).contains(terms.quantity), !terms.productIdentifier.isEmpty else {
            throw .unconnected(SKError(.paymentInvalid))
        }
        guard canMakePayments else { throw .unconnected(SKError(.paymentNotAllowed)) }
        let question = StorePurchaseQuestion(
            productIdentifier: terms.productIdentifier, title: terms.title, price: terms.price?.text,
            quantity: terms.quantity)
        guard await link.settings.dialog.authorise(question) else {
            throw .unconnected(SKError(.paymentCancelled))
        }
        let isKept = lock.withLock {
            book.markSent(entry.key)
            return keep()
        }
        guard isKept else { throw .unconnected(SKError(.unknown)) }
    }
}
