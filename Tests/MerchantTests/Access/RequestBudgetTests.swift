import Testing
import WindfallMerchant
import WindfallTimeline

/// How many requests somebody may send.
@Suite struct RequestBudgetTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: 1_700_000_000_000 + milliseconds) }

    /// How many of so many requests are taken.
    private static func taken(
        _ count: Int, from budget: RequestBudget, _ name: String = "anna", perMinute: Int = 60, at milliseconds: Int64
    ) -> Int {
        (0..<count).filter { _ in budget.take(name, perMinute: perMinute, at: at(milliseconds)) == nil }.count
    }

    @Test("A minute's requests may come at once, then as many as the time brings")
    func fills() {
        let budget = RequestBudget()
        #expect(Self.taken(100, from: budget, at: 0) == 60)
        #expect(Self.taken(10, from: budget, at: 999) == 0)
        #expect(Self.taken(10, from: budget, at: 1_000) == 1)
        #expect(Self.taken(10, from: budget, at: 3_500) == 2)
        #expect(Self.taken(10, from: budget, at: 4_000) == 1)
        #expect(Self.taken(100, from: budget, at: 3_600_000) == 60)
    }

    @Test("Asking again and again while there is nothing does not put off the next one")
    func impatience() {
        let budget = RequestBudget()
        #expect(Self.taken(1, from: budget, perMinute: 1, at: 0) == 1)
        for second in 1..<60 { #expect(Self.taken(1, from: budget, perMinute: 1, at: Int64(second) * 1_000) == 0) }
        #expect(Self.taken(1, from: budget, perMinute: 1, at: 60_000) == 1)
    }

    @Test("Who has to wait hears for how long, and has one then")
    func tellsTime() {
        for perMinute in [1, 7, 60, 120, 10_000] {
            let budget = RequestBudget()
            #expect(Self.taken(perMinute + 1, from: budget, perMinute: perMinute, at: 0) == perMinute)
            let seconds = budget.take("anna", perMinute: perMinute, at: Self.at(0)) ?? 0
            #expect((1...60).contains(seconds), "\(perMinute)")
            #expect(Self.taken(1, from: budget, perMinute: perMinute, at: Int64(seconds) * 1_000) == 1, "\(perMinute)")
        }
    }

    @Test("Nobody spends what is another's")
    func others() {
        let budget = RequestBudget()
        #expect(Self.taken(61, from: budget, "anna", at: 0) == 60)
        #expect(Self.taken(61, from: budget, "ben", at: 0) == 60)
    }

    @Test("A clock that is set back gives nothing and takes nothing away", arguments: [-1, -59_999, -90_000_000])
    func clockGoesBack(back: Int64) {
        let budget = RequestBudget()
        #expect(Self.taken(59, from: budget, at: 0) == 59)
        #expect(Self.taken(2, from: budget, at: back) == 1)
        #expect(Self.taken(2, from: budget, at: back + 1_000) == 1)
    }

    @Test("A budget of none is none, and a smaller one holds at once", arguments: [0, -1, Int.min])
    func none(perMinute: Int) {
        let budget = RequestBudget()
        #expect(budget.take("anna", perMinute: perMinute, at: Self.at(0)) == 60)
        #expect(budget.take("anna", perMinute: Int.max, at: Self.at(0)) == nil)
        #expect(Self.taken(10, from: budget, perMinute: 2, at: 0) == 2)
    }

    @Test("Made-up names keep nobody out, and free nobody who has reached the limit")
    func madeUpNames() {
        let budget = RequestBudget(names: 100)
        #expect(Self.taken(61, from: budget, "greedy", at: 0) == 60)
        for name in 0..<10_000 { #expect(Self.taken(1, from: budget, "anon:\(name)", at: 0) == 1) }
        #expect(Self.taken(1, from: budget, "greedy", at: 0) == 0)
        #expect(Self.taken(61, from: budget, "new", at: 0) == 60)
    }

    @Test("Where everybody is greedy, room is made all the same")
    func everybodyGreedy() {
        let budget = RequestBudget(names: 10)
        for name in 0..<100 { #expect(Self.taken(61, from: budget, "\(name)", at: 0) == 60) }
    }
}
