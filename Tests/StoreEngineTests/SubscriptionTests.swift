import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct SubscriptionTests {
    @Test("F27: with renewal turned off access lasts to the end of the period, then it ends")
    func turnedOff() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        let end = try #require(try shop.transaction(first).expiresDate)
        _ = shop.store.advance(to: Instant(milliseconds: end.milliseconds - 1))
        #expect(try shop.store.state.subscription(first).state == .active)
        _ = shop.store.advance(to: end)
        let subscription = try shop.store.state.subscription(first)
        #expect(subscription.state == .expired && subscription.expirationIntent == 1)
        #expect(shop.store.state.transactions(of: shop.account).count == 1)
    }

    @Test("A card that is declined ends the subscription with a billing error")
    func cardDeclined() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        try shop.setConduct { $0.cardPays = false }
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-04-01T00:00:00Z")))
        #expect(try shop.store.state.subscription(first).expirationIntent == 2)
    }

    @Test("D3: a running subscription is not sold twice")
    func notTwice() throws {
        var shop = try Shop()
        _ = try shop.buy(Shop.monthly)
        #expect(throws: StoreRefusal.self) { try shop.buy(Shop.monthly) }
        #expect(shop.store.state.transactions(of: shop.account).count == 1)
    }

    @Test("D3: bought again after renewal was turned off, it renews again and costs nothing")
    func turnedOnByBuying() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        #expect(try shop.buy(Shop.monthly) == first)
        #expect(try shop.store.state.subscription(first).isAutoRenewing)
        #expect(shop.store.state.transactions(of: shop.account).count == 1)
    }

    @Test("O8: an upgrade begins at once, marks the replaced transaction and pays its rest back")
    func upgrade() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-02-14T10:00:00Z")))
        let second = try shop.buy(Shop.yearly)
        let replaced = try shop.transaction(first)
        #expect(replaced.isUpgraded && replaced.revocation?.percentage == 50)
        #expect(try shop.transaction(second).original == first)
        #expect(try shop.transaction(second).expiresDate?.rfc3339 == "2027-02-14T10:00:00Z")
    }

    @Test("D3: a lower plan begins with the next period")
    func downgrade() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.yearly)
        #expect(try shop.buy(Shop.monthly) == first)
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2027-02-01T00:00:00Z")))
        let all = shop.store.state.transactions(of: shop.account)
        #expect(all.count == 2)
        #expect(try shop.transaction(all[1]).expiresDate?.rfc3339 == "2027-02-28T10:00:00Z")
    }

    @Test("F25: the first transaction and its date stay the same through the chain, the purchase date moves")
    func chain() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly) { $0.appAccountToken = "00000000-0000-4000-8000-000000000001" }
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-05-01T00:00:00Z")))
        let chain = try shop.store.state.transactions(of: shop.account).map(shop.transaction)
        #expect(chain.count == 4)
        #expect(chain.allSatisfy { $0.original == first && $0.originalPurchaseDate == Shop.start })
        #expect(Set(chain.map(\.purchaseDate)).count == 4)
        #expect(Set(chain.map(\.webOrderLineItem)).count == 4)
        #expect(chain.allSatisfy { $0.details?.appAccountToken != nil })
    }

    @Test("F31: the refund of the running period ends the subscription")
    func refund() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = try shop.store.handle(.refund(first, reason: 1, percentage: 100))
        #expect(try shop.store.state.subscription(first).state == .revoked)
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2027-01-01T00:00:00Z")))
        #expect(shop.store.state.transactions(of: shop.account).count == 1)
    }

    @Test("What falls due on the way of one long step is the same as in many short ones")
    func steps() throws {
        var long = try Shop()
        var short = long
        _ = try long.buy(Shop.monthly)
        _ = try short.buy(Shop.monthly)
        let end = try #require(Instant(rfc3339: "2027-01-01T00:00:00Z"))
        _ = long.store.advance(to: end)
        while short.store.state.now < end {
            _ = short.store.advance(
                to: min(end, Instant(milliseconds: short.store.state.now.milliseconds + 86_400_000)))
        }
        #expect(
            long.store.state.transactions
                == short.store.state.transactions.map { transaction in
                    var same = transaction
                    let other = long.store.state.transactions.first { $0.purchaseDate == transaction.purchaseDate }
                    same.sequence = other?.sequence ?? 0
                    same.boughtSequence = other?.boughtSequence ?? 0
                    return same
                })
    }
}
