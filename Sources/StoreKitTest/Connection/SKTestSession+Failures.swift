import StoreKit
import Synchronization

/// Letting functions of the store fail.
extension SKTestSession {
    /// Makes a function fail until it is called again with nil. The original API asks for products and purchases; there an
    /// error that is no `SKError` becomes `SKError.unknown`.
    public func setSimulatedError<API: FailableStoreKitAPI>(_ error: API.Failure?, forAPI api: API) async throws {
        failures.withLock { $0[ObjectIdentifier(API.self)] = error }
        guard let function = Self.function(of: api) else { return }
        box.connection.setSimulatedError(error.map(Self.error), for: function)
    }

    /// What a function fails with now; nil where it does not.
    public func simulatedError<API: FailableStoreKitAPI>(forAPI api: API) async -> API.Failure? {
        failures.withLock { $0[ObjectIdentifier(API.self)] } as? API.Failure
    }

    static let functions: [StoreConnection.Function] = [
        .loadProducts, .purchase, .verification, .appTransaction, .appStoreSync, .subscriptionStatus,
        .manageSubscriptions, .offerCodeRedeem, .refundRequest,
    ]

    private static func function(of api: some FailableStoreKitAPI) -> StoreConnection.Function? {
        switch api {
        case is StoreKitLoadProductsAPI: .loadProducts
        case is StoreKitPurchaseAPI: .purchase
        case is StoreKitVerificationAPI: .verification
        case is StoreKitAppTransactionAPI: .appTransaction
        case is StoreKitAppStoreSyncAPI: .appStoreSync
        case is StoreKitSubscriptionStatusAPI: .subscriptionStatus
        case is StoreKitManageSubscriptionsAPI: .manageSubscriptions
        case is StoreKitOfferCodeRedeemAPI: .offerCodeRedeem
        case is StoreKitRefundRequestAPI: .refundRequest
        default: nil
        }
    }

    /// The error as StoreKit hands it out.
    private static func error(_ failure: some SKTestFailure) -> any Error {
        switch failure {
        case let failure as SKTestFailures.LoadProducts: failure.error
        case let failure as SKTestFailures.Purchase: failure.error
        case let failure as SKTestFailures.AppTransaction: failure.error
        case let failure as SKTestFailures.AppStoreSync: failure.error
        case let failure as SKTestFailures.SubscriptionStatus: failure.error
        case let failure as SKTestFailures.ManageSubscriptions: failure.error
        case let failure as SKTestFailures.OfferCodeRedeem: failure.error
        case let failure as SKTestFailures.RefundRequest: failure.error
        case .verification(let error) as SKTestFailures.Verification: error
        default: StoreKitError.unknown
        }
    }
}
