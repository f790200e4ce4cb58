import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("What is owned") struct HoldingsTests {
    @Test("F27: whoever turned renewal off keeps access to the end of the period, and not a moment longer")
    func renewalOff() {
        let facts = PurchaseFacts(
            [period("month", "1", of: "1", -10..<20)], [renewal(of: "1", signed: -1, autoRenew: false)])
        #expect(facts.held(at: day(-10)).active == ["pro"] && facts.held(at: day(-11)).active == [])
        #expect(facts.held(at: Instant(milliseconds: day(20).milliseconds - 1)).active == ["pro"])
        #expect(facts.held(at: day(20)).active == [])
        #expect(facts.held().subscriptions.first?.autoRenew == false)
        #expect(facts.held(at: day(20)).subscriptions.map(\.state) == [.expired])
    }

    @Test("A renewal that is told ahead of its time extends access and begins on time")
    func toldAhead() throws {
        let facts = PurchaseFacts([
            period("month", "1", of: "1", -29..<1), period("month", "2", of: "1", 1..<31) { $0.signedDate = day(0) },
        ])
        #expect(try facts.held().entitlement("pro").expiresDate == day(31))
        #expect(try facts.held().entitlement("pro").transactionID == "1")
        #expect(facts.nextChange(after: now, under: .sample).map { $0 < day(1) } == true)
        #expect(try facts.held(at: day(1)).entitlement("pro").transactionID == "2")
        #expect(PurchaseFacts([period("month", "2", of: "1", 1..<31)]).held().active == [])
    }

    @Test("Of a purchase whose date lies a little ahead our clock is behind the store's; it counts")
    func clockBehind() {
        func held(_ milliseconds: Int64) -> Set<String> {
            PurchaseFacts([fact("forever", "1") { $0.purchaseDate = now.adding(milliseconds: milliseconds) }]).held()
                .active
        }
        #expect(held(300_000).count == 2 && held(300_001) == [])
        #expect(PurchaseFacts([fact("forever", "1") { $0.purchaseDate = nil }]).held().active.count == 2)
    }

    @Test("F27: a subscription of which no end or no start is known gives nothing")
    func incomplete() {
        #expect(PurchaseFacts([fact("month", "1")]).held().active == [])
        let endless = period("month", "1", of: "1", -1..<9) { $0.purchaseDate = nil }
        #expect(PurchaseFacts([endless]).held().active == [])
        #expect(PurchaseFacts([fact("month", "1")]).held().subscriptions.map(\.state) == [.expired])
    }

    @Test("F31: a refund takes back all that a purchase gave, and only that")
    func refund() {
        let back = Revocation(date: day(-1))
        let facts = PurchaseFacts([
            fact("forever", "1") { $0.revocation = back }, period("month", "2", of: "2", -10..<20),
            fact("coins", "3") { $0.revocation = back }, fact("coins", "4"),
        ])
        #expect(facts.held().active == ["pro"] && facts.held().credits == ["coins": 100])
        #expect(facts.held().grants.map(\.isTakenBack) == [true, false])
        #expect(facts.held().entitlements.map(\.isRevoked) == [false, true])
        #expect(facts.held().entitlements.map(\.id) == ["pro", "themes"])
    }

    @Test("F31, F12: bought again after a refund, it is a payment of its own, with the original's number or a new one")
    func boughtAgain() {
        let refunded = fact("forever", "1") { ($0.revocation, $0.signedDate) = (Revocation(date: day(-5)), day(-5)) }
        func again(_ id: String, _ days: Int64, of original: String) -> PurchaseFact {
            fact("forever", id) {
                ($0.originalTransactionID, $0.purchaseDate, $0.signedDate) = (original, day(days), day(days))
            }
        }
        #expect(PurchaseFacts([refunded, again("2", -1, of: "2")]).held().active.count == 2)
        #expect(PurchaseFacts([refunded, again("2", -1, of: "1")]).held().active.count == 2)
        // A restore from before the refund went with it.
        #expect(PurchaseFacts([refunded, again("2", -7, of: "1")]).held().active == [])
    }

    @Test("A refunded period takes the running access, an older one that still runs goes on")
    func refundedPeriod() {
        let back: (inout PurchaseFact) -> Void = { ($0.revocation, $0.signedDate) = (Revocation(date: day(0)), day(0)) }
        let only = PurchaseFacts(
            [period("month", "1", of: "1", -10..<20, back)], [renewal(of: "1", signed: 0, retrying: true, grace: 30)])
        #expect(only.held().active == [] && only.held().subscriptions.map(\.state) == [.revoked])
        let ahead = PurchaseFacts([period("month", "1", of: "1", -29..<1), period("month", "2", of: "1", 1..<31, back)])
        #expect(ahead.held().active == ["pro"] && ahead.held().subscriptions.map(\.state) == [.active])
        #expect(ahead.held(at: day(1)).subscriptions.map(\.state) == [.revoked])
    }

    @Test("D3: an upgrade takes over at once, with the entitlements of the better product")
    func upgrade() throws {
        let facts = PurchaseFacts([
            period("month", "1", of: "1", -10..<20) { $0.isUpgraded = true }, period("year", "2", of: "1", -5..<360),
        ])
        #expect(facts.held().active == ["pro", "archive"])
        #expect(facts.held().subscriptions.map(\.productID) == ["year"])
        #expect(try facts.held().entitlement("pro").expiresDate == day(360))
    }

    @Test("Several purchases of one entitlement: it is there as long as any of them gives it, named after the farthest")
    func several() throws {
        let month = period("month", "1", of: "1", -10..<20)
        let other = period("month", "2", of: "2", -20..<10)
        #expect(try PurchaseFacts([month, other]).held().entitlement("pro").transactionID == "1")
        let owned = try PurchaseFacts([month, other, fact("forever", "3")]).held().entitlement("pro")
        #expect(owned.productID == "forever" && owned.expiresDate == nil && owned.isActive)
    }

    @Test("Family Sharing gives entitlements where the product allows it, never credits, and is no income")
    func family() {
        let shared: (inout PurchaseFact) -> Void = { $0.ownership = .familyShared }
        let facts = PurchaseFacts([
            fact("forever", "1", changed: shared), fact("alone", "2", changed: shared),
            fact("coins", "3", changed: shared),
        ])
        let held = facts.held()
        #expect(held.active == ["pro", "themes"] && held.credits == [:])
        #expect(held.purchases.allSatisfy { $0.amount == .unknown })
        let ended = facts.merging(
            PurchaseFacts([
                fact("forever", "1") {
                    shared(&$0)
                    ($0.revocation, $0.signedDate) = (Revocation(date: day(-1)), day(-1))
                }
            ]))
        #expect(ended.held().active == [])
    }

    @Test("Where only the store's answer counts, a local proof is recorded and gives nothing")
    func storeOnly() throws {
        let rules = OwnershipRules.sample { $0.grantsOnLocalProof = false }
        let local = PurchaseFacts([fact("forever", "1", basis: .local), fact("coins", "2", basis: .local)])
        let held = local.held(rules)
        #expect(held.active == [] && held.credits == [:] && held.purchases.count == 2)
        #expect(held.purchases.allSatisfy { !$0.isCounted && !$0.isActive })
        let confirmed = local.merging(PurchaseFacts([fact("forever", "1")]))
        #expect(confirmed.held(rules).active == ["pro", "themes"])
        #expect(try confirmed.held().entitlement("pro").basis == .store)
        #expect(try local.held().entitlement("pro").basis == .local)
    }

    @Test("F2: a free subscription never ends, and what nobody knows is recorded and gives nothing")
    func otherTypes() {
        let held = PurchaseFacts([fact("newsstand", "1"), fact("mystery", "2") { $0.quantity = 3 }]).held(at: day(9000))
        #expect(held.active == ["issues"])
        #expect(held.purchases.map(\.sale.type) == [.free, nil])
    }

    @Test("Money says where it is from: the store, the price list, or nobody")
    func amounts() {
        let rules = OwnershipRules.sample {
            $0.products["coins"]?.prices.append(
                CatalogPrice(Money(thousandths: 1290, currency: .usDollar), from: day(-5)))
            $0.products["coins"]?.prices.append(
                CatalogPrice(Money(thousandths: 1000, currency: .euro), storefront: "DEU", from: day(-50)))
        }
        func amount(_ changed: (inout PurchaseFact) -> Void) -> PurchaseAmount? {
            PurchaseFacts([fact("coins", "1", changed: changed)]).held(rules).purchases.first?.amount
        }
        func dollars(_ amount: Int64) -> Money { Money(thousandths: amount, currency: .usDollar) }
        #expect(amount { _ in } == .catalog(dollars(990)))
        #expect(amount { $0.quantity = 3 } == .catalog(dollars(2970)))
        #expect(amount { $0.purchaseDate = day(-5) } == .catalog(dollars(1290)))
        #expect(amount { $0.storefront = "DEU" } == .catalog(Money(thousandths: 1000, currency: .euro)))
        #expect(amount { $0.storefront = "FRA" } == .catalog(dollars(990)))
        #expect(amount { ($0.price, $0.quantity) = (dollars(1), 3) } == .signed(dollars(1)))
        #expect(amount { $0.offer = PurchaseOffer(type: nil, isFreeTrial: true) } == .catalog(dollars(0)))
        #expect(amount { $0.offer = PurchaseOffer(type: .promotional) } == .unknown)
        #expect(amount { $0.purchaseDate = nil } == .unknown)
        #expect(amount { $0.quantity = .max } == .unknown)
        #expect(amount { $0.productID = "unknown" } == .unknown)
    }

    @Test("What the developer's list does not know is taken from what the store signed, and that wins")
    func types() {
        #expect(
            PurchaseFacts([fact("coins", "1") { $0.type = .nonConsumable }]).held().purchases.first?.sale.type
                == .nonConsumable)
        let unlisted = period("mystery", "1", of: "1", -1..<9)
        #expect(PurchaseFacts([unlisted]).held().subscriptions.map(\.state) == [.active])
    }
}
