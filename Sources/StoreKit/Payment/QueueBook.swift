import Foundation
import WindfallCStoreKit

/// The payment queue as a value: what is in it, and what each event makes of it (F8 to F10). It survives the app.
struct QueueBook: Hashable, Sendable {
    /// One purchase, from its payment until it is finished.
    struct Entry: Hashable, Sendable {
        /// The payment's own identifier, or the store's of a transaction that no payment of this device made.
        let key: String
        /// The identifier under which the store charges once; nil where no payment of this device made it.
        var paymentID: String?
        /// Whether the store may have been asked to charge: from then on only the store knows what became of it.
        var isSent = false
        var snapshot: TransactionSnapshot
    }

    /// A finished transaction in the state in which it was finished.
    struct Finished: Hashable, Sendable {
        var transactionIdentifier: String
        var state: SKPaymentTransactionState
    }

    /// In the order in which they came.
    private(set) var entries: [Entry] = []
    /// What the store does not know to be finished yet.
    private(set) var untold: [Finished] = []
    /// The store's event after which changes are asked for.
    var cursor: Int64 = 0
    /// What was finished since the app started: an answer that was under way then does not bring it back.
    private var finishedHere: Set<Finished> = []

    init() {}

    init(entries: [Entry], untold: [Finished], cursor: Int64) {
        self.entries = entries
        self.untold = untold
        self.cursor = cursor
        finishedHere = Set(untold)
    }

    subscript(key: String) -> Entry? {
        entries.first { $0.key == key }
    }

    /// A payment was added (F7): each is a purchase of its own.
    mutating func add(_ terms: PaymentTerms, paymentID: String) {
        entries.append(
            Entry(key: paymentID, paymentID: paymentID, snapshot: TransactionSnapshot(terms: terms, date: nil)))
    }

    /// The store is about to be asked.
    mutating func markSent(_ key: String) {
        change(key) { $0.isSent = true }
    }

    /// A payment has failed without a transaction of the store.
    ///
    /// - Returns: whether anything has changed.
    mutating func fail(_ key: String, with error: SKError) -> Bool {
        guard self[key]?.snapshot.state == .purchasing else { return false }
        change(key) { entry in
            entry.snapshot.state = .failed
            entry.snapshot.error = error
        }
        return true
    }

    /// What became of a payment.
    ///
    /// - Returns: whether anything has changed. A payment that was finished meanwhile does not come back.
    mutating func settle(_ key: String, as transaction: StoreTransaction) -> Bool {
        guard let entry = self[key] else { return false }
        return update(entry, to: transaction)
    }

    /// Transactions as the store has them.
    ///
    /// - Returns: the keys of what is new or has changed, in order.
    mutating func merge(_ transactions: [StoreTransaction]) -> [String] {
        transactions.compactMap { transaction in
            let sign = Finished(
                transactionIdentifier: transaction.transactionIdentifier, state: transaction.snapshot.state)
            guard !finishedHere.contains(sign) else { return nil }
            let known = entries.first { entry in
                entry.snapshot.transactionIdentifier == transaction.transactionIdentifier
                    || entry.paymentID != nil && entry.paymentID == transaction.paymentID
            }
            if let known { return update(known, to: transaction) ? known.key : nil }
            let entry = Entry(
                key: transaction.transactionIdentifier, paymentID: transaction.paymentID, isSent: true,
                snapshot: transaction.snapshot)
            entries.append(entry)
            return entry.key
        }
    }

    /// The app is done with a transaction (F10).
    ///
    /// - Returns: false where it is not decided yet, or not in the queue.
    mutating func finish(_ key: String) -> Bool {
        guard let entry = self[key], entry.snapshot.isDone || entry.snapshot.state == .failed else { return false }
        entries.removeAll { $0.key == key }
        if let identifier = entry.snapshot.transactionIdentifier {
            let finished = Finished(transactionIdentifier: identifier, state: entry.snapshot.state)
            untold.append(finished)
            finishedHere.insert(finished)
        }
        return true
    }

    /// The store has transactions no more; tests take them away.
    ///
    /// - Returns: what was in the queue of them.
    mutating func forget(_ identifiers: Set<String>) -> [Entry] {
        let gone = entries.filter { $0.snapshot.transactionIdentifier.map(identifiers.contains) ?? false }
        entries.removeAll { entry in gone.contains { $0.key == entry.key } }
        untold.removeAll { identifiers.contains($0.transactionIdentifier) }
        // An answer that is under way does not bring them back.
        for identifier in identifiers {
            for state in [SKPaymentTransactionState.purchased, .failed, .restored, .deferred] {
                finishedHere.insert(Finished(transactionIdentifier: identifier, state: state))
            }
        }
        return gone
    }

    /// The store knows that a transaction is finished.
    mutating func told(_ finished: Finished) {
        untold.removeAll { $0 == finished }
    }

    /// Payments whose end is not known.
    var unsettled: [String] {
        entries.filter { $0.snapshot.state == .purchasing }.map(\.key)
    }

    private mutating func update(_ entry: Entry, to transaction: StoreTransaction) -> Bool {
        // What was asked for is kept: the store does not tell all of it.
        var snapshot = transaction.snapshot
        snapshot.terms = entry.paymentID == nil ? snapshot.terms : entry.snapshot.terms
        guard snapshot.state != entry.snapshot.state || entry.snapshot.transactionIdentifier == nil else {
            return false
        }
        change(entry.key) { $0.snapshot = snapshot }
        return true
    }

    private mutating func change(_ key: String, _ body: (inout Entry) -> Void) {
        guard let place = entries.firstIndex(where: { $0.key == key }) else { return }
        body(&entries[place])
    }
}
