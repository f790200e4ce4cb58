public import Foundation

/// Who hears of purchases (F8 to F10), on the main queue; the queue does not keep it alive.
///
/// Source: Apple, "SKPaymentTransactionObserver".
public protocol SKPaymentTransactionObserver: NSObjectProtocol {
    /// Transactions are new or have come on.
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction])
    /// Transactions were finished and are in the queue no more; optional.
    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction])
    /// A restore failed (F13); optional.
    ///
    /// - Parameter error: an ``SKError``.
    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error)
    /// A restore is over, and everything restored was handed over, if there was anything (F13); optional.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)
    /// Downloads have come on; never called, since the store hosts no content. Optional.
    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])
    /// Somebody began a purchase in the store's own shop; optional.
    ///
    /// - Returns: whether to go on with it in the app; false if the app does not say.
    func paymentQueue(
        _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool
    /// The account buys in another country now; optional.
    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)
    /// What gave access was refunded, or the family's access ended; optional.
    func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String])
}

extension SKPaymentTransactionObserver {
    /// Does nothing.
    public func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {}
    /// Does nothing.
    public func paymentQueue(
        _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
    ) {}
    /// Does nothing.
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {}
    /// Does nothing.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {}
    /// Says no.
    public func paymentQueue(
        _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool { false }
    /// Does nothing.
    public func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {}
    /// Does nothing.
    public func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {}
}

/// Who is asked while a payment is on its way.
///
/// Source: Apple, "SKPaymentQueueDelegate".
public protocol SKPaymentQueueDelegate: NSObjectProtocol {
    /// The account's country changed during a purchase; optional.
    ///
    /// - Returns: whether to go on; true if the app does not say.
    func paymentQueue(
        _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction, in newStorefront: SKStorefront
    ) -> Bool
    /// A price increase wants the person's consent; optional.
    ///
    /// - Returns: whether to show the question at once; true if the app does not say.
    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool
}

extension SKPaymentQueueDelegate {
    /// Says yes.
    public func paymentQueue(
        _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction, in newStorefront: SKStorefront
    ) -> Bool { true }
    /// Says yes.
    public func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { true }
}
