import Testing
import WindfallCommerce
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// Two users and one purchase, on both engines.
@Suite struct ClaimTests {
    private static func user(_ name: String) throws -> UserIdentifier { try #require(UserIdentifier(name)) }

    @Test("O22: under `refuse` a purchase stays with the first, who loses nothing", arguments: TestEngine.present)
    func refuse(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        try await ledger.show([told("month", "1001")], by: "anna")
        let decisions = try await ledger.show(
            [told("month", "1001", proof: "other"), told("coins", "2")], by: "ben")
        #expect(decisions == [production("1001"): .refused(holder: try Self.user("anna")), production("2"): .assigned])
        #expect(try await ledger.active("anna") == ["pro"])
        #expect(try await ledger.active("ben") == [])
        #expect(try await ledger.credits("ben") == ["coins": 100])
        #expect(try await ledger.show([told("month", "1001")], by: "anna") == [production("1001"): .unchanged])
    }

    @Test(
        "O22: under `transfer` it goes to who showed it last, and back, with a trace each time",
        arguments: TestEngine.present)
    func transfer(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine, transfers: .transfer)
        let fact = told("month", "1001")
        try await ledger.show([fact], by: "anna")
        #expect(
            try await ledger.show([fact], by: "ben") == [production("1001"): .transferred(from: [Self.user("anna")])])
        #expect(try await ledger.active("anna") == [])
        #expect(try await ledger.active("ben") == ["pro"])
        try await ledger.show([fact], by: "anna")
        #expect(try await ledger.active("anna") == ["pro"])
        #expect(try await ledger.active("ben") == [])
        let log = try await ledger.rows("SELECT person, other, decision FROM claim ORDER BY sequence")
        #expect(log == [["anna", "", "assigned"], ["ben", "anna", "transferred"], ["anna", "ben", "transferred"]])
        let trail = try await ledger.rows(
            """
            SELECT c.subject, e.kind FROM audit_chain c JOIN audit_entry e ON e.chain = c.chain
            WHERE e.kind LIKE 'purchases.%'
            ORDER BY c.subject, e.sequence
            """)
        #expect(
            trail == [
                ["anna", "purchases.claimed_by_another"], ["anna", "purchases.claimed"],
                ["ben", "purchases.claimed"], ["ben", "purchases.claimed_by_another"],
            ])
    }

    @Test("O22: under `transferIfInactive` only what gives nothing any more goes over", arguments: TestEngine.present)
    func transferIfInactive(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine, transfers: .transferIfInactive)
        let fact = told("month", "1001")
        try await ledger.show([fact], by: "anna")
        #expect(
            try await ledger.show([fact], by: "ben", at: days(19)) == [
                production("1001"): .refused(holder: Self.user("anna"))
            ])
        #expect(
            try await ledger.show([fact], by: "ben", at: days(20)) == [
                production("1001"): .transferred(from: [Self.user("anna")])
            ])
    }

    @Test("O22: under `share` both have it, and the credits stay with the first", arguments: TestEngine.present)
    func share(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine, transfers: .share)
        try await ledger.show([told("bonus", "1001")], by: "anna")
        for name in ["ben", "carla"] {
            #expect(
                try await ledger.show([told("bonus", "1001")], by: name) == [
                    production("1001"): .shared(with: Self.user("anna"))
                ])
        }
        #expect(try await ledger.show([told("bonus", "1001")], by: "ben") == [production("1001"): .unchanged])
        for name in ["anna", "ben", "carla"] { #expect(try await ledger.active(name) == ["pro"]) }
        #expect(try await ledger.credits("anna") == ["coins": 10])
        #expect(try await ledger.credits("ben") == [:])
    }

    @Test("O22: an old receipt shown by one user after another gives its coins once", arguments: TestEngine.present)
    func creditsStay(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine, transfers: .transfer)
        for name in ["anna", "ben", "carla"] {
            try await ledger.show([told("coins", "2"), told("bonus", "7")], by: name)
        }
        #expect(try await ledger.credits("anna") == ["coins": 110])
        #expect(try await ledger.credits("ben") == [:])
        #expect(try await ledger.credits("carla") == [:])
        #expect(try await ledger.active("carla") == ["pro"])
        // The next period is paid while carla has it.
        let renewal = told("bonus", "8", original: "7", proof: nil) {
            $0.purchaseDate = days(20)
            $0.expiresDate = days(50)
        }
        try await ledger.show([renewal], by: "carla", at: days(20))
        #expect(try await ledger.credits("anna", at: days(21)) == ["coins": 110])
        #expect(try await ledger.credits("carla", at: days(21)) == ["coins": 10])
    }

    @Test("O16: the original transaction comes first, then the token, then who shows it", arguments: TestEngine.present)
    func order(engine: TestEngine) async throws {
        let ledger = try await TestLedger(engine)
        let uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
        func named(_ id: String) -> PurchaseFact {
            told("forever", id, proof: nil) { $0.appAccountToken = uuid.lowercased() }
        }
        // Nobody is known by the token yet, so what is told waits.
        #expect(try await ledger.tell([named("1"), told("coins", "9", proof: nil)]) == [:])
        #expect(try await ledger.rows("SELECT count(*) FROM holder") == [["0"]])
        // A user's own identifier counts as soon as the user has shown something.
        try await ledger.show([told("coins", "2")], by: uuid)
        #expect(try await ledger.tell([named("3")]) == [production("3"): Self.user(uuid)])
        #expect(try await ledger.active(uuid) == ["pro"])
        // Shown by another, it is whom the token names, also where only an earlier source had the token.
        #expect(
            try await ledger.show([told("forever", "1")], by: "ben") == [
                production("1"): .refused(holder: Self.user(uuid))
            ])
        // The original transaction's holder comes before the token.
        try await ledger.show([told("forever", "4")], by: "ben")
        #expect(try await ledger.tell([named("4")]) == [:])
        #expect(try await ledger.active("ben") == ["pro"])
        // What nobody is named by is claimed by who shows it.
        #expect(try await ledger.show([told("coins", "9")], by: "ben") == [production("9"): .assigned])
    }

    @Test(
        "O22: ten users who show it at the same moment: one has it", arguments: TestEngine.present,
        TransferPolicy.allCases)
    func sameMoment(engine: TestEngine, policy: TransferPolicy) async throws {
        let ledger = try await TestLedger(engine, transfers: policy)
        let names = (0..<10).map { "user \($0)" }
        for _ in 0..<3 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, name) in names.enumerated() {
                    let facts = ["1", "2", "3"].map { told("bonus", $0, proof: name) }
                    group.addTask { try await ledger.show(index % 2 == 0 ? facts : facts.reversed(), by: name) }
                }
                try await group.waitForAll()
            }
        }
        let holders = try await ledger.rows(
            "SELECT original, count(*) FROM holder WHERE place = 0 GROUP BY original ORDER BY 1")
        #expect(holders == [["1", "1"], ["2", "1"], ["3", "1"]])
        var (owners, coins): (Int, Int64) = (0, 0)
        for name in names {
            owners += try await ledger.active(name).isEmpty ? 0 : 1
            coins += try await ledger.credits(name)["coins"] ?? 0
        }
        #expect(coins == 30)
        #expect(policy == .share ? owners == 10 : (1...3).contains(owners))
    }
}
