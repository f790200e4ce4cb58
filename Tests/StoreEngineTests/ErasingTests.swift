import Testing
import WindfallCommerce
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

@Suite struct ErasingTests {
    @Test("Cleared, an account has bought nothing: no receipt entry, no money, no subscription, nothing due")
    func clear() throws {
        var shop = try Shop()
        for product in Shop.products { _ = try shop.buy(product["productID"]?.text ?? "") }
        _ = try shop.store.handle(.clear(shop.account))
        #expect(try shop.receipt() == [])
        #expect(shop.store.state.transactions(of: shop.account) == [])
        #expect(shop.store.state.subscriptions.isEmpty)
        #expect(shop.store.state.books(isSandbox: true, currency: .usDollar).charged == 0)
        let end = try #require(Instant(rfc3339: "2028-01-01T00:00:00Z"))
        #expect(shop.store.advance(to: end) == [.clockMoved(to: end)])
        // Bought again as if for the first time, and charged again.
        let pro = try shop.buy(Shop.pro)
        #expect(try shop.transaction(pro).original == pro && shop.transaction(pro).charged != nil)
        let monthly = try shop.buy(Shop.monthly)
        #expect(try shop.transaction(monthly).state == .purchased)
    }

    @Test("A transaction is taken out with what came of the same purchase, and with no other")
    func one() throws {
        var shop = try Shop()
        let pro = try shop.buy(Shop.pro)
        let again = try shop.buy(Shop.pro)
        let coins = try shop.buy(Shop.coins)
        _ = try shop.store.handle(.erase(pro))
        #expect(shop.store.state.transactions(of: shop.account) == [coins])
        #expect(try shop.transaction(again).state == .erased)
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.erase(pro)) }
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.finish(pro)) }
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.erase(TransactionNumber(77))) }
        let anew = try shop.buy(Shop.pro)
        #expect(try shop.transaction(anew).charged != nil)
    }

    @Test("A subscription goes on with what is left of it")
    func renewals() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-03-01T00:00:00Z")))
        let second = try shop.store.state.subscription(first).last
        _ = try shop.store.handle(.erase(second))
        let left = try shop.store.state.subscription(first)
        #expect(left.last == first && left.state == .expired)
        _ = try shop.store.handle(.erase(first))
        #expect(shop.store.state.subscriptions.isEmpty)
    }

    @Test("A state that was written and read again after erasing goes on as the first does")
    func snapshot() throws {
        var shop = try Shop()
        let pro = try shop.buy(Shop.pro)
        let monthly = try shop.buy(Shop.monthly)
        _ = try shop.store.handle(.erase(monthly))
        _ = try shop.store.handle(.erase(pro))
        var other = Store(try #require(StoreState(shop.store.state.bytes())))
        #expect(other.state.books(isSandbox: true, currency: .usDollar).charged == 0)
        for product in [Shop.monthly, Shop.pro, Shop.pro] {
            let purchase = Purchase(device: shop.device, productID: product)
            #expect(try other.handle(.buy(purchase)).events == shop.store.handle(.buy(purchase)).events)
        }
        #expect(other.state.digest == shop.store.state.digest)
    }

    @Test("Nothing is taken out in production")
    func production() throws {
        var shop = try Shop(isSandbox: false)
        let pro = try shop.buy(Shop.pro)
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.erase(pro)) }
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.clear(shop.account)) }
        #expect(try shop.transaction(pro).state == .purchased)
    }
}
