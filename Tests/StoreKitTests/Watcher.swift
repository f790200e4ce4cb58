import Foundation
import StoreKit

/// An observer that writes down what it hears.
final class Watcher: NSObject, SKPaymentTransactionObserver {
    /// Whether it finishes what is decided, as an app does once it delivered.
    var finishes = false
    /// What it hears, in words.
    var log: [String] = []
    /// Every transaction object that it was given.
    var seen: [SKPaymentTransaction] = []
    /// Runs within each call.
    var within: (SKPaymentQueue) -> Void = { _ in }
    var restoreError: (any Error)?

    static func word(_ state: SKPaymentTransactionState) -> String {
        switch state {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        @unknown default: "unknown"
        }
    }

    /// The last heard transaction.
    var last: SKPaymentTransaction? { seen.last }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        log.append(transactions.map { Self.word($0.transactionState) }.joined(separator: ","))
        seen += transactions
        within(queue)
        guard finishes else { return }
        for transaction in transactions where ![.purchasing, .deferred].contains(transaction.transactionState) {
            queue.finishTransaction(transaction)
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        log.append("removed")
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        log.append("restore finished")
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        log.append("restore failed")
        restoreError = error
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        log.append("storefront")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        log.append("revoked \(productIdentifiers.joined(separator: ","))")
    }
}

/// The code of a StoreKit error; nil for any other.
func code(_ error: (any Error)?) -> SKError.Code? {
    (error as? SKError)?.code
}
