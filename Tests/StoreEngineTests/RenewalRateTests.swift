import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct RenewalRateTests {
    @Test("Each rate ends each period when its table says", arguments: TimeRate.all)
    func rates(rate: TimeRate) throws {
        var shop = try Shop()
        try shop.setConduct { $0.timeRate = rate }
        let first = try shop.buy(Shop.monthly)
        let end = try #require(rate.end(of: .oneMonth, from: Shop.start))
        #expect(try shop.transaction(first).expiresDate == end)
        _ = shop.store.advance(to: end)
        let subscription = try shop.store.state.subscription(first)
        #expect(subscription.last != first && subscription.state == .active)
        #expect(try shop.transaction(subscription.last).purchaseDate == end)
        let next =
            rate == .realTime ? rate.end(of: .oneMonth, from: Shop.start, times: 2) : rate.end(of: .oneMonth, from: end)
        #expect(subscription.expires == next)
    }

    @Test("A sandbox tester's subscription renews twelve times, then it is cancelled")
    func twelve() throws {
        var shop = try Shop()
        try shop.setConduct { $0.timeRate = .monthlyRenewalEveryFiveMinutes }
        let first = try shop.buy(Shop.monthly)
        _ = shop.store.advance(to: try #require(Shop.start.adding(.seconds(13 * 300 - 1))))
        #expect(try shop.store.state.subscription(first).state == .active)
        _ = shop.store.advance(to: try #require(Shop.start.adding(.seconds(86_400))))
        let ended = try shop.store.state.subscription(first)
        #expect(ended.state == .expired && ended.expirationIntent == 1)
        #expect(shop.store.state.transactions(of: shop.account).count == 13)
    }

    @Test("Without a limit it renews on, and a rate that changes holds from the next period on")
    func changed() throws {
        var shop = try Shop()
        try shop.setConduct {
            $0.timeRate = .oneRenewalEveryMinute
            $0.renewalLimit = 0
        }
        let first = try shop.buy(Shop.yearly)
        _ = shop.store.advance(to: try #require(Shop.start.adding(.seconds(20 * 60))))
        #expect(shop.store.state.transactions(of: shop.account).count == 21)
        try shop.setConduct { $0.timeRate = .realTime }
        _ = shop.store.advance(to: try #require(Shop.start.adding(.seconds(21 * 60))))
        #expect(try shop.store.state.subscription(first).expires.rfc3339 == "2027-01-31T10:21:00Z")
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2027-02-01T00:00:00Z")))
        #expect(try shop.store.state.subscription(first).expires.rfc3339 == "2028-01-31T10:21:00Z")
    }

    @Test("Only test accounts have another rate, and only rates that are known")
    func refused() throws {
        var shop = try Shop(isSandbox: false)
        #expect(throws: StoreRefusal.self) { try shop.setConduct { $0.timeRate = .oneRenewalEveryMinute } }
        var sandbox = try Shop()
        #expect(throws: StoreRefusal.self) { try sandbox.setConduct { $0.timeRate = TimeRate(rawValue: 7) } }
        #expect(throws: StoreRefusal.self) { try sandbox.setConduct { $0.renewalLimit = -1 } }
    }

    @Test("Forced, the running period ends now and the next one begins, as it would have later")
    func forced() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        let noon = try #require(Instant(rfc3339: "2026-02-10T12:00:00Z"))
        _ = shop.store.advance(to: noon)
        guard case .transaction(let second) = try shop.store.handle(.renew(first)).subject else { return }
        #expect(try shop.transaction(first).expiresDate == noon)
        #expect(try shop.transaction(second).purchaseDate == noon && shop.transaction(second).origin == .renewal)
        #expect(try shop.transaction(second).expiresDate?.rfc3339 == "2026-03-10T12:00:00Z")
        try shop.setConduct { $0.failsRenewals = true }
        _ = try shop.store.handle(.renew(first))
        #expect(try shop.store.state.subscription(first).state == .billingRetry)
        _ = try shop.store.handle(.renew(first))
        #expect(try shop.store.state.subscription(first).state == .active)
    }

    @Test("Expired by force, access ends now, and nothing falls due any more")
    func expired() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-02-10T12:00:00Z")))
        _ = try shop.store.handle(.expire(first))
        #expect(try shop.transaction(first).expiresDate == shop.store.state.now)
        #expect(try shop.store.state.entitlements(on: shop.device) == [])
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2027-02-10T12:00:00Z")))
        #expect(shop.store.state.transactions(of: shop.account).count == 1)
        for command in [StoreCommand.expire(first), .renew(first)] {
            #expect(throws: StoreRefusal.self) { try shop.store.handle(command) }
        }
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.expire(TransactionNumber(9))) }
    }

    @Test(
        "A higher price: who accepts renews, who declines or does not answer ends with the period",
        arguments: [SubscriptionRecord.PriceConsent.accepted, .declined, .requested])
    func priceConsent(answer: SubscriptionRecord.PriceConsent) throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        #expect(throws: StoreRefusal.self) {
            try shop.store.handle(.changeSubscription(first, .init(priceConsent: .accepted)))
        }
        _ = try shop.store.handle(.changeSubscription(first, .init(priceConsent: .requested)))
        let asked = try shop.store.state.renewalInfoPayload(first, signedAt: Shop.start)
        #expect(asked.priceIncreaseStatus == .notAnswered)
        if answer != .requested { _ = try shop.store.handle(.changeSubscription(first, .init(priceConsent: answer))) }
        let answered = try shop.store.state.renewalInfoPayload(first, signedAt: Shop.start)
        #expect(answered.priceIncreaseStatus == (answer == .accepted ? .consented : .notAnswered))
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-03-01T00:00:00Z")))
        let subscription = try shop.store.state.subscription(first)
        #expect(subscription.state == (answer == .accepted ? .active : .expired))
        #expect(subscription.expirationIntent == (answer == .accepted ? 0 : 3))
        if answer == .accepted { #expect(subscription.circumstances.priceConsent == .notAsked) }
    }

    @Test("What a test lets purchases fail with is what they fail with, and nothing is charged")
    func failure() throws {
        var shop = try Shop()
        try shop.setConduct { $0.purchaseFailure = .invalidOfferPrice }
        let failed = try shop.buy(Shop.pro)
        #expect(try shop.transaction(failed).state == .failed && shop.transaction(failed).failure == .invalidOfferPrice)
        #expect(shop.store.state.books(isSandbox: true, currency: .usDollar).charged == 0)
        try shop.setConduct { $0.purchaseFailure = TransactionRecord.Failure.none }
        let bought = try shop.buy(Shop.pro)
        #expect(try shop.transaction(bought).state == .purchased)
    }

    @Test("Bought outside the app, nobody is asked, and all devices of the account hear of it")
    func outside() throws {
        var shop = try Shop()
        try shop.setConduct { $0.asksToBuy = true }
        let bought = try shop.buy(Shop.coins) { $0.isOutside = true }
        #expect(try shop.transaction(bought).state == .purchased && shop.transaction(bought).device == nil)
    }
}
