public import StoreKit

/// An error that a test lets a function of the store fail with.
public protocol SKTestFailure: Equatable, Sendable {}

/// The errors that can be simulated, by function.
///
/// Source: Apple, "SKTestFailures".
public enum SKTestFailures {
    /// Of fetching products.
    public enum LoadProducts: SKTestFailure { case generic(StoreKitError) }
    /// Of the app's own transaction.
    public enum AppTransaction: SKTestFailure { case generic(StoreKitError) }
    /// Of `AppStore.sync()`.
    public enum AppStoreSync: SKTestFailure { case generic(StoreKitError) }
    /// Of a subscription's status.
    public enum SubscriptionStatus: SKTestFailure { case generic(StoreKitError) }
    /// Of the sheet to manage subscriptions.
    public enum ManageSubscriptions: SKTestFailure { case generic(StoreKitError) }
    /// Of redeeming a code.
    public enum OfferCodeRedeem: SKTestFailure { case generic(StoreKitError) }
    /// Of buying.
    public enum Purchase: SKTestFailure {
        case generic(StoreKitError)
        case purchase(Product.PurchaseError)
    }
    /// Of asking for a refund.
    public enum RefundRequest: SKTestFailure {
        case generic(StoreKitError)
        case refundRequest(Transaction.RefundRequestError)
    }
    /// Of proving what the store signed.
    public enum Verification: SKTestFailure {
        case verification(VerificationResult<Any>.VerificationError)
    }
}

extension SKTestFailures.LoadProducts {
    public static func == (a: Self, b: Self) -> Bool { a.comparable == b.comparable }
    var error: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
    private var comparable: ComparableError { ComparableError(error) }
}

extension SKTestFailures.AppTransaction {
    public static func == (a: Self, b: Self) -> Bool { a.comparable == b.comparable }
    var error: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
    private var comparable: ComparableError { ComparableError(error) }
}

extension SKTestFailures.AppStoreSync {
    public static func == (a: Self, b: Self) -> Bool { a.comparable == b.comparable }
    var error: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
    private var comparable: ComparableError { ComparableError(error) }
}

extension SKTestFailures.SubscriptionStatus {
    public static func == (a: Self, b: Self) -> Bool { a.comparable == b.comparable }
    var error: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
    private var comparable: ComparableError { ComparableError(error) }
}

extension SKTestFailures.ManageSubscriptions {
    public static func == (a: Self, b: Self) -> Bool { a.comparable == b.comparable }
    var error: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
    private var comparable: ComparableError { ComparableError(error) }
}

extension SKTestFailures.OfferCodeRedeem {
    public static func == (a: Self, b: Self) -> Bool { a.comparable == b.comparable }
    var error: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
    private var comparable: ComparableError { ComparableError(error) }
}

extension SKTestFailures.Purchase {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): ComparableError(a) == ComparableError(b)
        case (.purchase(let a), .purchase(let b)): a == b
        default: false
        }
    }

    var error: any Error {
        switch self {
        case .generic(let error): error
        case .purchase(let error): error
        }
    }
}

extension SKTestFailures.RefundRequest {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): ComparableError(a) == ComparableError(b)
        case (.refundRequest(let a), .refundRequest(let b)): a == b
        default: false
        }
    }

    var error: any Error {
        switch self {
        case .generic(let error): error
        case .refundRequest(let error): error
        }
    }
}
