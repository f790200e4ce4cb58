/// A function of the store that a test can let fail.
///
/// Source: Apple, "FailableStoreKitAPI".
public protocol FailableStoreKitAPI {
    /// What it can fail with.
    associatedtype Failure: SKTestFailure
}

/// Fetching products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.LoadProducts

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// Fetching products.
    public static var loadProducts: Self { StoreKitLoadProductsAPI() }
}

/// Buying.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.Purchase

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// Buying.
    public static var purchase: Self { StoreKitPurchaseAPI() }
}

/// Proving what the store signed.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.Verification

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// Proving what the store signed.
    public static var verification: Self { StoreKitVerificationAPI() }
}

/// The app's own transaction.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.AppTransaction

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// The app's own transaction.
    public static var appTransaction: Self { StoreKitAppTransactionAPI() }
}

/// `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.AppStoreSync

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// `AppStore.sync()`.
    public static var appStoreSync: Self { StoreKitAppStoreSyncAPI() }
}

/// The status of subscriptions.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.SubscriptionStatus

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// The status of subscriptions.
    public static var subscriptionStatus: Self { StoreKitSubscriptionStatusAPI() }
}

/// The sheet to manage subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.ManageSubscriptions

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// The sheet to manage subscriptions.
    public static var manageSubscriptions: Self { StoreKitManageSubscriptionsAPI() }
}

/// Redeeming an offer code.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// Redeeming an offer code.
    public static var offerCodeRedeem: Self { StoreKitOfferCodeRedeemAPI() }
}

/// Asking for a refund.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.RefundRequest

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// Asking for a refund.
    public static var refundRequest: Self { StoreKitRefundRequestAPI() }
}
