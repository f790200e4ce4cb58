import Foundation
import WindfallCStoreKit

/// What is known of a transaction at one moment.
struct TransactionSnapshot: Hashable, Sendable {
    var terms = PaymentTerms()
    var state = SKPaymentTransactionState.purchasing
    /// The store's identifier; nil while it has not answered.
    var transactionIdentifier: String?
    var date: Date?
    /// Why it failed.
    var error: SKError?
    /// The receipt in the form of iOS 6.
    var receipt: Data?
    /// The first purchase, where this is a restored or renewed one.
    var original: Original?
    /// The transaction as the store signed it.
    var signed: String?

    /// The first purchase of a chain.
    struct Original: Hashable, Sendable {
        var transactionIdentifier: String
        var date: Date
    }

    /// Whether it has an identifier and a date that the app may see.
    var isDone: Bool { state == .purchased || state == .restored }

    /// The first purchase as a transaction of its own.
    var first: TransactionSnapshot? {
        guard isDone, let original else { return nil }
        var terms = PaymentTerms()
        terms.productIdentifier = self.terms.productIdentifier
        return TransactionSnapshot(
            terms: terms, state: .purchased, transactionIdentifier: original.transactionIdentifier, date: original.date)
    }
}
