import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct BuyingTests {
    @Test("F30: a consumable leaves the receipt at the first refresh after it was finished, not before")
    func consumable() throws {
        var shop = try Shop()
        let coins = try shop.buy(Shop.coins)
        #expect(try shop.receipt() == [Shop.coins])
        _ = try shop.store.handle(.finish(coins))
        #expect(try shop.receipt() == [Shop.coins])
        _ = try shop.store.handle(.refreshReceipt(shop.device))
        #expect(try shop.receipt() == [])
    }

    @Test("F12: an owned non-consumable bought again is an ordinary purchase that charges nothing")
    func boughtAgain() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.pro)
        let second = try shop.buy(Shop.pro)
        #expect(second != first)
        let transaction = try shop.transaction(second)
        #expect(transaction.state == .purchased && transaction.origin == .purchase)
        #expect(transaction.charged == nil && transaction.original == first)
    }

    @Test("F27: period n ends at start + n periods, from the last day of January on")
    func periods() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        let end = try #require(Instant(rfc3339: "2026-06-15T00:00:00Z"))
        let events = shop.store.advance(to: end)
        #expect(events.count == 4 * 3 + 1)
        let ends = try shop.store.state.transactions(of: shop.account).map {
            try shop.transaction($0).expiresDate?.rfc3339
        }
        #expect(
            ends == [
                "2026-02-28T10:00:00Z", "2026-03-31T10:00:00Z", "2026-04-30T10:00:00Z", "2026-05-31T10:00:00Z",
                "2026-06-30T10:00:00Z",
            ])
        #expect(try shop.store.state.subscription(first).periods == 5)
    }
}
