import StoreKit
import WindfallCommerce
import WindfallStoreEngine

/// What happens to subscriptions (F27).
extension SKTestSession {
    /// Lets a subscription renew at the end of its period.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` where it has ended.
    public func enableAutoRenewForTransaction(identifier: UInt) throws {
        try change(identifier, StoreCommand.SubscriptionChange(isAutoRenewing: true))
    }

    /// Lets a subscription end with its period.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` where it has ended.
    public func disableAutoRenewForTransaction(identifier: UInt) throws {
        try change(identifier, StoreCommand.SubscriptionChange(isAutoRenewing: false))
    }

    /// Ends a subscription at once: its period is over now and is not renewed.
    ///
    /// - Throws: ``SKTestError``: `invalidProductIdentifier`, `invalidProductType`, or `noSubscriptionFound`.
    public func expireSubscription(productIdentifier: String) throws {
        try box.perform(.expire(running(productIdentifier)))
    }

    /// Lets a subscription's period be over now: it renews, or fails to, or ends, as it would have later.
    ///
    /// - Throws: ``SKTestError``: `invalidProductIdentifier`, `invalidProductType`, or `noSubscriptionFound`.
    public func forceRenewalOfSubscription(productIdentifier: String) throws {
        try box.perform(.renew(running(productIdentifier)))
    }

    /// Asks for consent to a higher price; without it the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` where it does not renew.
    public func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        try change(identifier, StoreCommand.SubscriptionChange(priceConsent: .requested))
    }

    /// Accepts the higher price.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` where nobody asked.
    public func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try change(identifier, StoreCommand.SubscriptionChange(priceConsent: .accepted))
    }

    /// Declines the higher price: the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` where nobody asked.
    public func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try change(identifier, StoreCommand.SubscriptionChange(priceConsent: .declined))
    }

    private func change(_ identifier: UInt, _ change: StoreCommand.SubscriptionChange) throws {
        let number = try number(identifier)
        try box.perform(.changeSubscription(box.transaction(number).original, change))
    }

    /// The subscription of a product that runs, or whose renewal failed.
    private func running(_ productIdentifier: String) throws -> TransactionNumber {
        let (account, app) = (box.account, box.app)
        let product = try box.read { store throws(StoreRefusal) in
            try store.product(store.product(productIdentifier, of: app))
        }
        guard product.type == .autoRenewable else {
            throw SKTestError(.invalidProductType, "\(productIdentifier) is no auto-renewable subscription.")
        }
        let found = try box.read { store throws(StoreRefusal) -> TransactionNumber? in
            let number = try store.product(productIdentifier, of: app)
            guard let original = store.newestSubscription(of: account, group: product.group),
                let subscription = store.subscriptions[original], subscription.product == number,
                subscription.isRunning || subscription.isInBillingRetry
            else { return nil }
            return original
        }
        guard let found else {
            throw SKTestError(.noSubscriptionFound, "No subscription of \(productIdentifier) runs.")
        }
        return found
    }
}
