import Foundation
import Synchronization
import WindfallJSON
import WindfallTimeline

/// The queue's shell: it keeps the book, asks the store, and lets observers know, on the main queue.
///
/// What the book says is on disk before the store is asked to charge, so that a payment whose answer is lost is asked
/// about again under the same identifier: never charged twice, never lost.
// All that changes is below the lock.
final class PaymentDesk: @unchecked Sendable {
    static let bookFile = "queue.json"

    /// Nil for the desk of an app that has no store; each payment fails there.
    let link: StoreLink?
    let failures = Mutex<[StoreConnection.Function: any Error]>([:])
    /// Purchases, one dialog at a time.
    let purchases = WorkLine()
    /// Everything else that the store is asked.
    let errands = WorkLine()
    weak var connection: StoreConnection?

    let lock = NSRecursiveLock()
    var book: QueueBook
    var objects: [String: SKPaymentTransaction] = [:]
    var list = ObserverList()
    /// The keys of payments that are being asked about.
    var underWay: Set<String> = []
    /// How many changes observers were told of.
    var changes = 0
    var isListening = false
    private weak var questioner: (any SKPaymentQueueDelegate)?
    private var facade: SKPaymentQueue?

    init(_ link: StoreLink?) {
        self.link = link
        book = link?.folder.json(Self.bookFile).flatMap(QueueBook.init) ?? QueueBook()
    }

    /// The queue that observers are told.
    var queue: SKPaymentQueue {
        lock.withLock {
            if let facade { return facade }
            let made = SKPaymentQueue(self)
            facade = made
            return made
        }
    }

    var delegate: (any SKPaymentQueueDelegate)? {
        get { lock.withLock { questioner } }
        set { lock.withLock { questioner = newValue } }
    }

    /// What the person may, not whether there is a store: without one the payment fails, and says why.
    var canMakePayments: Bool { link?.account?.canMakePayments ?? true }

    var storefront: SKStorefront? {
        link?.account.map { SKStorefront(countryCode: $0.storefront, identifier: $0.storefrontIdentifier) }
    }

    var transactions: [SKPaymentTransaction] {
        lock.withLock { book.entries.map(object) }
    }

    /// How many changes there were, to see whether there are more.
    var changesSoFar: Int {
        lock.withLock { changes }
    }

    var observers: [any SKPaymentTransactionObserver] {
        lock.withLock { list.present }
    }

    /// Adds a purchase; what becomes of it is told later.
    func add(_ terms: PaymentTerms) {
        let paymentID = (link?.settings.randomness ?? SystemRandomness()).uuidText()
        lock.withLock {
            book.add(terms, paymentID: paymentID)
            guard keep() else {
                _ = book.fail(paymentID, with: SKError(.unknown))
                return tell([paymentID])
            }
            tell([paymentID])
        }
        purchases.submit { [weak self] in await self?.purchase(paymentID) }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let isFirst = lock.withLock {
            let isFirst = list.present.isEmpty
            changes += 1
            guard list.add(observer, since: changes) else { return false }
            let keys = book.entries.map(\.key)
            if !keys.isEmpty { tell(keys, only: observer) }
            return isFirst
        }
        if isFirst { start() }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        lock.withLock { list.remove(observer) }
    }

    func finish(_ transaction: SKPaymentTransaction) {
        let finished: QueueBook.Finished? = lock.withLock {
            guard let entry = entry(of: transaction) else {
                if transaction.transactionState == .purchasing {
                    Complaint.say("cannot finish a purchasing transaction")
                }
                return nil
            }
            guard book.finish(entry.key) else {
                Complaint.say("cannot finish a transaction that is purchasing or deferred")
                return nil
            }
            _ = keep()
            let removed = Carried(object(entry))
            objects[entry.key] = nil
            call { queue, observer in observer.paymentQueue(queue, removedTransactions: [removed.value]) }
            return book.untold.last { $0.transactionIdentifier == entry.snapshot.transactionIdentifier }
        }
        guard let finished else { return }
        errands.submit { [weak self] in await self?.report(finished) }
    }

    private func entry(of transaction: SKPaymentTransaction) -> QueueBook.Entry? {
        if let key = objects.first(where: { $0.value === transaction })?.key { return book[key] }
        guard let identifier = transaction.transactionIdentifier else { return nil }
        return book.entries.first { $0.snapshot.transactionIdentifier == identifier }
    }

    /// Takes transactions out of the queue that the store has no more, and tells observers.
    func forget(_ identifiers: Set<String>) {
        lock.withLock {
            let gone = book.forget(identifiers)
            guard !gone.isEmpty else { return }
            _ = keep()
            let removed = Carried(gone.map(object))
            for entry in gone { objects[entry.key] = nil }
            call { queue, observer in observer.paymentQueue(queue, removedTransactions: removed.value) }
        }
    }

    /// Ends what refers back to this desk.
    func close() {
        lock.withLock {
            facade = nil
            list = ObserverList()
        }
    }
}

/// A line on standard error about something that only the app's author can mend.
enum Complaint {
    static func say(_ sentence: String) {
        FileHandle.standardError.write(Data("StoreKit: \(sentence)\n".utf8))
    }
}
