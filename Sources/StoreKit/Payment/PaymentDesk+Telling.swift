import Dispatch
import Foundation

/// Keeping the book, and telling observers of it. All of it runs below the lock, so that the order of calls is the book's.
extension PaymentDesk {
    /// Writes the book down.
    ///
    /// - Returns: false where that is not possible.
    func keep() -> Bool {
        guard let link else { return true }
        do {
            try link.folder.write(book.json, to: Self.bookFile)
            return true
        } catch {
            Complaint.say("cannot keep the payment queue in \(link.folder.url.path): \(error.localizedDescription)")
            return false
        }
    }

    /// The one object of an entry.
    func object(_ entry: QueueBook.Entry) -> SKPaymentTransaction {
        if let known = objects[entry.key] { return known }
        let made = SKPaymentTransaction(entry.snapshot)
        objects[entry.key] = made
        return made
    }

    /// Tells all observers, or one, of transactions as they are now.
    func tell(_ keys: [String], only one: (any SKPaymentTransactionObserver)? = nil) {
        let moves = keys.compactMap { key in book[key].map { (object($0), $0.snapshot) } }
        guard !moves.isEmpty else { return }
        let carried = Carried(moves)
        call(only: one) {
            for (object, snapshot) in carried.value { object.move(to: snapshot) }
        } _: { queue, observer in
            observer.paymentQueue(queue, updatedTransactions: carried.value.map(\.0))
        }
    }

    /// Calls the observers that are there now and still there when their turn comes.
    func call(
        only one: (any SKPaymentTransactionObserver)? = nil, first: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void
    ) {
        changes += 1
        let change = changes
        let chosen = Carried(one)
        MainQueue.run(for: connection) {
            first()
            let observers = chosen.value.map { [$0] } ?? self.observers
            let queue = self.queue
            for observer in observers where self.lock.withLock({ self.list.contains(observer, at: change) }) {
                body(queue, observer)
            }
        }
    }
}
