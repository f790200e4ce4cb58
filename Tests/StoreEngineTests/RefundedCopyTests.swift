import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

/// What the simulation found, each as its own case.
@Suite struct RefundedCopyTests {
    @Test("F31: a refund also takes back what was downloaded again and what was restored")
    func copies() throws {
        var shop = try Shop()
        let pro = try shop.buy(Shop.pro)
        let again = try shop.buy(Shop.pro)
        _ = try shop.store.handle(.restore(shop.device))
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.refund(again, reason: 0, percentage: 100)) }
        _ = try shop.store.handle(.refund(pro, reason: 0, percentage: 100))
        #expect(try shop.store.state.entitlements(on: shop.device) == [])
        _ = try shop.store.handle(.refreshReceipt(shop.device))
        let entries = try shop.store.state.appReceipt(of: shop.device).inApp
        #expect(entries.count == 2 && entries.allSatisfy { $0.cancellationDate != nil })
        #expect(shop.store.state.books(isSandbox: true, currency: .usDollar).refunded == 9990)
    }

    @Test("D3: a subscription approved after a later one had ended is the one that runs")
    func approvedLate() throws {
        var shop = try Shop()
        try shop.setConduct { $0.asksToBuy = true }
        let waiting = try shop.buy(Shop.monthly)
        try shop.setConduct { $0.asksToBuy = false }
        let later = try shop.buy(Shop.monthly)
        _ = try shop.store.handle(.refund(later, reason: 0, percentage: 100))
        _ = try shop.store.handle(.settle(waiting, isApproved: true))
        #expect(throws: StoreRefusal.self) { try shop.buy(Shop.monthly) }
        #expect(shop.store.state.newestSubscription(of: shop.account, group: "notes") == waiting)
        let read = try #require(StoreState(shop.store.state.bytes()))
        #expect(read.newestSubscription(of: shop.account, group: "notes") == waiting)
    }
}
