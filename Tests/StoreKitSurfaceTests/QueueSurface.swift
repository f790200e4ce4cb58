import StoreKit

/// Uses: SKPaymentQueue
final class QueueDouble: SKPaymentQueue {
    private(set) var calls: [String] = []
    private weak var asked: (any SKPaymentQueueDelegate)?

    override class func `default`() -> SKPaymentQueue { QueueDouble() }
    override class func canMakePayments() -> Bool { false }

    override var delegate: (any SKPaymentQueueDelegate)? {
        get { asked }
        set { asked = newValue }
    }
    override var storefront: SKStorefront? { StorefrontDouble() }
    override var transactions: [SKPaymentTransaction] { [TransactionDouble()] }
    override var transactionObservers: [any SKPaymentTransactionObserver] { [] }

    override func add(_ payment: SKPayment) { calls.append("add payment \(payment.productIdentifier)") }
    override func add(_ observer: any SKPaymentTransactionObserver) { calls.append("add observer") }
    override func remove(_ observer: any SKPaymentTransactionObserver) { calls.append("remove observer") }
    override func finishTransaction(_ transaction: SKPaymentTransaction) { calls.append("finish") }
    override func restoreCompletedTransactions() { calls.append("restore") }
    override func restoreCompletedTransactions(withApplicationUsername username: String?) {
        calls.append("restore \(username ?? "-")")
    }
    override func start(_ downloads: [SKDownload]) { calls.append("start \(downloads.count)") }
    override func pause(_ downloads: [SKDownload]) { calls.append("pause \(downloads.count)") }
    override func resume(_ downloads: [SKDownload]) { calls.append("resume \(downloads.count)") }
    override func cancel(_ downloads: [SKDownload]) { calls.append("cancel \(downloads.count)") }
    override func showPriceConsentIfNeeded() { calls.append("consent") }
    override func presentCodeRedemptionSheet() { calls.append("code") }
}

/// What a wrapper asks of a queue, by the class of the library.
enum QueueSurface {
    /// Uses: SKPaymentQueue
    static func use(_ queue: SKPaymentQueue, as observer: any SKPaymentTransactionObserver & SKPaymentQueueDelegate) {
        queue.delegate = observer
        queue.add(observer)
        queue.add(SKPayment(product: ProductDouble()))
        for transaction in queue.transactions { queue.finishTransaction(transaction) }
        queue.restoreCompletedTransactions()
        queue.restoreCompletedTransactions(withApplicationUsername: "hash")
        let downloads = [DownloadDouble()]
        queue.start(downloads)
        queue.pause(downloads)
        queue.resume(downloads)
        queue.cancel(downloads)
        queue.showPriceConsentIfNeeded()
        queue.presentCodeRedemptionSheet()
        queue.remove(observer)
    }

    /// Uses: SKPaymentQueue
    ///
    /// The queue of the app, named and not called: there is no store here.
    static let ofTheApp: @Sendable () -> (SKPaymentQueue, Bool, Int) = {
        let queue = SKPaymentQueue.default()
        return (queue, SKPaymentQueue.canMakePayments(), queue.transactionObservers.count)
    }
}

/// Uses: SKStorefront
final class StorefrontDouble: SKStorefront {
    override var countryCode: String { "GBR" }
    override var identifier: String { "143444" }
}
