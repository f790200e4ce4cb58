public import Foundation
import StoreKit
import Synchronization
public import WindfallCStoreKit

/// How the session's store behaves.
extension SKTestSession {
    /// Whether nobody is asked to agree; here nobody is in any case.
    public var disableDialogs: Bool {
        get { settings.withLock { $0.disablesDialogs } }
        set { change { $0.disablesDialogs = newValue } }
    }

    /// Whether purchases wait for somebody's approval (F9).
    public var askToBuyEnabled: Bool {
        get { settings.withLock { $0.asksToBuy } }
        set { change { $0.asksToBuy = newValue } }
    }

    /// Whether purchases fail until ``resolveIssueForTransaction(identifier:)``.
    public var interruptedPurchasesEnabled: Bool {
        get { settings.withLock { $0.isInterrupted } }
        set { change { $0.isInterrupted = newValue } }
    }

    /// Whether renewals fail and are tried again.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { settings.withLock { $0.failsRenewals } }
        set { change { $0.failsRenewals = newValue } }
    }

    /// Whether access lasts for a while after a failed renewal; without ``shouldEnterBillingRetryOnRenewal`` it does nothing.
    public var billingGracePeriodIsEnabled: Bool {
        get { settings.withLock { $0.hasGracePeriod } }
        set { change { $0.hasGracePeriod = newValue } }
    }

    /// Whether each purchase fails, with ``failureError``.
    public var failTransactionsEnabled: Bool {
        get { settings.withLock { $0.failsTransactions } }
        set { change { $0.failsTransactions = newValue } }
    }

    /// What purchases fail with: `unknown`, `invalidOfferIdentifier`, `invalidSignature`, `missingOfferParams` or
    /// `invalidOfferPrice`; others count as `unknown`.
    public var failureError: SKError.Code {
        get { settings.withLock { $0.failureError } }
        set { change { $0.failureError = newValue } }
    }

    /// The country of the account, three letters; one that the store does not know changes nothing there.
    public var storefront: String {
        get { settings.withLock { $0.storefront } }
        set { change { $0.storefront = newValue } }
    }

    /// The language of the shop.
    public var locale: Locale {
        get { settings.withLock { $0.locale } }
        set { change { $0.locale = newValue } }
    }

    /// How fast subscriptions run, from their next period on.
    public var timeRate: TimeRate {
        get { settings.withLock { $0.timeRate } }
        set { change { $0.timeRate = newValue } }
    }
}
