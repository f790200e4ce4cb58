import Foundation
import StoreKitTest
import Testing

/// Each declaration of Apple's module under its own name, label and default.
@Suite struct SurfaceTests {
    @Test("Each function that can fail has its type, its short name and its failures")
    func failableFunctions() async throws {
        try await Fixture.story { fixture in
            let session = fixture.session
            let error = StoreKitError.notEntitled
            try await session.setSimulatedError(.generic(error), forAPI: .loadProducts)
            try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
            try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
            try await session.setSimulatedError(.generic(error), forAPI: .appTransaction)
            try await session.setSimulatedError(.generic(error), forAPI: .appStoreSync)
            try await session.setSimulatedError(.generic(error), forAPI: .subscriptionStatus)
            try await session.setSimulatedError(.generic(error), forAPI: .manageSubscriptions)
            try await session.setSimulatedError(.generic(error), forAPI: .offerCodeRedeem)
            try await session.setSimulatedError(.refundRequest(.duplicateRequest), forAPI: .refundRequest)
            #expect(await session.simulatedError(forAPI: StoreKitLoadProductsAPI()) == .generic(error))
            #expect(await session.simulatedError(forAPI: StoreKitPurchaseAPI()) == .purchase(.productUnavailable))
            #expect(
                await session.simulatedError(forAPI: StoreKitVerificationAPI()) == .verification(.invalidSignature))
            #expect(await session.simulatedError(forAPI: StoreKitAppTransactionAPI()) == .generic(error))
            #expect(await session.simulatedError(forAPI: StoreKitAppStoreSyncAPI()) == .generic(error))
            #expect(await session.simulatedError(forAPI: StoreKitSubscriptionStatusAPI()) == .generic(error))
            #expect(await session.simulatedError(forAPI: StoreKitManageSubscriptionsAPI()) == .generic(error))
            #expect(await session.simulatedError(forAPI: StoreKitOfferCodeRedeemAPI()) == .generic(error))
            #expect(
                await session.simulatedError(forAPI: StoreKitRefundRequestAPI()) == .refundRequest(.duplicateRequest))
            try await session.setSimulatedError(nil, forAPI: .loadProducts)
            #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        }
    }

    @Test(
        "Time rates have Apple's raw values",
        arguments: [
            (SKTestSession.TimeRate.realTime, 0), (.oneHourIsOneDay, 1), (.thirtyMinutesIsOneDay, 2),
            (.fiveMinutesIsOneDay, 3), (.oneMinuteIsOneDay, 4), (.thirtySecondsIsOneDay, 5), (.oneSecondIsOneDay, 6),
            (.monthlyRenewalEveryHour, 10), (.monthlyRenewalEveryThirtyMinutes, 11),
            (.monthlyRenewalEveryFifteenMinutes, 12), (.monthlyRenewalEveryFiveMinutes, 13),
            (.monthlyRenewalEveryThirtySeconds, 15), (.oneRenewalEveryFifteenMinutes, 1000),
            (.oneRenewalEveryFiveMinutes, 1001), (.oneRenewalEveryMinute, 1002), (.oneRenewalEveryThirtySeconds, 1003),
            (.oneRenewalEveryTenSeconds, 1004), (.oneRenewalEveryTwoSeconds, 1005),
        ])
    func timeRates(rate: SKTestSession.TimeRate, rawValue: Int) async throws {
        #expect(rate.rawValue == rawValue)
        try await Fixture.story { fixture in
            fixture.session.timeRate = rate
            let bought = try await fixture.session.buyProduct(identifier: Fixture.monthly)
            let length = try #require(bought.expirationDate).timeIntervalSince(bought.purchaseDate)
            #expect(length > 0 && (rawValue == 0) == (length > 20 * 86_400))
            #expect(fixture.session.timeRate == rate)
        }
    }

    @Test("Errors have Apple's domain and codes, and are caught by their code")
    func errors() {
        let codes: [SKTestError.Code] = [
            SKTestError.serviceUnavailable, SKTestError.invalidProductIdentifier, SKTestError.invalidProductType,
            SKTestError.invalidURL, SKTestError.fileNotFound, SKTestError.noSubscriptionFound,
            SKTestError.noTransactionFound, SKTestError.invalidAction,
        ]
        #expect(codes.map(\.rawValue) == Array(0...7))
        let error = SKTestError(.invalidAction, userInfo: [:]) as NSError
        #expect(error.domain == SKTestErrorDomain && error.code == 7)
        do {
            throw SKTestError(.fileNotFound)
        } catch SKTestError.fileNotFound {
        } catch {
            Issue.record("caught as another error: \(error)")
        }
    }
}
