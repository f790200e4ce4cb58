import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("Whose a purchase is") struct TransferPolicyTests {
    private let ann: UserIdentifier
    private let bob: UserIdentifier
    private let guest: UserIdentifier

    init() throws {
        ann = try #require(UserIdentifier("ann"))
        bob = try #require(UserIdentifier("bob"))
        guest = try #require(UserIdentifier("anon:6f1c3c2e-8d57-4c1b-9b3e-2f6c0a7d9e11"))
    }

    @Test("O22: by default it stays with the first owner, who loses nothing, and the other hears a definite no")
    func refuse() {
        var holders = PurchaseHolders()
        #expect(holders.claim(by: ann, policy: .refuse, isActive: true) == .assigned)
        #expect(holders.claim(by: bob, policy: .refuse, isActive: true) == .refused(holder: ann))
        #expect(holders.claim(by: bob, policy: .refuse, isActive: false) == .refused(holder: ann))
        #expect(holders.claim(by: ann, policy: .refuse, isActive: true) == .unchanged)
        #expect(holders.users == [ann])
    }

    @Test("O22: each move says from whom, so that a ping-pong leaves its trace")
    func transfer() {
        var holders = PurchaseHolders([ann])
        #expect(holders.claim(by: bob, policy: .transfer, isActive: true) == .transferred(from: [ann]))
        #expect(holders.claim(by: ann, policy: .transfer, isActive: true) == .transferred(from: [bob]))
        #expect(holders.users == [ann])
    }

    @Test("O22: transferred only where it gives nothing any more")
    func transferIfInactive() {
        var holders = PurchaseHolders([ann])
        #expect(holders.claim(by: bob, policy: .transferIfInactive, isActive: true) == .refused(holder: ann))
        #expect(holders.claim(by: bob, policy: .transferIfInactive, isActive: false) == .transferred(from: [ann]))
    }

    @Test("O22, O27: shared, both have it, but credits only the first; ten accounts do not make ten grants")
    func share() {
        var holders = PurchaseHolders([ann])
        #expect(holders.claim(by: bob, policy: .share, isActive: true) == .shared(with: ann))
        #expect(holders.users == [ann, bob] && holders.isBorrowed(by: bob) && !holders.isBorrowed(by: ann))
        #expect(!holders.isBorrowed(by: guest))
        let facts = PurchaseFacts([fact("forever", "1"), fact("coins", "2")])
        let borrowed = facts.holdings(under: .sample, at: now, borrowed: facts.originals)
        #expect(borrowed.active == facts.held().active && borrowed.credits == [:])
        // A move takes it from all who shared it.
        #expect(holders.claim(by: guest, policy: .transfer, isActive: true) == .transferred(from: [ann, bob]))
    }

    @Test("O16: the known owner comes first, then the one whom the token names, then whoever shows it")
    func lookUp() {
        #expect(PurchaseHolders([ann]).owner(named: bob) == ann)
        #expect(PurchaseHolders().owner(named: bob) == bob)
        #expect(PurchaseHolders().owner() == nil)
        var unassigned = PurchaseHolders()
        #expect(unassigned.claim(by: bob, policy: .refuse, isActive: true) == .assigned)
        var named = PurchaseHolders()
        #expect(named.claim(by: bob, named: ann, policy: .refuse, isActive: true) == .refused(holder: ann))
        #expect(named.users == [ann])
        var own = PurchaseHolders()
        #expect(own.claim(by: ann, named: ann, policy: .refuse, isActive: true) == .assigned)
    }

    @Test("What decides on a transfer of what is inactive: a running period, something owned, credits")
    func activity() {
        let facts = PurchaseFacts(
            [
                fact("forever", "1"), fact("forever", "2") { $0.revocation = Revocation(date: day(-1)) },
                period("month", "3", of: "3", -10..<20), period("month", "4", of: "4", -40..<(-10)), fact("coins", "5"),
                period("month", "6", of: "6", -31..<(-1)),
            ], [renewal(of: "6", signed: -1, grace: 5)])
        let active = (1...7).filter { facts.held().isActive(original: TransactionKey(.production, "\($0)")) }
        #expect(active == [1, 3, 5, 6])
    }

    @Test("An anonymous user says who he is: all that he bought and spent is the known user's, in any order, once")
    func identify() throws {
        let other = try #require(UserIdentifier("anon:AAAAAAAAAAAAAAAAAAAAA"))
        var mine = UserHoldings(ann, facts: PurchaseFacts([fact("coins", "1")]))
        var first = UserHoldings(guest, facts: PurchaseFacts([fact("coins", "1"), fact("coins", "2")]))
        var second = UserHoldings(
            other, facts: PurchaseFacts([fact("forever", "3")]), borrowed: [TransactionKey(.production, "3")])
        for index in 1...2 {
            let granted = ["coins": 100 as Int64]
            _ = try mine.ledger.spend(10, of: "coins", key: "same", granted: granted, at: now)
            _ = try first.ledger.spend(20, of: "coins", key: "same", granted: granted, at: now)
            _ = try second.ledger.spend(30, of: "coins", key: "\(index)", granted: granted, at: now)
        }
        var forth = mine
        try forth.absorb(first)
        try forth.absorb(second)
        var back = mine
        try back.absorb(second)
        try back.absorb(first)
        try back.absorb(first)
        #expect(forth == back && forth.user == ann)
        #expect(forth.facts.held().credits == ["coins": 200])
        #expect(forth.ledger.spent("coins") == 90 && forth.borrowed == second.borrowed)
        #expect(forth.ledger.spendings["same"]?.amount == 10)
        // What one holds and the other borrows is held.
        try forth.absorb(UserHoldings(guest, facts: second.facts))
        #expect(forth.borrowed == [])
        var holders = PurchaseHolders([guest, ann, bob])
        holders.rename(guest, to: ann)
        #expect(holders.users == [ann, bob])
    }

    @Test("A key that an anonymous user spent under is not spent again by the known one")
    func replayAfterIdentify() throws {
        var anonymous = UserHoldings(guest, facts: PurchaseFacts([fact("coins", "1")]))
        let spent = try anonymous.ledger.spend(10, of: "coins", key: "k", granted: ["coins": 100], at: now)
        var known = UserHoldings(ann)
        try known.absorb(anonymous)
        #expect(try known.ledger.spend(10, of: "coins", key: "k", granted: ["coins": 100], at: day(1)) == spent)
    }

    @Test("Two people who said who they are never become one")
    func noMerge() {
        var mine = UserHoldings(ann)
        let before = mine
        #expect(throws: MergeRefusal.self) {
            try mine.absorb(UserHoldings(bob, facts: PurchaseFacts([fact("coins", "1")])))
        }
        #expect(mine == before)
    }

    @Test(
        "A user identifier is 1 to 128 bytes without control characters; an anonymous one can't be guessed",
        arguments: [
            ("", false), ("a", true), ("日本", true), (String(repeating: "a", count: 128), true),
            (String(repeating: "a", count: 129), false), (String(repeating: "ü", count: 65), false), ("a\u{0}", false),
            ("a\nb", false), ("\u{7F}", false), ("\u{85}", false), ("anon:", false), ("anon:1", false),
            ("anon:AAAAAAAAAAAAAAAAAAAA", false), ("anon:AAAAAAAAAAAAAAAAAAAAA", true),
            ("anon:AAAAAAAAAAAAAAAAAAAA ", false), ("Anon:1", true),
            ("anon:6f1c3c2e-8d57-4c1b-9b3e-2f6c0a7d9e11", true),
        ])
    func identifiers(text: String, isGood: Bool) {
        #expect((UserIdentifier(text) != nil) == isGood)
        #expect(UserIdentifier(text)?.isAnonymous ?? false == (isGood && text.hasPrefix("anon:")))
    }
}
