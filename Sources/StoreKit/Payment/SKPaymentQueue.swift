public import Foundation

/// The queue of purchases between app and store: payments go in, transactions come out, until they are finished (F8).
///
/// Observers are called on the main queue, later than the call that led to it. Finishing a transaction that is not
/// decided yet raises an exception on Apple's systems; here nothing happens but a line on standard error, and so for a
/// transaction that is not in the queue. Finishing twice is harmless.
/// Source: Apple, "SKPaymentQueue".
open class SKPaymentQueue: NSObject {
    private let held: PaymentDesk?

    /// A queue of the store that the app talks to; ``default()`` is the usual way to it.
    public override init() {
        held = nil
    }

    init(_ desk: PaymentDesk) {
        held = desk
    }

    private final var desk: PaymentDesk { held ?? StoreConnection.desk() }

    /// The queue of the store that the caller talks to.
    open class func `default`() -> SKPaymentQueue {
        StoreConnection.desk().queue
    }

    /// Whether the person may pay (F6), as the store said last; true while it never did.
    open class func canMakePayments() -> Bool {
        StoreConnection.desk().canMakePayments
    }

    /// Who is asked while a payment is on its way; not kept alive.
    open weak var delegate: (any SKPaymentQueueDelegate)? {
        get { desk.delegate }
        set { desk.delegate = newValue }
    }

    /// The country whose store the account buys in; nil while it is not known.
    open var storefront: SKStorefront? { desk.storefront }

    /// What is in the queue, in the order in which it came (F8).
    open var transactions: [SKPaymentTransaction] { desk.transactions }

    /// Who hears of transactions, in the order in which they were added.
    open var transactionObservers: [any SKPaymentTransactionObserver] { desk.observers }

    /// Buys: a new transaction for each call, also for the same payment (F7).
    open func add(_ payment: SKPayment) {
        desk.add(payment.presentTerms)
    }

    /// Lets somebody hear of transactions, first of all that are in the queue now (F10). The queue does not keep it alive.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        desk.add(observer)
    }

    /// Ends that; also within a call of the observer.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        desk.remove(observer)
    }

    /// Takes a purchased, failed or restored transaction out of the queue, once its content was delivered (F10).
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        desk.finish(transaction)
    }

    /// Hands over everything restorable that the account bought (F13).
    open func restoreCompletedTransactions() {
        desk.restore(applicationUsername: nil)
    }

    /// Hands over everything restorable that the account bought (F13).
    ///
    /// - Parameter username: what the app calls the person; the store does not look at it.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        desk.restore(applicationUsername: username)
    }

    /// Starts downloads; none are ever handed out.
    open func start(_ downloads: [SKDownload]) {}
    /// Pauses downloads; none are ever handed out.
    open func pause(_ downloads: [SKDownload]) {}
    /// Goes on with downloads; none are ever handed out.
    open func resume(_ downloads: [SKDownload]) {}
    /// Ends downloads; none are ever handed out.
    open func cancel(_ downloads: [SKDownload]) {}

    /// Shows a waiting question about a price increase; the store has none to show here.
    open func showPriceConsentIfNeeded() {}
    /// Shows a sheet for offer codes; there is none on a terminal.
    open func presentCodeRedemptionSheet() {}
}
