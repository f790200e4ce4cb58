import Testing
import WindfallCommerce
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// Whatever several users send in whatever order: the books add up, on both engines.
@Suite struct LedgerPropertyTests {
    private static let users = ["anna", "ben", TestUsers.anonymous, "anon:zyxwvutsrqponmlkjihgf"]

    /// One thing that happens.
    enum Event: Hashable, Sendable {
        case receipt(Int)
        case answer(Int)
        case merge(String, into: String)
        case spend(String, key: Int)
    }

    /// Receipts that share purchases, and what the store says of each.
    struct Story: Sendable {
        var receipts: [(user: String, facts: [PurchaseFact])] = []
        var answers: [[PurchaseFact]] = []
        var events: [Event] = []
    }

    /// - Parameter usersOfPurchase: each purchase is shown by so many users at most.
    private func story(_ dice: inout Dice, usersOfPurchase: Int) -> Story {
        var story = Story()
        let owners = (0..<8).map { _ in (0..<usersOfPurchase).map { _ in dice.pick(Self.users) } }
        for _ in 0..<6 {
            let user = dice.pick(Self.users)
            var facts: [PurchaseFact] = []
            var answer: [PurchaseFact] = []
            for number in 0..<8 where owners[number].contains(user) && dice.below(2) == 0 {
                let product = ["coins", "forever", "month", "bonus"][number % 4]
                let signed = days(Int64(dice.below(9)) - 9)
                facts.append(told(product, "\(number)") { $0.signedDate = signed })
                answer.append(
                    told(product, "\(number)", proof: nil) {
                        let signed = Int64(dice.below(3))
                        $0.signedDate = days(signed)
                        // Paid back once, and given again on another day.
                        if number % 4 == signed { $0.revocation = Revocation(date: days(0)) }
                    })
            }
            story.receipts.append((user, facts))
            // The store says no to some.
            story.answers.append(dice.below(5) == 0 ? [] : answer)
        }
        for index in story.receipts.indices {
            story.events.append(.receipt(index))
            story.events.append(.answer(index))
        }
        for key in 0..<4 { story.events.append(.spend(dice.pick(Self.users), key: key)) }
        return story
    }

    private func carryOut(_ event: Event, _ story: Story, _ records: TestRecords) async throws {
        switch event {
        case .receipt(let index):
            let (user, facts) = story.receipts[index]
            try await records.submit("r\(index)", facts, by: user)
        case .answer(let index):
            // An answer comes after its receipt.
            let (user, facts) = story.receipts[index]
            try await records.submit("r\(index)", facts, by: user)
            try await records.answer("r\(index)", story.answers[index])
        case .merge(let anonymous, let known): try await records.merge(anonymous, into: known)
        case .spend(let user, let key): try await records.spend(30, by: user, key: "\(key)")
        }
    }

    @Test(
        "F17: in any order and twice, receipts and answers give the same books", arguments: TestEngine.present,
        1...6 as ClosedRange<UInt64>)
    func anyOrder(engine: TestEngine, seed: UInt64) async throws {
        var dice = Dice(seed)
        // Who shows a purchase that is another's depends on the order by its nature; here each has one user.
        let story = story(&dice, usersOfPurchase: 1)
        let events = story.events.filter { event in if case .spend = event { false } else { true } }
        var books: Set<[UserBook]> = []
        for _ in 0..<3 {
            let records = try await TestRecords(engine, transfers: dice.pick(TransferPolicy.allCases))
            for event in dice.mixed(events + events) { try await carryOut(event, story, records) }
            var all: [UserBook] = []
            for user in Self.users { all.append(try await records.ledger.book(of: user)) }
            books.insert(all)
            #expect(try await records.rebuild().isSame)
        }
        #expect(books.count == 1, "replay with seed \(seed)")
    }

    @Test(
        "O22: whoever shows, merges and spends what: one owner, and no credit twice", arguments: TestEngine.present,
        1...12 as ClosedRange<UInt64>)
    func addsUp(engine: TestEngine, seed: UInt64) async throws {
        var dice = Dice(seed)
        let policy = TransferPolicy.allCases[Int(seed % 4)]
        var story = story(&dice, usersOfPurchase: 3)
        story.events.append(.merge(Self.users[2], into: "anna"))
        story.events.append(.merge(Self.users[3], into: "ben"))
        let records = try await TestRecords(engine, transfers: policy)
        for (index, event) in dice.mixed(story.events + story.events).enumerated() {
            try await carryOut(event, story, records)
            if index % 4 == 3 { try await check(records, story, policy, "replay with seed \(seed)") }
        }
        try await check(records, story, policy, "replay with seed \(seed)")
        let report = try await records.rebuild()
        #expect(report.isSame, "seed \(seed): \(report.differences.map(\.text))")
    }

    /// What has to hold after each event.
    private func check(
        _ records: TestRecords, _ story: Story, _ policy: TransferPolicy, _ comment: Comment
    ) async throws {
        var holders: [TransactionKey: Int] = [:]
        var credited: [String: Int] = [:]
        for user in Self.users {
            let book = try await records.ledger.book(of: user)
            for grant in book.holdings.grants { credited["\(grant.transactionID) \(grant.credit)", default: 0] += 1 }
            for original in Set(book.holdings.purchases.map(\.sale.original)) { holders[original, default: 0] += 1 }
            #expect(book.credits.values.allSatisfy { $0 >= 0 }, comment)
        }
        #expect(credited.values.allSatisfy { $0 == 1 }, comment)
        if policy != .share { #expect(holders.values.allSatisfy { $0 == 1 }, comment) }
        let firsts = try await records.ledger.rows(
            "SELECT count(*), count(DISTINCT original) FROM holder WHERE place = 0")
        #expect(firsts.allSatisfy { $0[0] == $0[1] }, comment)
        // Nobody holds more than was shown.
        let shown = Set(story.receipts.flatMap(\.facts).map(\.key))
        #expect(shown.isSuperset(of: holders.keys), comment)
    }
}

/// Chances that a seed decides.
struct Dice {
    private let random: SeededRandomness

    init(_ seed: UInt64) { random = SeededRandomness(seed: seed) }

    func below(_ count: Int) -> Int {
        Int(random.bytes(count: 4).reduce(0) { $0 << 8 | UInt64($1) } % UInt64(count))
    }

    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    func mixed<Element>(_ elements: [Element]) -> [Element] {
        var rest = elements
        var mixed: [Element] = []
        while !rest.isEmpty { mixed.append(rest.remove(at: below(rest.count))) }
        return mixed
    }
}

extension TestRecords {
    fileprivate func merge(_ anonymous: String, into known: String) async throws {
        let (from, to) = (try ledger.key(anonymous), try ledger.key(known).user)
        try await ledger.write { scope throws(StorageError) in
            let now = Moment(store: TestLedger.now, wall: TestLedger.now)
            guard case .success = try ledger.ledger.merge(from, into: to, at: now, in: scope) else { throw .conflict }
        }
    }

    fileprivate func spend(_ amount: Int64, by user: String, key: String) async throws {
        let user = try ledger.key(user)
        _ = try await ledger.database.attempt(.statement) { scope throws(StorageError) in
            let now = Moment(store: TestLedger.now, wall: TestLedger.now)
            let order = SpendingOrder(key: key, credit: "coins", amount: amount)
            return try ledger.ledger.spend(order, of: user, app: ledger.app, at: now, in: scope)
        }
    }
}
