import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("Spending credits") struct CreditLedgerTests {
    @Test("A spending happens once for each key, and asked again it is the same, whatever happened since")
    func replay() throws {
        var ledger = CreditLedger()
        let first = try ledger.spend(30, of: "coins", key: "a", granted: ["coins": 100], at: now)
        #expect(first.balance == 70)
        let second = try ledger.spend(70, of: "coins", key: "b", granted: ["coins": 100], at: day(1))
        #expect(second.balance == 0)
        let before = ledger
        for granted in [["coins": 100], ["coins": 1000], [:]] as [[String: Int64]] {
            #expect(try ledger.spend(30, of: "coins", key: "a", granted: granted, at: day(9)) == first)
        }
        #expect(ledger == before)
    }

    @Test(
        "A spending that can't be is refused, changes nothing, and its key may be used again",
        arguments: [
            (101, "coins", "new", .insufficientCredits(balance: 100)),
            (.max, "coins", "new", .insufficientCredits(balance: 100)),
            (1, "gems", "new", .insufficientCredits(balance: 0)), (1, "", "new", .insufficientCredits(balance: 0)),
            (0, "coins", "new", .amountNotPositive), (-5, "coins", "new", .amountNotPositive),
            (.min, "coins", "used", .amountNotPositive), (4, "coins", "used", .keyReused),
            (5, "gems", "used", .keyReused),
        ] as [(Int64, String, String, SpendingRefusal)])
    func refused(amount: Int64, credit: String, key: String, refusal: SpendingRefusal) throws {
        var ledger = CreditLedger()
        _ = try ledger.spend(5, of: "coins", key: "used", granted: ["coins": 105], at: now)
        let before = ledger
        #expect(throws: refusal) {
            try ledger.spend(amount, of: credit, key: key, granted: ["coins": 105], at: now)
        }
        #expect(ledger == before)
        #expect(try ledger.spend(100, of: "coins", key: "new", granted: ["coins": 105], at: now).balance == 0)
        #expect(Set(["insufficient_credits", "amount_not_positive", "idempotency_key_reused"]).contains(refusal.code))
    }

    @Test(
        "F31: what is refunded after it was spent is owed: the balance shows none, and the next purchase fills it first"
    )
    func refundAfterSpending() throws {
        let bought = PurchaseFacts([fact("coins", "1")])
        var ledger = CreditLedger()
        _ = try ledger.spend(80, of: "coins", key: "a", granted: bought.held().credits, at: now)
        let refunded = bought.merging(
            PurchaseFacts([fact("coins", "1") { ($0.revocation, $0.signedDate) = (Revocation(date: day(-1)), day(-1)) }]
            ))
        var granted = refunded.held().credits
        #expect(ledger.balance(of: "coins", granted: granted) == 0 && ledger.owed(of: "coins", granted: granted) == 80)
        #expect(throws: SpendingRefusal.insufficientCredits(balance: 0)) {
            try ledger.spend(1, of: "coins", key: "b", granted: granted, at: now)
        }
        granted = refunded.merging(PurchaseFacts([fact("coins", "2")])).held().credits
        #expect(ledger.balances(granted: granted) == ["coins": 20] && ledger.owed(of: "coins", granted: granted) == 0)
        // A refund that is undone gives back.
        granted = bought.held().credits
        #expect(ledger.balance(of: "coins", granted: granted) == 20)
    }

    @Test(
        "F30: credits are given once for each payment and piece, however often and wherever it is told",
        arguments: 1...30)
    func grantedOnce(seed: Int) {
        let dice = Dice(UInt64(seed))
        let purchases = (1...5).map { number in
            fact("coins", "\(number)", basis: dice.pick([.local, .store])) { $0.quantity = Int64(number) }
        }
        let told = dice.mixed(purchases + purchases.map { $0 } + purchases.filter { _ in dice.below(2) == 0 })
        #expect(PurchaseFacts(told).held().credits == ["coins": 1500], "seed \(seed)")
        #expect(PurchaseFacts(told).held().grants.map(\.amount) == [100, 200, 300, 400, 500])
    }

    @Test(
        "The balance is never negative and never more than was given, whatever is spent, refunded and asked",
        arguments: 1...40)
    func neverNegative(seed: Int) throws {
        let dice = Dice(UInt64(seed))
        var ledger = CreditLedger()
        var given: Int64 = 0
        var keys = 0
        for _ in 0..<200 {
            switch dice.below(4) {
            case 0: given += Int64(dice.below(100))
            case 1: given = max(0, given - Int64(dice.below(80)))
            default:
                let amount = Int64(dice.below(40) + 1)
                let before = ledger.balance(of: "coins", granted: ["coins": given])
                keys += 1
                do {
                    let done = try ledger.spend(amount, of: "coins", key: "\(keys)", granted: ["coins": given], at: now)
                    #expect(done.balance == before - amount && amount <= before)
                } catch {
                    #expect(error == .insufficientCredits(balance: before) && amount > before)
                }
            }
            let balance = ledger.balance(of: "coins", granted: ["coins": given])
            #expect((0...max(0, given)).contains(balance))
            #expect(balance - ledger.owed(of: "coins", granted: ["coins": given]) == given - ledger.spent("coins"))
        }
    }

    @Test("Numbers at the edge do no harm")
    func edges() throws {
        let rules = OwnershipRules.sample { $0.products["coins"]?.credits = ["coins": .max, "bad": -5, "none": 0] }
        let held = PurchaseFacts([fact("coins", "1") { $0.quantity = .max }, fact("coins", "2")]).held(rules)
        #expect(held.credits == ["coins": .max])
        var ledger = CreditLedger()
        #expect(try ledger.spend(.max, of: "coins", key: "a", granted: held.credits, at: now).balance == 0)
        #expect(ledger.owed(of: "coins", granted: ["coins": -7]) == .max)
    }
}
