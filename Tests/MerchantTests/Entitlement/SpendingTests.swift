import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// Spending credits over HTTP, on both engines.
@Suite struct SpendingTests {
    @Test(
        "F30: credits are spent once for each key, and the answer is the same for ever", arguments: TestEngine.present)
    func once(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("coins", "1")], by: "anna")
        let first = try await users.spend(30, by: "anna", key: "a")
        #expect(try first.told() == #"200 {"balance":70}"#)
        #expect(first.headers["Idempotency-Replayed"] == nil)
        #expect(try await users.spend(50, by: "anna", key: "b").told() == #"200 {"balance":20}"#)
        let again = try await users.spend(30, by: "anna", key: "a")
        #expect(try again.told() == #"200 {"balance":70}"#)
        #expect(again.headers["Idempotency-Replayed"] == "true")
        #expect(try await users.ledger.credits("anna") == ["coins": 20])
        // A key is a user's own.
        #expect(try await users.spend(30, by: "ben", key: "a").told() == "409 insufficient_credits")
    }

    @Test("F30: what is not there is not spent, and its key may be used again", arguments: TestEngine.present)
    func insufficient(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        #expect(try await users.spend(1, by: "anna", key: "a").told() == "409 insufficient_credits")
        try await users.ledger.show([told("coins", "1")], by: "anna")
        #expect(try await users.spend(101, by: "anna", key: "a").told() == "409 insufficient_credits")
        #expect(try await users.spend(1, of: "stars", by: "anna", key: "a").told() == "409 insufficient_credits")
        #expect(try await users.spend(100, by: "anna", key: "a").told() == #"200 {"balance":0}"#)
        #expect(try await users.ledger.rows("SELECT count(*) FROM spending") == [["1"]])
    }

    @Test("A key that comes with another spending is refused", arguments: TestEngine.present)
    func reused(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("coins", "1")], by: "anna")
        _ = try await users.spend(30, by: "anna", key: "a")
        #expect(try await users.spend(31, by: "anna", key: "a").told() == "422 idempotency_key_reused")
        #expect(try await users.spend(30, of: "stars", by: "anna", key: "a").told() == "422 idempotency_key_reused")
        #expect(try await users.ledger.credits("anna") == ["coins": 70])
    }

    @Test("What is no spending is told so", arguments: TestEngine.present)
    func malformed(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        let path = "users/anna/consumptions"
        #expect(try await users.spend(1, by: "anna", key: nil).told() == "400 bad_request")
        #expect(
            try await users.spend(1, by: "anna", key: String(repeating: "k", count: 256)).told() == "400 bad_request")
        for amount in [0, -1, .min, .max] as [Int64] {
            #expect(try await users.spend(amount, by: "anna", key: "a").told() == "400 bad_request")
        }
        #expect(
            try await users.send(.post, path, ["credit": "coins", "amount": "1"], key: "a").told() == "400 bad_request")
        #expect(try await users.send(.post, path, ["credit": "", "amount": 1], key: "a").told() == "400 bad_request")
        #expect(
            try await users.send(.post, path, ["credit": "c\u{0}", "amount": 1], key: "a").told() == "400 bad_request")
        #expect(try await users.send(.post, path, [1], key: "a").told() == "400 bad_request")
        #expect(try await users.send(.post, path, nil, key: "a").told() == "400 malformed_json")
        #expect(
            try await users.send(.post, "users/\(String(repeating: "u", count: 129))/consumptions", [1], key: "a")
                .told() == "400 bad_user")
    }

    @Test(
        "F31: what was refunded after it was spent is owed, and the next purchase fills it",
        arguments: TestEngine.present)
    func owed(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("coins", "1")], by: "anna")
        _ = try await users.spend(80, by: "anna", key: "a")
        try await users.ledger.tell([
            told("coins", "1", proof: nil) {
                $0.signedDate = days(-1)
                $0.revocation = Revocation(date: days(-1))
            }
        ])
        #expect(try await users.ledger.credits("anna") == ["coins": 0])
        #expect(try await users.spend(1, by: "anna", key: "b").told() == "409 insufficient_credits")
        try await users.ledger.show([told("coins", "2")], by: "anna")
        #expect(try await users.ledger.credits("anna") == ["coins": 20])
    }

    @Test("F30: many who spend at the same moment never spend more than there is", arguments: TestEngine.present)
    func sameMoment(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("coins", "1"), told("coins", "2")], by: "anna")
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            // Each key is sent twice.
            for index in 0..<80 {
                group.addTask { try await users.spend(7, by: "anna", key: "key \(index / 2)").told() }
            }
            var answers: [String] = []
            for try await answer in group { answers.append(answer) }
            return answers
        }
        #expect(answers.filter { $0.hasPrefix("200") }.count == 56)
        #expect(answers.filter { $0 == "409 insufficient_credits" }.count == 24)
        #expect(
            try await users.ledger.rows("SELECT count(*), CAST(sum(amount) AS BIGINT) FROM spending") == [
                ["28", "196"]
            ])
        #expect(try await users.ledger.credits("anna") == ["coins": 4])
    }
}
