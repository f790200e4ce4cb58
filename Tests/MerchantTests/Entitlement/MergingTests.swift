import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// An anonymous user who says who he is, and a user who is erased, on both engines.
@Suite struct MergingTests {
    private static let anonymous = TestUsers.anonymous

    private func identify(
        _ users: TestUsers, as name: String, from: String = MergingTests.anonymous, by role: Role = .client,
        token: String? = nil
    ) async throws -> HTTPResponse {
        try await users.send(
            .post, "users/\(from)/identify", ["userId": .string(name)], as: role, token: token ?? name)
    }

    @Test(
        "F22: the known user takes over all that the anonymous one bought and spent, once",
        arguments: TestEngine.present)
    func absorbs(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("month", "1"), told("coins", "2"), told("coins", "3")], by: Self.anonymous)
        try await users.ledger.show([told("coins", "4")], by: "anna")
        _ = try await users.spend(30, by: Self.anonymous, key: "a")
        _ = try await users.spend(5, by: "anna", key: "a")
        for _ in 0..<3 {
            #expect(try await identify(users, as: "anna").status == .ok)
            #expect(try await users.ledger.active("anna") == ["pro"])
            #expect(try await users.ledger.credits("anna") == ["coins": 265])
            #expect(try await users.ledger.credits(Self.anonymous) == [:])
            #expect(try await users.ledger.active(Self.anonymous) == [])
        }
        #expect(try await users.ledger.rows("SELECT count(*) FROM claim WHERE decision = 'merged'") == [["1"]])
        #expect(try await users.ledger.rows("SELECT count(*) FROM merged") == [["1"]])
        // The key that both used is the known user's.
        #expect(try await users.spend(5, by: "anna", key: "a").told() == #"200 {"balance":95}"#)
    }

    @Test(
        "F22: two known users never become one, and nobody becomes another without proof", arguments: TestEngine.present
    )
    func refused(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        #expect(try await identify(users, as: "anna", from: "ben").told() == "409 not_anonymous")
        #expect(try await identify(users, as: "ben", from: "ben").told() == "409 not_anonymous")
        #expect(try await identify(users, as: "anna", token: "ben").told() == "403 forbidden")
        #expect(
            try await users.send(.post, "users/\(Self.anonymous)/identify", ["userId": "anna"], as: .client).told()
                == "401 user_token_missing")
        #expect(try await identify(users, as: "anon:abcdefghijklmnopqrstu", by: .server).told() == "400 bad_request")
        #expect(try await users.send(.post, "users/\(Self.anonymous)/identify", [:]).told() == "400 bad_request")
        #expect(try await users.ledger.rows("SELECT count(*) FROM merged") == [["0"]])
    }

    @Test(
        "F22: after it the anonymous name starts empty, and hands over again what came meanwhile",
        arguments: TestEngine.present)
    func startsEmpty(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        for (id, coins) in [("1", 95), ("2", 190), ("3", 285)] as [(String, Int64)] {
            _ = users.time.advance(by: .seconds(60))
            try await users.ledger.show([told("coins", id)], by: Self.anonymous)
            #expect(try await users.ledger.credits(Self.anonymous) == ["coins": 100])
            // The same key each time.
            #expect(try await users.spend(5, by: Self.anonymous, key: "a").told() == #"200 {"balance":95}"#)
            #expect(try await identify(users, as: "anna").status == .ok)
            #expect(try await users.ledger.credits("anna") == ["coins": coins])
            #expect(try await users.ledger.credits(Self.anonymous) == [:])
        }
    }

    @Test(
        "F18: an answer to what was sent before goes to whom the anonymous user became", arguments: TestEngine.present)
    func lateAnswer(engine: TestEngine) async throws {
        for policy in TransferPolicy.allCases {
            let users = try await TestUsers(engine, transfers: policy)
            let sent = users.time.now
            try await users.ledger.show([told("month", "1")], by: Self.anonymous, sent: sent)
            _ = users.time.advance(by: .seconds(60))
            #expect(try await identify(users, as: "anna").status == .ok)
            _ = users.time.advance(by: .seconds(60))
            let answer = [told("month", "1", proof: nil), told("coins", "2", proof: nil)]
            let decisions = try await users.ledger.show(answer, by: Self.anonymous, sent: sent)
            #expect(decisions == [production("1"): .unchanged, production("2"): .assigned])
            #expect(try await users.ledger.active("anna") == ["pro"])
            #expect(try await users.ledger.credits("anna") == ["coins": 100])
            // What is sent later is the anonymous user's own.
            try await users.ledger.show([told("coins", "3")], by: Self.anonymous, sent: users.time.now)
            #expect(try await users.ledger.credits(Self.anonymous) == ["coins": 100])
        }
    }

    @Test("O22: what one holds and the other shares is held, whoever was first", arguments: TestEngine.present)
    func shared(engine: TestEngine) async throws {
        for order in [
            ["anna", Self.anonymous, "ben"], [Self.anonymous, "anna", "ben"], ["ben", "anna", Self.anonymous],
            ["ben", Self.anonymous, "anna"],
        ] {
            let users = try await TestUsers(engine, transfers: .share)
            for name in order { try await users.ledger.show([told("bonus", "1")], by: name) }
            #expect(try await identify(users, as: "anna").status == .ok)
            let expected = order[0] == "ben" ? ["ben", "anna"] : ["anna", "ben"]
            #expect(try await users.ledger.rows("SELECT person FROM holder ORDER BY place") == expected.map { [$0] })
            #expect(try await users.ledger.credits(expected[0]) == ["coins": 10])
            #expect(try await users.ledger.credits(expected[1]) == [:])
        }
    }

    @Test("O22: who shows a purchase while its holder becomes another user: one has it", arguments: TestEngine.present)
    func whileShowing(engine: TestEngine) async throws {
        let users = try await TestUsers(engine, transfers: .transfer)
        for round in 0..<5 {
            let fact = told("month", "\(round)")
            try await users.ledger.show([fact], by: Self.anonymous)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await identify(users, as: "anna") }
                group.addTask { try await users.ledger.show([fact], by: "ben") }
                group.addTask { try await users.ledger.show([fact], by: "anna") }
                try await group.waitForAll()
            }
            let holders = try await users.ledger.rows(
                "SELECT person FROM holder WHERE original = $1", [.text("\(round)")])
            #expect(holders == [["anna"]] || holders == [["ben"]])
        }
    }

    @Test("Erased, a user leaves no name, and what was credited is nobody's for ever", arguments: TestEngine.present)
    func erased(engine: TestEngine) async throws {
        let users = try await TestUsers(engine, transfers: .share)
        let ledger = users.ledger
        try await ledger.show([told("bonus", "1"), told("coins", "2")], by: Self.anonymous)
        #expect(try await identify(users, as: "anna").status == .ok)
        try await ledger.show([told("bonus", "1")], by: "ben")
        _ = try await users.spend(10, by: "anna", key: "a")
        let anna = try ledger.key("anna")
        let erasure = try await ledger.write { scope throws(StorageError) in
            try ledger.ledger.erase(anna, at: Moment(store: TestLedger.now, wall: TestLedger.now), in: scope)
        }
        #expect(erasure.absorbed.map(\.user.text) == [Self.anonymous])
        for name in ["anna", Self.anonymous] {
            for (table, column) in [
                ("holder", "person"), ("claim", "person"), ("claim", "other"), ("spending", "person"),
                ("merged", "person"), ("merged", "anonymous"), ("former_holder", "person"), ("account_token", "person"),
            ] {
                #expect(try await ledger.count(name, in: column, of: table) == 0, "\(name) in \(table).\(column)")
            }
        }
        // Whom it was shared with has it alone now, without the coins that were paid before.
        #expect(try await ledger.rows("SELECT person, place FROM holder") == [["ben", "0"]])
        #expect(try await ledger.active("ben") == ["pro"])
        #expect(try await ledger.credits("ben") == [:])
        // Shown again, it gives nothing a second time.
        try await ledger.show([told("coins", "2")], by: "anna")
        #expect(try await ledger.credits("anna") == [:])
        #expect(try await ledger.rows("SELECT count(*) FROM fact") == [["2"]])
        #expect(try await ledger.rows("SELECT count(*) FROM fact WHERE kept = 1") == [["2"]])
    }
}

extension TestLedger {
    fileprivate func count(_ name: String, in column: String, of table: String) async throws -> Int {
        let statements: [String: SQL] = [
            "holder.person": "SELECT person FROM holder", "claim.person": "SELECT person FROM claim",
            "claim.other": "SELECT other FROM claim", "spending.person": "SELECT person FROM spending",
            "merged.person": "SELECT person FROM merged", "merged.anonymous": "SELECT anonymous FROM merged",
            "former_holder.person": "SELECT person FROM former_holder",
            "account_token.person": "SELECT person FROM account_token",
        ]
        let rows = try await rows(try #require(statements["\(table).\(column)"]))
        return rows.filter { $0 == [name] }.count
    }
}
