import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("Facts about purchases") struct PurchaseFactsTests {
    private static let seeds: ClosedRange<UInt64> = 1...60

    @Test(
        "O10: what is known is the same for every order of the same facts, and for facts told twice", arguments: seeds)
    func order(seed: UInt64) {
        let dice = Dice(seed)
        let told = dice.told(40)
        let known = PurchaseFacts(told)
        for _ in 0..<3 {
            let again = PurchaseFacts(dice.mixed(told + told.filter { _ in dice.below(3) == 0 }))
            #expect(again == known, "seed \(seed)")
            #expect(again.held() == known.held(), "seed \(seed)")
        }
    }

    @Test("Merging is associative, commutative and idempotent, and merging nothing changes nothing", arguments: seeds)
    func merging(seed: UInt64) {
        let dice = Dice(seed)
        let parts = [dice.told(15), dice.told(15), dice.told(15)]
        let (a, b, c) = (PurchaseFacts(parts[0]), PurchaseFacts(parts[1]), PurchaseFacts(parts[2]))
        #expect(a.merging(b).merging(c) == a.merging(b.merging(c)), "seed \(seed)")
        #expect(a.merging(b) == b.merging(a), "seed \(seed)")
        #expect(a.merging(a) == a && a.merging(b).merging(b) == a.merging(b), "seed \(seed)")
        #expect(a.merging(PurchaseFacts()) == a && PurchaseFacts().merging(a) == a)
        #expect(a.merging(b).merging(c) == PurchaseFacts(parts.flatMap { $0 }), "seed \(seed)")
    }

    @Test("The parts by purchase are the whole", arguments: seeds)
    func parts(seed: UInt64) {
        let known = PurchaseFacts(Dice(seed).told(40))
        var whole = PurchaseFacts()
        for original in known.originals { whole.merge(known.only([original])) }
        #expect(whole == known, "seed \(seed)")
        #expect(known.only([]).originals.isEmpty && known.only([]).refused == known.refused)
    }

    @Test("The newer word holds by the time of signing, field by field; what is not told is not taken back")
    func newer() throws {
        let old = fact("month", "1") {
            $0.expiresDate = day(5)
            $0.price = Money(thousandths: 4990, currency: .euro)
            $0.webOrderLineItemID = "77"
            $0.signedDate = day(-1)
        }
        let new = fact("month", "1") {
            $0.expiresDate = day(20)
            $0.signedDate = day(0)
        }
        for facts in [[old, new], [new, old]] {
            let sale = try #require(PurchaseFacts(facts).sales(under: .sample).first)
            #expect(sale.expiresDate == day(20))
            #expect(sale.price == Money(thousandths: 4990, currency: .euro))
        }
    }

    @Test("Signed at the same time, the store's word holds over the local one, and a refund over none")
    func ties() throws {
        let local = fact("month", "1", basis: .local) { $0.expiresDate = day(5) }
        let store = fact("month", "1") { $0.expiresDate = day(4) }
        let sale = try #require(PurchaseFacts([local, store]).sales(under: .sample).first)
        #expect(sale.expiresDate == day(4) && sale.basis == .store)
        let refunded = fact("forever", "2") { $0.revocation = Revocation(date: nil) }
        #expect(PurchaseFacts([refunded, fact("forever", "2")]).held().active == [])
        #expect(PurchaseFacts([fact("forever", "2"), refunded]).held().active == [])
    }

    @Test("A refund that is undone gives back, and one that is told late is not overlooked")
    func refundReversed() {
        let bought = fact("forever", "1")
        let refunded = fact("forever", "1") { ($0.revocation, $0.signedDate) = (Revocation(date: day(-5)), day(-5)) }
        let reversed = fact("forever", "1") { $0.signedDate = day(-2) }
        #expect(PurchaseFacts([refunded, bought]).held().active == [])
        #expect(PurchaseFacts([refunded, reversed, bought]).held().active == ["pro", "themes"])
        #expect(PurchaseFacts([reversed, refunded]).held().active == ["pro", "themes"])
    }

    @Test("A source that is not dated is older than any that is")
    func undated() throws {
        let undated = fact("month", "1") { ($0.signedDate, $0.expiresDate) = (nil, day(50)) }
        let dated = fact("month", "1") { ($0.signedDate, $0.expiresDate) = (day(-3000), day(5)) }
        let sale = try #require(PurchaseFacts([dated, undated]).sales(under: .sample).first)
        #expect(sale.expiresDate == day(5))
    }

    @Test("Environments are apart: the same number in two of them is two transactions")
    func environments() {
        let facts = PurchaseFacts([fact("forever", "1"), fact("forever", "1", .sandbox)])
        #expect(facts.originals == [TransactionKey(.production, "1"), TransactionKey(.sandbox, "1")])
        #expect(facts.sales(under: .sample).count == 2)
    }

    @Test("O18: a definite no withdraws what a proof alone granted, whichever came first")
    func refusal() {
        let local = fact("forever", "1", basis: .local)
        var facts = PurchaseFacts([local])
        #expect(facts.held().active == ["pro", "themes"])
        facts.refuse(proof: "another receipt")
        #expect(facts.held().active == ["pro", "themes"])
        facts.refuse(proof: "receipt")
        #expect(facts.held().active == [] && facts.held().purchases == [] && facts.held().entitlements == [])
        var late = PurchaseFacts()
        late.refuse(proof: "receipt")
        late.refuse(proof: "another receipt")
        late.insert(local)
        #expect(late == facts)
    }

    @Test("A definite no to one proof leaves what the store said and what another proof shows")
    func refusalOfOne() throws {
        var facts = PurchaseFacts([fact("forever", "1", basis: .local), fact("coins", "2", basis: .local)])
        facts.insert(fact("forever", "1"))
        facts.insert(fact("coins", "2", basis: .local) { $0.proof = "second" })
        facts.refuse(proof: "receipt")
        #expect(facts.held().active == ["pro", "themes"] && facts.held().credits == ["coins": 100])
        #expect(try facts.held().entitlement("pro").basis == .store)
        facts.refuse(proof: "second")
        #expect(facts.held().credits == [:] && facts.held().active == ["pro", "themes"])
    }
}
