import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("What changed") struct HoldingsChangeTests {
    private func kinds(_ before: Holdings, _ after: Holdings, transferred: Set<TransactionKey> = []) -> [String] {
        after.changes(since: before, transferred: transferred).map {
            "\($0.kind.rawValue) \($0.entitlementID ?? "\($0.credit ?? "") \($0.creditChange)")"
        }
    }

    private let nothing = PurchaseFacts().held()

    @Test("A purchase grants, a renewal renews, an end expires, a refund revokes, and nothing is said twice")
    func life() throws {
        let first = period("month", "1", of: "1", -30..<0) { $0.price = Money(thousandths: 4990, currency: .euro) }
        let bought = PurchaseFacts([first])
        #expect(kinds(nothing, bought.held(at: day(-30))) == ["entitlement.granted pro"])
        let granted = try #require(bought.held(at: day(-30)).changes(since: nothing).first)
        #expect(granted.transactionID == "1" && granted.date == day(-30) && granted.environment == .production)
        #expect(granted.amount == .signed(Money(thousandths: 4990, currency: .euro)))
        let renewed = bought.merging(PurchaseFacts([period("month", "2", of: "1", 0..<30)]))
        #expect(kinds(bought.held(at: day(-1)), renewed.held(at: day(0))) == ["entitlement.renewed pro"])
        #expect(renewed.held().changes(since: bought.held(at: day(-1))).first?.transactionID == "2")
        #expect(kinds(renewed.held(), renewed.held(at: day(30))) == ["entitlement.expired pro"])
        let refunded = renewed.merging(
            PurchaseFacts([
                period("month", "2", of: "1", 0..<30) {
                    ($0.revocation, $0.signedDate) = (Revocation(date: day(3)), day(3))
                }
            ]))
        #expect(kinds(renewed.held(at: day(2)), refunded.held(at: day(3))) == ["entitlement.revoked pro"])
        #expect(refunded.held().changes(since: refunded.held()) == [])
    }

    @Test("O17: grace is no renewal; its end is an end, and a charge that comes late renews")
    func grace() {
        let ended = PurchaseFacts([period("month", "1", of: "1", -30..<0)])
        let grace = ended.merging(PurchaseFacts([], [renewal(of: "1", signed: 0, retrying: true, grace: 16)]))
        #expect(kinds(ended.held(at: day(-1)), grace.held(at: day(1))) == [])
        #expect(kinds(grace.held(at: day(1)), grace.held(at: day(16))) == ["entitlement.expired pro"])
        let recovered = grace.merging(
            PurchaseFacts([period("month", "2", of: "1", 5..<35)], [renewal(of: "1", signed: 5)]))
        #expect(kinds(grace.held(at: day(1)), recovered.held(at: day(6))) == ["entitlement.renewed pro"])
    }

    @Test("O18: a definite no revokes what the proof had granted, credits included")
    func refusedProof() {
        var facts = PurchaseFacts([fact("forever", "1", basis: .local), fact("coins", "2", basis: .local)])
        let before = facts.held()
        #expect(
            kinds(nothing, before) == [
                "entitlement.granted pro", "entitlement.granted themes", "credits.changed coins 100",
            ])
        facts.refuse(proof: "receipt")
        #expect(
            kinds(before, facts.held()) == [
                "entitlement.revoked pro", "entitlement.revoked themes", "credits.changed coins -100",
            ])
    }

    @Test("The store's word after the local one changes nothing that anybody has to hear")
    func confirmed() {
        let local = PurchaseFacts([fact("forever", "1", basis: .local)])
        #expect(kinds(local.held(), local.merging(PurchaseFacts([fact("forever", "1")])).held()) == [])
    }

    @Test("O22: what goes to another user is transferred from the one and granted to the other")
    func transferred() {
        let facts = PurchaseFacts([fact("forever", "1"), fact("coins", "2")])
        let moved: Set<TransactionKey> = [TransactionKey(.production, "1")]
        let left = facts.only(facts.originals.subtracting(moved))
        #expect(
            kinds(facts.held(), left.held(), transferred: moved)
                == ["entitlement.transferred pro", "entitlement.transferred themes"])
        #expect(kinds(nothing, facts.only(moved).held()) == ["entitlement.granted pro", "entitlement.granted themes"])
    }

    @Test("Of an entitlement that another purchase still gives nothing is said")
    func stillThere() {
        let both = PurchaseFacts([fact("forever", "1"), period("month", "2", of: "2", -10..<20)])
        #expect(kinds(both.held(), both.held(at: day(21))) == [])
        let refunded = both.merging(
            PurchaseFacts([fact("forever", "1") { ($0.revocation, $0.signedDate) = (Revocation(date: day(0)), day(0)) }]
            ))
        #expect(kinds(both.held(), refunded.held()) == ["entitlement.revoked themes"])
    }

    @Test("O17: whoever waits for the next change meets the end, the end of grace and the end of retrying, each once")
    func steps() {
        let facts = PurchaseFacts(
            [period("month", "1", of: "1", -30..<0)], [renewal(of: "1", signed: 0, retrying: true, grace: 16)])
        var instants: [Instant] = []
        var instant = day(-1)
        while let next = facts.nextChange(after: instant, under: .sample), instants.count < 9 {
            instants.append(next)
            instant = next
        }
        #expect(instants == [day(0), day(16), day(60)])
        let states = instants.flatMap { facts.held(at: $0).subscriptions.map(\.state) }
        #expect(states == [.gracePeriod, .billingRetry, .expired])
        #expect(PurchaseFacts([fact("forever", "1")]).nextChange(after: now, under: .sample) == nil)
    }

    @Test("The next change is the first moment at which anything is different, to the millisecond", arguments: 1...40)
    func nextChange(seed: Int) {
        let dice = Dice(UInt64(seed))
        var rules = OwnershipRules.sample { $0.countedEnvironments = [.production, .sandbox] }
        rules.grantsOnLocalProof = dice.below(2) == 0
        let facts = PurchaseFacts(dice.told(25))
        var instant = day(-40)
        var steps = 0
        while let next = facts.nextChange(after: instant, under: rules), steps < 200 {
            var before = facts.held(rules, at: instant)
            let justBefore = Instant(milliseconds: next.milliseconds - 1)
            for probe in [justBefore, Instant(milliseconds: (instant.milliseconds + next.milliseconds) / 2)]
            where probe > instant && probe < next {
                before.asOfDate = probe
                #expect(facts.held(rules, at: probe) == before, "seed \(seed)")
            }
            before.asOfDate = next
            #expect(next > instant && facts.held(rules, at: next) != before, "seed \(seed)")
            instant = next
            steps += 1
        }
        #expect(steps < 200)
        var last = facts.held(rules, at: instant)
        for days in [1, 100, 5000] as [Int64] {
            guard let later = instant.adding(milliseconds: days * 86_400_000) else { continue }
            last.asOfDate = later
            #expect(facts.held(rules, at: later) == last, "seed \(seed)")
        }
    }

    @Test("Told step by step, grants and losses of an entitlement take turns", arguments: 1...40)
    func turns(seed: Int) {
        let dice = Dice(UInt64(seed))
        var facts = PurchaseFacts()
        var held = facts.held(at: day(-40))
        var active: Set<String> = []
        var instant = day(-40)
        for told in dice.told(25) {
            facts.insert(told)
            instant = Instant(milliseconds: instant.milliseconds + Int64(dice.below(5)) * 86_400_000)
            let next = facts.held(at: instant)
            for change in next.changes(since: held) {
                guard let id = change.entitlementID else { continue }
                switch change.kind {
                case .granted: #expect(active.insert(id).inserted, "seed \(seed)")
                case .renewed: #expect(active.contains(id), "seed \(seed)")
                default: #expect(active.remove(id) != nil, "seed \(seed)")
                }
            }
            #expect(active == next.active, "seed \(seed)")
            held = next
        }
    }
}
