import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct BillingRetryTests {
    /// A monthly subscription whose first renewal failed on 28 February 2026, 10:00.
    private static func failed(grace: Bool = false) throws -> (Shop, TransactionNumber, Instant) {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        try shop.setConduct {
            $0.failsRenewals = true
            $0.hasGracePeriod = grace
        }
        let end = try #require(try shop.transaction(first).expiresDate)
        _ = shop.store.advance(to: end)
        return (shop, first, end)
    }

    @Test("A failed renewal is tried for 60 days without access, then the subscription ends with a billing error")
    func retry() throws {
        var (shop, first, end) = try Self.failed()
        let failed = try shop.store.state.subscription(first)
        #expect(failed.state == .billingRetry && failed.isAutoRenewing && !failed.isRunning)
        #expect(failed.circumstances.retryEnds == end.adding(.seconds(60 * 86_400)))
        let info = try shop.store.state.renewalInfoPayload(first, signedAt: end)
        #expect(info.isInBillingRetryPeriod == true && info.expirationIntent == .billingError)
        #expect(info.gracePeriodExpiresDate == nil)
        _ = shop.store.advance(to: try #require(end.adding(.seconds(60 * 86_400 - 1))))
        #expect(try shop.store.state.subscription(first).state == .billingRetry)
        _ = shop.store.advance(to: try #require(end.adding(.seconds(60 * 86_400))))
        let ended = try shop.store.state.subscription(first)
        #expect(ended.state == .expired && ended.expirationIntent == 2 && !ended.isInBillingRetry)
        #expect(try shop.store.state.renewalInfoPayload(first, signedAt: end).isInBillingRetryPeriod == false)
        #expect(shop.store.state.transactions(of: shop.account).count == 1)
    }

    @Test("In the grace period access lasts 16 days, in the retry after it no more")
    func grace() throws {
        var (shop, first, end) = try Self.failed(grace: true)
        let graceEnds = try #require(end.adding(.seconds(16 * 86_400)))
        let info = try shop.store.state.renewalInfoPayload(first, signedAt: end)
        #expect(info.gracePeriodExpiresDate == graceEnds && info.isInBillingRetryPeriod == true)
        #expect(try shop.store.state.entitlements(on: shop.device) == [first])
        #expect(throws: StoreRefusal.self) { try shop.buy(Shop.monthly) }
        _ = shop.store.advance(to: graceEnds)
        #expect(try shop.store.state.subscription(first).state == .billingRetry)
        #expect(try shop.store.state.entitlements(on: shop.device) == [])
    }

    @Test("Paid in the grace period, the new period begins where the last one ended; after it, when it is paid")
    func recovery() throws {
        for isInGrace in [true, false] {
            var (shop, first, end) = try Self.failed(grace: isInGrace)
            let later = try #require(end.adding(.seconds(10 * 86_400)))
            _ = shop.store.advance(to: later)
            _ = try shop.store.handle(.resolve(first))
            let subscription = try shop.store.state.subscription(first)
            let renewal = try shop.transaction(subscription.last)
            #expect(subscription.state == .active && subscription.expirationIntent == 0)
            #expect(subscription.circumstances == SubscriptionRecord.Circumstances())
            #expect(renewal.origin == .renewal && renewal.original == first)
            #expect(renewal.purchaseDate == (isInGrace ? end : later))
            #expect(renewal.expiresDate?.rfc3339 == (isInGrace ? "2026-03-31T10:00:00Z" : "2026-04-10T10:00:00Z"))
            #expect(throws: StoreRefusal.self) { try shop.store.handle(.resolve(first)) }
        }
    }

    @Test("A card that pays again pays the failed renewal")
    func cardAgain() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        try shop.setConduct { $0.cardPays = false }
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-03-10T00:00:00Z")))
        #expect(try shop.store.state.subscription(first).state == .billingRetry)
        try shop.setConduct { $0.asksToBuy = true }
        #expect(try shop.store.state.subscription(first).state == .billingRetry)
        try shop.setConduct { $0.cardPays = true }
        #expect(try shop.store.state.subscription(first).expires.rfc3339 == "2026-04-10T00:00:00Z")
    }

    @Test("Who buys again in the retry begins a new subscription, and the old one is not tried any more")
    func boughtAgain() throws {
        var (shop, first, _) = try Self.failed()
        let second = try shop.buy(Shop.monthly)
        #expect(try shop.transaction(second).original == second)
        #expect(try shop.store.state.subscription(first).state == .expired)
        try shop.setConduct {
            $0.failsRenewals = false
            $0.cardPays = true
        }
        #expect(shop.store.state.transactions(of: shop.account).count == 2)
    }

    @Test("Turned off in the retry, it ends; refunded, it is revoked")
    func ended() throws {
        var (shop, first, _) = try Self.failed()
        var other = shop
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        #expect(try shop.store.state.subscription(first).state == .expired)
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.resolve(first)) }
        _ = try other.store.handle(.refund(first, reason: 0, percentage: 100))
        #expect(try other.store.state.subscription(first).state == .revoked)
        #expect(try other.store.state.subscription(first).due == nil)
    }

    @Test("A retry, a price question and terms survive journal and snapshot; states without them keep their digest")
    func bytes() throws {
        let (shop, first, end) = try Self.failed(grace: true)
        var state = try #require(StoreState(shop.store.state.bytes()))
        #expect(state.digest == shop.store.state.digest)
        #expect(try state.subscription(first) == shop.store.state.subscription(first))
        #expect(state.terms(of: shop.account).hasGracePeriod)
        var one = shop.store
        var other = Store(state)
        let later = try #require(end.adding(.seconds(90 * 86_400)))
        let events = one.advance(to: later)
        #expect(other.advance(to: later) == events)
        let batch = JournalBatch(sequence: 1, count: events.count, bytes: StoreEvent.bytes(of: events))
        #expect(StoreEvent.events(in: batch) == events)
        let kinds = events.compactMap { event in
            if case .subscriptionChanged = event { StoreEvent.bytes(of: [event]).first } else { nil }
        }
        // Ended, it has no circumstances any more, and is written as it was before there were any.
        #expect(kinds == [51, 24])
        state = StoreState(seed: 1, now: end)
        // The flag says that what test accounts have beside follows.
        #expect(state.bytes().first == 0x02 && shop.store.state.bytes().first == 0x22)
    }
}
