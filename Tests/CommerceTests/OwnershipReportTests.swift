import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("What went wrong elsewhere: what is owned") struct OwnershipReportTests {
    @Test("O1, D6: a sandbox purchase is recorded and gives nothing, unless the policy says so; then it is told apart")
    func sandbox() throws {
        let facts = PurchaseFacts([fact("forever", "1", .sandbox), fact("coins", "2", .sandbox), fact("coins", "3")])
        let strict = facts.held()
        #expect(strict.active == [] && strict.entitlements == [] && strict.credits == ["coins": 100])
        #expect(strict.purchases.map(\.isCounted) == [true, false, false])
        let open = facts.held(.sample { $0.countedEnvironments = [.production, .sandbox] })
        #expect(open.active == ["pro@Sandbox", "themes@Sandbox"] && open.credits == ["coins": 200])
        #expect(open.purchases.map(\.isCounted) == [true, true, true])
    }

    @Test("O4, F13, F39: a restore has a new transaction and the old original: nothing changes, no sale is counted")
    func restore() throws {
        let bought = PurchaseFacts([fact("forever", "1001")])
        let restored = fact("forever", "1002", basis: .local) {
            ($0.originalTransactionID, $0.purchaseDate, $0.signedDate) = ("1001", day(-1), day(-1))
        }
        let both = bought.merging(PurchaseFacts([restored]))
        #expect(both.held().changes(since: bought.held()) == [])
        #expect(both.held().purchases.map(\.sale.transactionIDs) == [["1001", "1002"]])
        #expect(both.originals == bought.originals)
        #expect(try both.held().entitlement("pro").originalTransactionID == "1001")
        // The restored one alone gives the same thing.
        #expect(PurchaseFacts([restored]).held().active == both.held().active)
    }

    @Test("O5: two transactions with one web order line item are one period, one payment and one grant")
    func lineItem() {
        let rules = OwnershipRules.sample { $0.products["month"]?.credits = ["coins": 10] }
        let first = period("month", "2001", of: "1001", -5..<25, line: "77")
        let second = period("month", "2002", of: "1001", -5..<25, line: "77")
        let other = period("month", "2003", of: "1001", -35..<(-5), line: "76")
        let held = PurchaseFacts([second, other, first]).held(rules)
        #expect(held.purchases.map(\.sale.transactionIDs) == [["2001", "2002"], ["2003"]])
        #expect(held.credits == ["coins": 20])
        // A source without line items (iOS 6) tells of the same payment.
        let old = period("month", "2004", of: "1001", -5..<25)
        #expect(PurchaseFacts([second, other, first, old]).held(rules).credits == ["coins": 20])
        // Of another subscription it is another payment.
        let foreign = period("month", "2005", of: "9001", -5..<25, line: "77")
        #expect(PurchaseFacts([first, foreign]).held(rules).credits == ["coins": 20])
    }

    @Test("O6: a genuine receipt without purchases gives nothing and takes nothing away")
    func emptyReceipt() throws {
        let answer = VerifyReceiptAnswer(
            json: try object(
                """
                {"status": 0, "receipt": {"bundle_id": "com.example.notes", "original_application_version": "3",
                "in_app": []}}
                """))
        let empty = PurchaseFacts(answer: answer, environment: .production, askedDate: now)
        #expect(empty.isEmpty && empty.held().entitlements == [])
        let bought = PurchaseFacts([fact("forever", "1"), fact("coins", "2")])
        #expect(bought.merging(empty) == bought)
    }

    @Test("O7: the lines of an answer mean the same in each order, and one without an end is no subscription")
    func lineOrder() throws {
        func line(_ id: String, _ product: String, _ ends: Int64?) throws -> ReceiptLine {
            var line = ReceiptLine(json: try object(#"{"transaction_id": "\#(id)", "product_id": "\#(product)"}"#))
            line.originalTransactionId = ends == nil ? id : "1"
            line.purchaseDate = day((ends ?? 0) - 30)
            line.expiresDate = ends.map(day)
            return line
        }
        let lines = [
            try line("1", "month", -40), try line("2", "month", -10), try line("3", "month", 20),
            try line("4", "coins", nil),
        ]
        var known: Set<PurchaseFacts> = []
        for seed in 1...24 as ClosedRange<UInt64> {
            var answer = VerifyReceiptAnswer(json: try object(#"{"status": 0, "receipt": {"bundle_id": "a"}}"#))
            answer.latestReceiptLines = Dice(seed).mixed(lines)
            let facts = PurchaseFacts(answer: answer, environment: .production, askedDate: now)
            known.insert(facts)
            #expect(try facts.held().entitlement("pro").expiresDate == day(20))
            #expect(facts.held().subscriptions.map(\.state) == [.active])
        }
        #expect(known.count == 1)
    }

    @Test(
        "O8: a line that was cancelled or upgraded never gives access, whatever its end",
        arguments: [(true, true), (true, false), (false, true)])
    func upgraded(isCancelled: Bool, isUpgraded: Bool) throws {
        let year = period("year", "1", of: "1", -65..<300) {
            $0.revocation = isCancelled ? Revocation(date: day(-60)) : nil
            $0.isUpgraded = isUpgraded
            $0.signedDate = day(-60)
        }
        let month = period("month", "2", of: "1", -60..<(-30))
        let facts = PurchaseFacts([year, month])
        #expect(facts.held().active == [])
        #expect(facts.held().subscriptions.map(\.state) == [.expired])
        #expect(facts.held().subscriptions.map(\.productID) == ["month"])
        #expect(facts.held(at: day(-40)).active == ["pro"])
        // A later receipt that does not tell of upgrades takes nothing back.
        let silent = period("year", "1", of: "1", -65..<300) { ($0.signedDate, $0.basis) = (day(-1), .local) }
        #expect(facts.merging(PurchaseFacts([silent])).held().active == [] || !isUpgraded)
    }

    @Test("O10: an old failed renewal that is replayed changes nothing, whichever came first")
    func replay() {
        let renewed = PurchaseFacts([period("month", "2", of: "1", 0..<30)], [renewal(of: "1", signed: 0)])
        let failed = PurchaseFacts(
            [period("month", "1", of: "1", -32..<(-2))], [renewal(of: "1", signed: -2, retrying: true)])
        #expect(renewed.merging(failed) == failed.merging(renewed))
        let held = renewed.merging(failed).held()
        #expect(held.active == ["pro"] && held.subscriptions.map(\.state) == [.active])
        #expect(held.changes(since: renewed.held()) == [])
        // Not even at the end of the new period does the old word on retrying come back.
        let late = PurchaseFacts([period("month", "2", of: "1", 0..<30)]).merging(failed)
        #expect(late.held(at: day(31)).subscriptions.map(\.state) == [.expired])
    }

    private typealias Grace = (days: Int64?, after: Int64, state: HeldSubscription.State, isActive: Bool)

    private static let afterDays: [Grace] = [
        (5, 0, .gracePeriod, true), (5, 5 * 86_400_000 - 1, .gracePeriod, true),
        (5, 5 * 86_400_000, .billingRetry, false), (5, 5 * 86_400_000 + 1, .billingRetry, false),
        (nil, 0, .billingRetry, false), (nil, 59 * 86_400_000 - 1, .billingRetry, false),
        (nil, 59 * 86_400_000, .expired, false),
    ]

    @Test(
        "O17: with a grace period access goes on to its end; billing retry alone gives nothing", arguments: afterDays)
    func grace(days: Int64?, after: Int64, state: HeldSubscription.State, isActive: Bool) throws {
        let facts = PurchaseFacts(
            [period("month", "1", of: "1", -31..<(-1))],
            [renewal(of: "1", signed: -1, retrying: true, grace: days)])
        let instant = Instant(milliseconds: now.milliseconds + after)
        let held = facts.held(at: instant)
        #expect(held.subscriptions.map(\.state) == [state])
        #expect(held.active == (isActive ? ["pro"] : []))
        #expect(try held.entitlement("pro").paidUntilDate == day(-1))
        #expect(held.subscriptions.first?.gracePeriodExpiresDate == days.map(day))
        // Where the app allows none, there is none.
        let strict = OwnershipRules.sample { $0.products["month"]?.allowsGracePeriod = false }
        #expect(facts.held(strict, at: instant).active == [])
        // Recovery: the same subscription goes on.
        let recovered = facts.merging(
            PurchaseFacts([period("month", "2", of: "1", 1..<31)], [renewal(of: "1", signed: 1)]))
        #expect(recovered.held(at: day(2)).subscriptions.map(\.state) == [.active])
    }

    @Test("O24: a purchase that only one of both lists has is there")
    func joinedLists() throws {
        var answer = VerifyReceiptAnswer(json: try object(#"{"status": 0, "receipt": {"bundle_id": "a"}}"#))
        answer.receipt?.receiptCreationDate = day(-1)
        answer.receipt?.inApp = try (1...200).map { number in
            var line = ReceiptLine(json: try object(#"{"product_id": "month", "transaction_id": "\#(number)"}"#))
            line.originalTransactionId = "1"
            line.purchaseDate = day(Int64(number) - 210)
            line.expiresDate = day(Int64(number) - 209)
            return line
        }
        var pass = ReceiptLine(json: try object(#"{"product_id": "pass", "transaction_id": "900"}"#))
        pass.purchaseDate = day(-2)
        answer.latestReceiptLines = [pass]
        let held = PurchaseFacts(answer: answer, environment: .production, askedDate: now).held()
        #expect(held.active == ["course"] && held.purchases.count == 201)
        #expect(held.subscriptions.map(\.state) == [.expired])
    }

    @Test("O27: only what is in the signed data is given, never what was asked for")
    func otherProduct() {
        let held = PurchaseFacts([fact("notes.tip", "1")]).held()
        #expect(held.active == [] && held.credits == [:] && held.purchases.map(\.sale.productID) == ["notes.tip"])
    }

    @Test("O19: several purchases of one consumable are each credited once, whichever are finished")
    func consumables() {
        let all = PurchaseFacts([fact("coins", "501"), fact("coins", "502"), fact("coins", "503")])
        #expect(all.held().credits == ["coins": 300])
        // F30: a later receipt lacks what was finished.
        let later = PurchaseFacts([fact("coins", "503") { $0.signedDate = day(0) }])
        #expect(all.merging(later).merging(all).held().credits == ["coins": 300])
    }
}
