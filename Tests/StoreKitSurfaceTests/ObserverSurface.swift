import StoreKit

/// Uses: SKPaymentTransactionObserver, SKPaymentQueueDelegate
final class LoudObserver: NSObject, SKPaymentTransactionObserver, SKPaymentQueueDelegate {
    private(set) var heard: [String] = []

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        heard += transactions.map { "updated \(TransactionSurface.name(of: $0.transactionState))" }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        heard.append("removed \(transactions.count)")
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        heard.append("restore failed")
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        heard.append("restored")
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
        heard.append("downloads \(downloads.count)")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool { true }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        heard.append("storefront")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        heard.append("revoked \(productIdentifiers)")
    }

    func paymentQueue(
        _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool { false }

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { false }
}

/// One required method; all others have defaults.
final class QuietObserver: NSObject, SKPaymentTransactionObserver, SKPaymentQueueDelegate {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
}

/// Calls every method of an observer and a delegate, as the library does.
enum ObserverSurface {
    static func tell(_ observer: any SKPaymentTransactionObserver, of queue: SKPaymentQueue) -> Bool {
        observer.paymentQueue(queue, updatedTransactions: [TransactionDouble()])
        observer.paymentQueue(queue, removedTransactions: [TransactionDouble()])
        observer.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: SKError(.paymentCancelled))
        observer.paymentQueueRestoreCompletedTransactionsFinished(queue)
        observer.paymentQueue(queue, updatedDownloads: [])
        observer.paymentQueueDidChangeStorefront(queue)
        observer.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: ["com.example.coins"])
        return observer.paymentQueue(queue, shouldAddStorePayment: PaymentDouble(), for: ProductDouble())
    }

    static func ask(_ delegate: any SKPaymentQueueDelegate, of queue: SKPaymentQueue) -> [Bool] {
        [
            delegate.paymentQueue(queue, shouldContinue: TransactionDouble(), in: StorefrontDouble()),
            delegate.paymentQueueShouldShowPriceConsent(queue),
        ]
    }
}
