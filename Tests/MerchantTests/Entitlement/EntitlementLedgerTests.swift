import Testing
import WindfallCommerce
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// Facts, claims and books, on both engines.
@Suite struct EntitlementLedgerTests {
    @Test("F15: what a receipt shows is the user's at once", arguments: TestEngine.present)
    func showing(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        let decisions = try await ledger.show([told("forever", "1"), told("coins", "2")], by: "anna")
        #expect(decisions == [production("1"): .assigned, production("2"): .assigned])
        #expect(try await ledger.active("anna") == ["pro"])
        #expect(try await ledger.credits("anna") == ["coins": 100])
        #expect(try await ledger.active("ben") == [])
        #expect(try await ledger.credits("ben") == [:])
    }

    @Test(
        "F30: the same again changes nothing, and a consumable that is missing later stays",
        arguments: TestEngine.present)
    func again(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        try await ledger.show([told("coins", "2"), told("coins", "3")], by: "anna")
        let before = try await (ledger.rows("SELECT * FROM fact ORDER BY digest"), ledger.rows("SELECT * FROM claim"))
        let decisions = try await ledger.show([told("coins", "3"), told("coins", "3")], by: "anna")
        #expect(decisions == [production("3"): .unchanged])
        #expect(try await ledger.rows("SELECT * FROM fact ORDER BY digest") == before.0)
        #expect(try await ledger.rows("SELECT * FROM claim") == before.1)
        #expect(try await ledger.credits("anna") == ["coins": 200])
    }

    @Test("F17: told again, a fact keeps the latest date of signing, in either order", arguments: TestEngine.present)
    func signing(engine: TestEngine) async throws {
        for order in [[-5, -3, nil], [-3, nil, -5], [nil, -5, -3]] as [[Int64?]] {
            let ledger = try await TestLedger(engine)
            for day in order {
                try await ledger.show([told("coins", "2") { $0.signedDate = day.map(days) }], by: "anna")
            }
            let rows = try await ledger.rows("SELECT signed FROM fact")
            #expect(rows == [[String(days(-3).milliseconds)]])
        }
    }

    @Test("F17: a refund that comes before the older word on the purchase stays", arguments: TestEngine.present)
    func lateWord(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        let refund = told("coins", "2", proof: nil) {
            $0.signedDate = days(-1)
            $0.revocation = Revocation(date: days(-1))
        }
        try await ledger.show([refund], by: "anna")
        try await ledger.show([told("coins", "2")], by: "anna")
        #expect(try await ledger.credits("anna") == ["coins": 0])
        #expect(try await ledger.book(of: "anna").holdings.purchases.count == 1)
    }

    @Test("O4: a restored purchase is the one that is there, and no second sale", arguments: TestEngine.present)
    func restored(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        try await ledger.show([told("forever", "1001")], by: "anna")
        let decisions = try await ledger.show(
            [told("forever", "1002", original: "1001", proof: "second")], by: "anna")
        #expect(decisions == [production("1001"): .unchanged])
        let book = try await ledger.book(of: "anna")
        #expect(book.holdings.purchases.map(\.sale.transactionIDs) == [["1001", "1002"]])
    }

    @Test("O5: two transactions with one web order line item are one payment", arguments: TestEngine.present)
    func lineItem(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        for id in ["2001", "2002"] {
            try await ledger.show([told("bonus", id, original: "1001") { $0.webOrderLineItemID = "77" }], by: "anna")
        }
        #expect(try await ledger.credits("anna") == ["coins": 10])
        #expect(try await ledger.rows("SELECT count(*) FROM fact") == [["2"]])
    }

    @Test("F19: a definite no takes back what the receipt alone showed", arguments: TestEngine.present)
    func refused(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        try await ledger.show([told("forever", "1", proof: "bad"), told("coins", "2", proof: "bad")], by: "anna")
        try await ledger.show([told("coins", "2", proof: nil)], by: "anna")
        try await ledger.refuse("bad")
        #expect(try await ledger.active("anna") == [])
        #expect(try await ledger.credits("anna") == ["coins": 100])
        // Nobody holds what nothing proves, so that its real owner can show it.
        let decisions = try await ledger.show([told("forever", "1", proof: "good")], by: "ben")
        #expect(decisions == [production("1"): .assigned])
        #expect(try await ledger.active("ben") == ["pro"])
    }

    @Test("F19: a no that comes before the receipt's facts holds too", arguments: TestEngine.present)
    func refusedBefore(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        try await ledger.refuse("bad")
        try await ledger.refuse("bad")
        try await ledger.show([told("forever", "1", proof: "bad")], by: "anna")
        #expect(try await ledger.active("anna") == [])
    }

    @Test("F21: the same transaction in another app is another", arguments: TestEngine.present)
    func otherApp(engine: TestEngine) async throws {
        var ledger = try await TestLedger(engine)
        try await ledger.show([told("forever", "1")], by: "anna")
        ledger.app.bundleID = "com.example.other"
        #expect(try await ledger.show([told("forever", "1")], by: "ben") == [production("1"): .assigned])
        try await ledger.refuse("receipt")
        ledger.app.bundleID = "com.example.notes"
        #expect(try await ledger.active("anna") == ["pro"])
    }

    @Test("D6: the same number in two environments is two purchases", arguments: TestEngine.present)
    func environments(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        try await ledger.show([told("coins", "1")], by: "anna")
        let decisions = try await ledger.show([told("coins", "1", .sandbox)], by: "ben")
        #expect(decisions == [TransactionKey(.sandbox, "1"): .assigned])
        #expect(try await ledger.credits("ben") == [:])
    }

    @Test("F41: names that no database can take are left out, and the rest is recorded", arguments: TestEngine.present)
    func strangeNames(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        let long = String(repeating: "9", count: 5_000)
        let decisions = try await ledger.show(
            [
                told("coins", "1\u{0}2"), told("coins", long), told("coins", "3", original: long),
                told("a\u{0}b", "4"), told("'; DROP TABLE fact; --", "5"), told("coins", "\\u0000\"'"),
            ], by: "anna")
        #expect(Set(decisions.keys.map(\.id)) == ["4", "5", "\\u0000\"'"])
        #expect(try await ledger.book(of: "anna").holdings.purchases.count == 3)
    }

    @Test("F27: a receipt with 2,500 entries is recorded as one", arguments: TestEngine.present)
    func many(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        let facts = (1...2_500).map { told("coins", String($0)) }
        let decisions = try await ledger.show(facts, by: "anna")
        #expect(decisions.count == 2_500 && decisions.values.allSatisfy { $0 == .assigned })
        #expect(try await ledger.credits("anna") == ["coins": 250_000])
    }
}
