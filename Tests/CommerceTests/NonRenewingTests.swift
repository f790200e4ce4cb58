import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("Non-renewing subscriptions") struct NonRenewingTests {
    private func bought(_ product: String, _ id: String, _ days: Int64, quantity: Int64? = nil) -> PurchaseFact {
        fact(product, id) { ($0.purchaseDate, $0.signedDate, $0.quantity) = (day(days), day(days), quantity) }
    }

    private func end(_ facts: [PurchaseFact]) throws -> Instant? {
        try PurchaseFacts(facts).held().entitlement("course").expiresDate
    }

    @Test("F44: it ends by the developer's own duration, counted from the purchase")
    func duration() throws {
        #expect(try end([bought("pass", "1", -10)]) == day(20))
        let ended = PurchaseFacts([bought("pass", "1", -30)]).held()
        #expect(ended.active == [] && ended.entitlements.map(\.expiresDate) == [day(0)])
    }

    @Test("F44: bought twice, terms overlap, or follow one another where they stack")
    func stacking() throws {
        #expect(try end([bought("pass", "1", -10), bought("pass", "2", -5)]) == day(25))
        #expect(try end([bought("stacked", "1", -10), bought("stacked", "2", -5)]) == day(50))
        #expect(try end([bought("stacked", "2", -5), bought("stacked", "1", -10)]) == day(50))
        // Products with one stack queue together; a gap starts anew.
        #expect(try end([bought("stacked", "1", -10), bought("long", "2", -5)]) == day(110))
        #expect(try end([bought("stacked", "1", -100), bought("stacked", "2", -5)]) == day(25))
        #expect(try end([bought("stacked", "1", -10), bought("pass", "2", -5)]) == day(25))
    }

    @Test("A quantity lasts as many terms, and a refund takes its term out of the stack")
    func quantity() throws {
        #expect(try end([bought("pass", "1", -10, quantity: 3)]) == day(80))
        #expect(try end([bought("stacked", "1", -10, quantity: 2), bought("stacked", "2", 0)]) == day(80))
        var refunded = bought("stacked", "1", -10)
        refunded.revocation = Revocation(date: day(-1))
        #expect(try end([refunded, bought("stacked", "2", -5)]) == day(25))
    }

    @Test("Odd quantities do no harm", arguments: [.min, -1, 0, .max] as [Int64])
    func oddQuantity(quantity: Int64) throws {
        let facts = [bought("stacked", "1", -10, quantity: quantity), bought("stacked", "2", -5)]
        #expect(PurchaseFacts(facts).held().active == ["course"])
        #expect(
            PurchaseFacts([bought("coins", "1", -1, quantity: quantity)]).held().credits["coins"].map { $0 >= 100 }
                == true)
    }

    @Test("F14, F22: it is the user's on every device, though no later receipt or restore brings it back")
    func kept() {
        let phone = PurchaseFacts([bought("pass", "1", -10)])
        let tablet = PurchaseFacts([fact("forever", "2", basis: .local) { $0.signedDate = day(0) }])
        #expect(phone.merging(tablet).held().active == ["course", "pro", "themes"])
    }

    @Test("Stacks of different environments are apart, and without a duration it never ends")
    func apart() throws {
        let rules = OwnershipRules.sample {
            $0.countedEnvironments = [.production, .sandbox]
            $0.products["pass"]?.term = nil
        }
        var test = bought("stacked", "1", -10)
        test.key.environment = .sandbox
        let held = PurchaseFacts([test, bought("stacked", "2", -5)]).held(rules)
        #expect(held.entitlements.map(\.expiresDate) == [day(25), day(20)])
        let endless = PurchaseFacts([bought("pass", "1", -10)]).held(rules, at: day(5000))
        #expect(endless.active == ["course"])
    }
}
