import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct SettlingTests {
    @Test("F9, O21: a deferred purchase is in no receipt; approved hours later it is bought then")
    func approved() throws {
        var shop = try Shop()
        try shop.setConduct { $0.asksToBuy = true }
        let coins = try shop.buy(Shop.coins)
        #expect(try shop.transaction(coins).state == .deferred)
        _ = try shop.store.handle(.refreshReceipt(shop.device))
        #expect(try shop.receipt() == [])
        _ = shop.store.advance(to: Instant(milliseconds: Shop.start.milliseconds + 7_200_000))
        _ = try shop.store.handle(.settle(coins, isApproved: true))
        let transaction = try shop.transaction(coins)
        #expect(transaction.state == .purchased && transaction.charged != nil)
        #expect(transaction.purchaseDate.milliseconds == Shop.start.milliseconds + 7_200_000)
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.settle(coins, isApproved: true)) }
    }

    @Test("F9: declined, nothing is charged and the transaction can be finished")
    func declined() throws {
        var shop = try Shop()
        try shop.setConduct { $0.asksToBuy = true }
        let monthly = try shop.buy(Shop.monthly)
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.finish(monthly)) }
        _ = try shop.store.handle(.settle(monthly, isApproved: false))
        #expect(try shop.transaction(monthly).state == .failed)
        #expect(shop.store.state.books(isSandbox: true, currency: .usDollar).charged == 0)
        _ = try shop.store.handle(.finish(monthly))
        #expect(shop.store.state.subscriptions.isEmpty)
    }

    @Test("An interrupted purchase fails until it is resolved, then it is bought")
    func interrupted() throws {
        var shop = try Shop()
        try shop.setConduct { $0.isInterrupted = true }
        let pro = try shop.buy(Shop.pro)
        #expect(try shop.transaction(pro).failure == .interrupted)
        _ = try shop.store.handle(.resolve(pro))
        #expect(try shop.transaction(pro).state == .purchased)
    }

    @Test("F6: nothing can be bought where in-app purchase is disabled")
    func disabled() throws {
        var shop = try Shop()
        try shop.setConduct { $0.canMakePayments = false }
        #expect(throws: StoreRefusal.self) { try shop.buy(Shop.coins) }
    }

    @Test("One payment identifier, one charge, however often it comes")
    func paymentOnce() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.coins) { $0.paymentID = "a" }
        #expect(try shop.buy(Shop.coins) { $0.paymentID = "a" } == first)
        #expect(try shop.buy(Shop.coins) { $0.paymentID = "b" } != first)
        #expect(shop.store.state.books(isSandbox: true, currency: .usDollar).charged == 2 * 990)
    }

    @Test("F31: a refunded non-consumable can be bought again, and is charged again")
    func refundedAndBoughtAgain() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.pro)
        _ = try shop.store.handle(.refund(first, reason: 0, percentage: 100))
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.refund(first, reason: 0, percentage: 100)) }
        let second = try shop.buy(Shop.pro)
        #expect(try shop.transaction(second).original == second)
        let books = shop.store.state.books(isSandbox: true, currency: .usDollar)
        #expect(books.charged == 2 * 9990 && books.refunded == 9990)
    }

    @Test("F13, F14: a restore hands over what is owned and what renews, with new identifiers, and nothing else")
    func restore() throws {
        var shop = try Shop()
        let pro = try shop.buy(Shop.pro)
        for product in [Shop.coins, Shop.pass, Shop.news, Shop.monthly] { _ = try shop.buy(product) }
        _ = shop.store.advance(to: try #require(Instant(rfc3339: "2026-03-15T00:00:00Z")))
        guard case .transactions(let restored) = try shop.store.handle(.restore(shop.device)).subject else {
            Issue.record("a restore makes transactions")
            return
        }
        let records = try restored.map(shop.transaction)
        let products = try records.map { try shop.store.state.product($0.product).productID }
        #expect(products == [Shop.pro, Shop.news, Shop.monthly, Shop.monthly])
        #expect(records[0].original == pro && records[0].charged == nil)
        // F29: the date of the restore for what does not renew, the date of the renewal for what does.
        #expect(records[0].purchaseDate == shop.store.state.now && records[2].purchaseDate == Shop.start)
        let entry = try #require(
            try shop.store.state.appReceipt(of: shop.device).inApp.first { $0.productID == Shop.pro })
        #expect(entry.transactionID == StoreText.transactionID(restored[0], isSandbox: true))
        #expect(entry.originalTransactionID == StoreText.transactionID(pro, isSandbox: true))
    }

    @Test("Family sharing gives each member a transaction of its own, and a refund takes them all back")
    func family() throws {
        var shop = try Shop()
        guard
            case .account(let child) = try shop.store.handle(
                .openAccount(isSandbox: true, storefront: .usa, organizer: shop.account)
            ).subject
        else { return }
        let pro = try shop.buy(Shop.pro)
        let shared = try #require(shop.store.state.transactions(of: child).first)
        #expect(try shop.transaction(shared).origin == .familyShare && shared != pro)
        #expect(try shop.transaction(shared).charged == nil)
        _ = try shop.store.handle(.refund(pro, reason: 0, percentage: 100))
        #expect(try shop.transaction(shared).revocation?.percentage == 0)
        #expect(shop.store.state.books(isSandbox: true, currency: .usDollar).refunded == 9990)
    }

    @Test(
        "F5: what is not registered, not for sale or without a price is refused, and nothing changes",
        arguments: ["", "x"])
    func unknownProduct(productID: String) throws {
        var shop = try Shop()
        let before = shop.store.state.digest
        #expect(throws: StoreRefusal.self) { try shop.buy(productID) }
        #expect(throws: StoreRefusal.self) { try shop.buy(Shop.coins) { $0.quantity = 11 } }
        #expect(throws: StoreRefusal.self) { try shop.buy(Shop.pro) { $0.quantity = 2 } }
        #expect(shop.store.state.digest == before)
    }
}
