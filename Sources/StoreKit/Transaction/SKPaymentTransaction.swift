public import Foundation
import Synchronization
public import WindfallCStoreKit

/// A purchase in the payment queue, from the moment that its payment was added until it is finished (F8 to F11).
///
/// The queue gives one object for one purchase and moves it on; its state is changed on the main queue only, just before
/// observers hear of it.
/// Source: Apple, "SKPaymentTransaction".
open class SKPaymentTransaction: NSObject {
    private let snapshot: Mutex<TransactionSnapshot>
    private let paid: SKPayment

    /// A transaction without values, for test doubles that override them.
    public override init() {
        snapshot = Mutex(TransactionSnapshot())
        paid = SKPayment()
    }

    init(_ values: TransactionSnapshot) {
        snapshot = Mutex(values)
        paid = SKPayment(values.terms)
    }

    /// What was asked for.
    open var payment: SKPayment { paid }
    /// How far it has come.
    open var transactionState: SKPaymentTransactionState { present.state }
    /// The store's identifier; purchased and restored transactions only.
    open var transactionIdentifier: String? { present.isDone ? present.transactionIdentifier : nil }
    /// When it was added to the store's queue; purchased and restored transactions only.
    open var transactionDate: Date? { present.isDone ? present.date : nil }
    /// Why it failed, an ``SKError``; failed transactions only.
    open var error: (any Error)? { present.error }
    /// The first purchase, of a restored or renewed transaction (F13).
    open var original: SKPaymentTransaction? { present.first.map(SKPaymentTransaction.init) }
    /// Content that the store hosts; none.
    open var downloads: [SKDownload] { [] }
    /// The transaction's own receipt in the form of iOS 6 (F11); purchased and restored transactions only.
    open var transactionReceipt: Data? { present.isDone ? present.receipt : nil }

    /// What is known now.
    final var present: TransactionSnapshot { snapshot.withLock { $0 } }

    /// Moves it on; on the main queue only.
    final func move(to values: TransactionSnapshot) {
        snapshot.withLock { $0 = values }
    }
}
