import Foundation
import StoreKit
import WindfallCStoreKit
import WindfallCommerce
import WindfallStoreEngine

/// What a test sets of its session, as a value; without a file everything as Apple's sessions begin.
struct SessionSettings: Hashable, Sendable {
    var disablesDialogs = false
    var asksToBuy = false
    var isInterrupted = false
    var failsRenewals = false
    var hasGracePeriod = false
    var failsTransactions = false
    var failureError = SKErrorCode.unknown
    var storefront = "USA"
    var locale = Locale(identifier: "en_US")
    var timeRate = SKTestTimeRate.realTime

    /// - Parameter settings: those of a `.storekit` file.
    init(_ settings: StoreKitSettings?) {
        guard let settings else { return }
        disablesDialogs = settings.disableDialogs ?? false
        asksToBuy = settings.askToBuyEnabled ?? false
        failsRenewals = settings.renewalBillingIssuesEnabled ?? false
        hasGracePeriod = settings.billingGracePeriodEnabled ?? false
        failsTransactions = settings.failTransactionsEnabled ?? false
        if let storefront = settings.storefront { self.storefront = storefront.rawValue }
        if let locale = settings.locale { self.locale = Locale(identifier: locale) }
        if let rate = settings.timeRate, let known = SKTestTimeRate(rawValue: rate.rawValue) { timeRate = known }
    }

    /// What the store is told of them.
    var change: StoreCommand.AccountChange {
        var change = StoreCommand.AccountChange()
        change.asksToBuy = asksToBuy
        change.isInterrupted = isInterrupted
        change.storefront = WindfallCommerce.Storefront(rawValue: storefront)
        change.timeRate = TimeRate(rawValue: timeRate.rawValue)
        // Only the sandbox cancels after twelve renewals.
        change.renewalLimit = 0
        change.failsRenewals = failsRenewals
        // Grace is for renewals that fail.
        change.hasGracePeriod = hasGracePeriod && failsRenewals
        change.purchaseFailure =
            failsTransactions ? Self.failures[failureError] ?? .unknown : TransactionRecord.Failure.none
        return change
    }

    /// The errors that Apple's sessions can make purchases fail with; another one is as good as unknown.
    private static let failures: [SKErrorCode: TransactionRecord.Failure] = [
        .invalidOfferIdentifier: .invalidOfferIdentifier, .invalidSignature: .invalidOfferSignature,
        .missingOfferParams: .missingOfferParameters, .invalidOfferPrice: .invalidOfferPrice,
    ]
}
