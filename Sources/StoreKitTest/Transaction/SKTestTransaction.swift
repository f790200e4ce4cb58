public import Foundation
import StoreKit
public import WindfallCStoreKit
import WindfallStoreEngine
import WindfallTimeline

/// A transaction of a test session as it was when it was asked for.
///
/// Source: Apple, "SKTestTransaction".
open class SKTestTransaction: NSObject {
    /// The store's identifier.
    public let identifier: UInt
    /// The first transaction of the product or subscription.
    public let originalTransactionIdentifier: UInt
    public let productIdentifier: String
    public let state: SKPaymentTransactionState
    public let purchaseDate: Date
    /// The end of the paid period; auto-renewables only.
    public let expirationDate: Date?
    /// When it was refunded.
    public let cancelDate: Date?
    /// Whether the subscription renews.
    public let autoRenewingEnabled: Bool
    /// Whether it waits for ``SKTestSession/resolveIssueForTransaction(identifier:)``.
    public let hasPurchaseIssue: Bool
    /// Whether it waits for approval.
    public let pendingAskToBuyConfirmation: Bool
    /// Whether it waits for consent to a higher price.
    public let isPendingPriceIncreaseConsent: Bool

    init(_ values: Values) {
        identifier = values.identifier
        originalTransactionIdentifier = values.original
        productIdentifier = values.productID
        state = values.state
        purchaseDate = values.purchaseDate
        expirationDate = values.expirationDate
        cancelDate = values.cancelDate
        autoRenewingEnabled = values.isAutoRenewing
        hasPurchaseIssue = values.hasIssue
        pendingAskToBuyConfirmation = values.state == .deferred
        isPendingPriceIncreaseConsent = values.isAskingForConsent
        super.init()
    }

    /// What a transaction says, as a value.
    struct Values: Sendable {
        var identifier: UInt
        var original: UInt
        var productID: String
        var state: SKPaymentTransactionState
        var purchaseDate: Date
        var expirationDate: Date?
        var cancelDate: Date?
        var isAutoRenewing = false
        var hasIssue = false
        var isAskingForConsent = false

        init(_ number: TransactionNumber, in store: StoreState) throws(StoreRefusal) {
            let transaction = try store.transaction(number)
            identifier = Self.identifier(number)
            original = Self.identifier(transaction.original)
            productID = try store.product(transaction.product).productID
            state =
                switch transaction.state {
                case .purchased: transaction.origin == .restore ? .restored : .purchased
                case .deferred: .deferred
                case .failed, .interrupted, .erased: .failed
                }
            purchaseDate = Self.date(transaction.purchaseDate)
            expirationDate = transaction.expiresDate.map(Self.date)
            cancelDate = transaction.revocation.map { Self.date($0.date) }
            hasIssue = transaction.state == .interrupted
            guard let subscription = store.subscriptions[transaction.original] else { return }
            isAutoRenewing = subscription.isAutoRenewing
            guard subscription.last == number else { return }
            hasIssue = subscription.isInBillingRetry
            isAskingForConsent = subscription.circumstances.priceConsent == .requested
        }

        private static func identifier(_ number: TransactionNumber) -> UInt {
            UInt(StoreText.transactionID(number, isSandbox: true)) ?? 0
        }

        private static func date(_ instant: Instant) -> Date {
            Date(timeIntervalSince1970: TimeInterval(instant.milliseconds) / 1000)
        }
    }
}
