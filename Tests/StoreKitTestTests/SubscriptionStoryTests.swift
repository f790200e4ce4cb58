import Foundation
import StoreKitTest
import Testing

@Suite struct SubscriptionStoryTests {
    @Test("At a rate a month passes in a minute, and the observer hears of each renewal")
    func rate() async throws {
        try await Fixture.story { fixture in
            fixture.session.timeRate = .oneRenewalEveryMinute
            await fixture.buy(Fixture.monthly)
            fixture.session.advance(by: .seconds(59))
            #expect(fixture.session.allTransactions().count == 1)
            fixture.session.advance(by: .seconds(121))
            await fixture.session.settle()
            let all = fixture.session.allTransactions()
            #expect(all.count == 4)
            #expect(Set(all.map(\.originalTransactionIdentifier)).count == 1)
            #expect(fixture.watcher.all == ["monthly purchasing"] + Array(repeating: "monthly purchased", count: 4))
            // Only the sandbox cancels after twelve renewals.
            fixture.session.advance(by: .seconds(20 * 60))
            #expect(fixture.session.allTransactions().count == 24)
        }
    }

    @Test("F27: with renewal turned off it ends with the period; turned on again it renews")
    func autoRenew() async throws {
        try await Fixture.story { fixture in
            fixture.session.timeRate = .oneRenewalEveryTenSeconds
            let first = UInt(try await fixture.session.buyProduct(identifier: Fixture.monthly).id)
            try fixture.session.disableAutoRenewForTransaction(identifier: first)
            #expect(fixture.last?.autoRenewingEnabled == false)
            try fixture.session.enableAutoRenewForTransaction(identifier: first)
            fixture.session.advance(by: .seconds(11))
            #expect(fixture.session.allTransactions().count == 2 && fixture.last?.autoRenewingEnabled == true)
            try fixture.session.disableAutoRenewForTransaction(identifier: first)
            fixture.session.advance(by: .seconds(60))
            #expect(fixture.session.allTransactions().count == 2)
            #expect(throws: SKTestError.self) {
                try fixture.session.enableAutoRenewForTransaction(identifier: first)
            }
        }
    }

    @Test("A renewal is forced, and a subscription expires, at once")
    func forced() async throws {
        try await Fixture.story { fixture in
            _ = try await fixture.session.buyProduct(identifier: Fixture.monthly)
            try fixture.session.forceRenewalOfSubscription(productIdentifier: Fixture.monthly)
            #expect(fixture.session.allTransactions().count == 2)
            try fixture.session.expireSubscription(productIdentifier: Fixture.monthly)
            #expect(fixture.last?.expirationDate == Date(timeIntervalSince1970: 1_769_853_600))
            for (product, code) in [
                (Fixture.monthly, SKTestErrorCode.noSubscriptionFound), (Fixture.pro, .invalidProductType),
                ("nothing", .invalidProductIdentifier),
            ] {
                let error = #expect(throws: SKTestError.self) {
                    try fixture.session.expireSubscription(productIdentifier: product)
                }
                #expect(error?.code == code, "\(product)")
            }
        }
    }

    @Test(
        "A renewal that fails has an issue, with grace or without, and renews once it is resolved",
        arguments: [true, false])
    func billingRetry(hasGrace: Bool) async throws {
        try await Fixture.story { fixture in
            fixture.session.shouldEnterBillingRetryOnRenewal = true
            fixture.session.billingGracePeriodIsEnabled = hasGrace
            let first = UInt(try await fixture.session.buyProduct(identifier: Fixture.monthly).id)
            try fixture.session.forceRenewalOfSubscription(productIdentifier: Fixture.monthly)
            #expect(fixture.session.allTransactions().count == 1)
            #expect(fixture.last?.hasPurchaseIssue == true && fixture.last?.autoRenewingEnabled == true)
            try fixture.session.resolveIssueForTransaction(identifier: first)
            #expect(fixture.session.allTransactions().count == 2 && fixture.last?.hasPurchaseIssue == false)
        }
    }

    @Test("A higher price: accepted it renews, declined it ends", arguments: [true, false])
    func priceConsent(isAccepted: Bool) async throws {
        try await Fixture.story { fixture in
            let first = UInt(try await fixture.session.buyProduct(identifier: Fixture.monthly).id)
            #expect(throws: SKTestError.self) {
                try fixture.session.consentToPriceIncreaseForTransaction(identifier: first)
            }
            try fixture.session.requestPriceIncreaseConsentForTransaction(identifier: first)
            #expect(fixture.last?.isPendingPriceIncreaseConsent == true)
            if isAccepted {
                try fixture.session.consentToPriceIncreaseForTransaction(identifier: first)
            } else {
                try fixture.session.declinePriceIncreaseForTransaction(identifier: first)
            }
            #expect(fixture.last?.isPendingPriceIncreaseConsent == false)
            try fixture.session.forceRenewalOfSubscription(productIdentifier: Fixture.monthly)
            #expect(fixture.session.allTransactions().count == (isAccepted ? 2 : 1))
        }
    }
}
