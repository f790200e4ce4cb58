import StoreKitTest

/// The failures that a test can ask for.
enum FailureSurface {
    /// Uses: SKTestSession, FailableStoreKitAPI, SKTestFailures
    /// Uses: SKTestFailures.LoadProducts, SKTestFailures.Purchase, SKTestFailures.Verification
    /// Uses: SKTestFailures.AppTransaction, SKTestFailures.AppStoreSync, SKTestFailures.SubscriptionStatus
    /// Uses: SKTestFailures.ManageSubscriptions, SKTestFailures.OfferCodeRedeem, SKTestFailures.RefundRequest
    static func set(on session: SKTestSession) async throws {
        try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        try await session.setSimulatedError(.generic(.notEntitled), forAPI: .appTransaction)
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
        try await session.setSimulatedError(.generic(.unsupported), forAPI: .subscriptionStatus)
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .manageSubscriptions)
        try await session.setSimulatedError(.generic(.notAvailableInStorefront), forAPI: .offerCodeRedeem)
        try await session.setSimulatedError(.refundRequest(.duplicateRequest), forAPI: .refundRequest)
    }

    /// Uses: SKTestSession
    static func count(on session: SKTestSession) async -> Int {
        var set = 0
        if await session.simulatedError(forAPI: .loadProducts) == .generic(.unknown) { set += 1 }
        if await session.simulatedError(forAPI: .purchase) == .purchase(.productUnavailable) { set += 1 }
        if await session.simulatedError(forAPI: .verification) == .verification(.invalidSignature) { set += 1 }
        if await session.simulatedError(forAPI: .appTransaction) == .generic(.notEntitled) { set += 1 }
        if await session.simulatedError(forAPI: .appStoreSync) == .generic(.userCancelled) { set += 1 }
        if await session.simulatedError(forAPI: .subscriptionStatus) == .generic(.unsupported) { set += 1 }
        let timedOut = SKTestFailures.ManageSubscriptions.generic(.networkError(URLError(.timedOut)))
        if await session.simulatedError(forAPI: .manageSubscriptions) == timedOut { set += 1 }
        if await session.simulatedError(forAPI: .offerCodeRedeem) == .generic(.notAvailableInStorefront) { set += 1 }
        if await session.simulatedError(forAPI: .refundRequest) == .refundRequest(.duplicateRequest) { set += 1 }
        return set
    }

    /// Uses: StoreKitLoadProductsAPI, StoreKitPurchaseAPI, StoreKitVerificationAPI, StoreKitAppTransactionAPI
    /// Uses: StoreKitAppStoreSyncAPI, StoreKitSubscriptionStatusAPI, StoreKitManageSubscriptionsAPI
    /// Uses: StoreKitOfferCodeRedeemAPI, StoreKitRefundRequestAPI
    static var all: [any FailableStoreKitAPI] {
        [
            StoreKitLoadProductsAPI(), StoreKitPurchaseAPI(), StoreKitVerificationAPI(), StoreKitAppTransactionAPI(),
            StoreKitAppStoreSyncAPI(), StoreKitSubscriptionStatusAPI(), StoreKitManageSubscriptionsAPI(),
            StoreKitOfferCodeRedeemAPI(), StoreKitRefundRequestAPI(),
        ]
    }

    /// Uses: SKTestFailure
    ///
    /// A failure of any kind, by the protocol.
    static func isSame<Failure: SKTestFailure>(_ one: Failure, _ other: Failure) -> Bool {
        one == other
    }
}
