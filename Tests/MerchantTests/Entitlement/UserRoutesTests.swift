import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// What a user owns and whose a purchase is, over HTTP on both engines.
@Suite struct UserRoutesTests {
    @Test("F14: a user is told with all that he owns", arguments: TestEngine.present)
    func whole(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        var renewal = RenewalFact(production("3"), basis: .store)
        renewal.signedDate = days(-1)
        renewal.autoRenew = false
        let coins = told("coins", "2", proof: nil) {
            $0.quantity = 2
            $0.price = Money(thousandths: 1_980, currency: .usDollar)
        }
        try await users.ledger.show([told("month", "3"), coins], [renewal], by: "anna")
        let answer = try await users.get("users/anna")
        let json = try JSON(reading: answer.body.span)
        #expect(answer.status == .ok)
        let expected = """
            {"userId":"anna","asOfDate":1700000000000,"entitlements":[{"id":"pro","active":true,"productId":"month",\
            "environment":"Production","originalTransactionId":"3","expiresDate":1701728000000,"basis":"local"}],\
            "subscriptions":[{"originalTransactionId":"3","environment":"Production","productId":"month",\
            "state":"active","autoRenew":false,"expiresDate":1701728000000,"gracePeriodExpiresDate":null,\
            "basis":"local"}],"purchases":[{"transactionId":"2","originalTransactionId":"2",\
            "environment":"Production","productId":"coins","type":"consumable","quantity":2,\
            "purchaseDate":1699136000000,"expiresDate":null,"revocationDate":null,"isRevoked":false,"active":true,\
            "amount":1980,"currency":"USD","amountSource":"signed","basis":"store"},{"transactionId":"3",\
            "originalTransactionId":"3","environment":"Production","productId":"month","type":"autoRenewable",\
            "quantity":1,"purchaseDate":1699136000000,"expiresDate":1701728000000,"revocationDate":null,\
            "isRevoked":false,"active":true,"amount":null,"currency":null,"amountSource":"unknown",\
            "basis":"local"}],"credits":{"coins":200}}
            """
        #expect(json.text() == expected)
    }

    @Test("F14: a user of whom nothing is known owns nothing", arguments: TestEngine.present)
    func nobody(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        let expected =
            #"200 {"userId":"zoë","asOfDate":1700000000000,"entitlements":[],"subscriptions":[],"purchases":[],"credits":{}}"#
        #expect(try await users.get("users/zo%C3%AB").told() == expected)
        #expect(try await users.get("users/a%07").told().hasPrefix("400"))
    }

    @Test("F21: a client speaks for the user whom its token names, and for no other", arguments: TestEngine.present)
    func clients(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        let anonymous = TestUsers.anonymous
        #expect(try await users.get("users/anna", as: .client).told() == "401 user_token_missing")
        #expect(try await users.get("users/anna", as: .client, token: "ben").told() == "403 forbidden")
        #expect(try await users.get("users/anna", as: .client, token: "anna").status == .ok)
        #expect(try await users.get("users/\(anonymous)", as: .client).status == .ok)
        #expect(try await users.get("users/anon:guessed", as: .client).told() == "400 bad_user")
        for (method, path) in [(HTTPMethod.put, "users/anna/token"), (.post, "owners/1")] {
            #expect(try await users.send(method, path, [:], as: .client, token: "anna").told() == "403 forbidden")
        }
    }

    @Test(
        "O22: who holds a purchase can be asked first, and a client learns of no other user",
        arguments: TestEngine.present)
    func owners(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("month", "1001")], by: "anna")
        let refused = #"200 {"policy":"refuse","wouldTransfer":false,"decision":"refused"}"#
        #expect(try await users.get("owners/1001", as: .client, token: "ben").told() == refused)
        #expect(try await users.get("owners/1001?user=\(TestUsers.anonymous)", as: .client).told() == refused)
        #expect(
            try await users.get("owners/1001", as: .client, token: "anna").told()
                == #"200 {"policy":"refuse","wouldTransfer":false,"decision":"unchanged","userId":"anna"}"#)
        #expect(
            try await users.get("owners/1001").told()
                == #"200 {"policy":"refuse","wouldTransfer":false,"decision":"refused","userId":"anna"}"#)
        #expect(
            try await users.get("owners/7", as: .client, token: "ben").told()
                == #"200 {"policy":"refuse","wouldTransfer":false,"decision":"assigned"}"#)
        #expect(try await users.get("owners/1001", as: .client).told() == "400 bad_request")
        #expect(try await users.get("owners/1001?user=anna", as: .client, token: "ben").told() == "403 forbidden")
        #expect(try await users.get("owners/1001?user=anna", as: .client).told() == "401 user_token_missing")
        #expect(try await users.get("owners/1001?environment=Nowhere").told() == "400 bad_request")
        // The same number in the sandbox is another purchase.
        #expect(try await users.get("owners/1001?environment=Sandbox").told().contains("assigned"))
    }

    @Test("O22: asking tells what showing would do, and changes nothing", arguments: TestEngine.present)
    func forecast(engine: TestEngine) async throws {
        for (policy, words) in [
            (TransferPolicy.transfer, ["true transferred", "true transferred"]),
            (.transferIfInactive, ["false refused", "true transferred"]), (.share, ["false shared", "false shared"]),
        ] {
            let users = try await TestUsers(engine, transfers: policy)
            try await users.ledger.show([told("month", "1001")], by: "anna")
            for word in words {
                let json = try JSON(reading: try await users.get("owners/1001?user=ben").body.span)
                #expect("\(json["wouldTransfer"]?.isTrue ?? false) \(json["decision"]?.text ?? "")" == word)
                _ = users.time.advance(by: .seconds(30 * 86_400))
            }
            #expect(try await users.ledger.rows("SELECT person FROM holder") == [["anna"]])
        }
    }

    @Test(
        "O22: those in charge can give a purchase to another user, and it is written down",
        arguments: TestEngine.present)
    func moving(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        try await users.ledger.show([told("bonus", "1001"), told("coins", "2")], by: "anna")
        #expect(try await users.send(.post, "owners/1001", ["userId": "ben"]).status == .ok)
        #expect(try await users.ledger.active("ben") == ["pro"])
        #expect(try await users.ledger.active("anna") == [])
        #expect(try await users.ledger.credits("anna") == ["coins": 110])
        #expect(try await users.send(.post, "owners/2", ["userId": "ben", "withCredits": true]).status == .ok)
        #expect(try await users.ledger.credits("anna") == ["coins": 10])
        #expect(try await users.ledger.credits("ben") == ["coins": 100])
        #expect(try await users.send(.post, "owners/2", ["userId": "ben"]).status == .ok)
        #expect(try await users.send(.post, "owners/3", ["userId": "ben"]).told() == "404 unknown_purchase")
        #expect(try await users.send(.post, "owners/2", ["userId": ""]).told() == "400 bad_request")
        #expect(
            try await users.send(.post, "owners/2?environment=Sandbox", ["userId": "ben"]).told()
                == "404 unknown_purchase")
        let log = try await users.ledger.rows("SELECT person, other, decision FROM claim ORDER BY sequence")
        #expect(log.suffix(2) == [["ben", "anna", "moved"], ["ben", "anna", "movedWithCredits"]])
        let kinds = try await users.ledger.rows(
            "SELECT kind, count(*) FROM audit_entry WHERE kind LIKE 'purchase.%' GROUP BY kind ORDER BY kind")
        #expect(kinds == [["purchase.received", "2"], ["purchase.taken_away", "2"]])
    }

    @Test("O16: a registered token gives its user what was nobody's", arguments: TestEngine.present)
    func tokens(engine: TestEngine) async throws {
        let users = try await TestUsers(engine)
        let token = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
        try await users.ledger.tell([told("forever", "1", proof: nil) { $0.appAccountToken = token }])
        #expect(try await users.ledger.active("anna") == [])
        let path = "users/anna/token"
        for _ in 0..<2 {
            #expect(
                try await users.send(.put, path, ["appAccountToken": .string(token)]).told()
                    == #"200 {"userId":"anna","appAccountToken":"\#(token.lowercased())"}"#)
        }
        #expect(try await users.ledger.active("anna") == ["pro"])
        #expect(
            try await users.send(.put, "users/ben/token", ["appAccountToken": .string(token)]).told()
                == "409 token_in_use")
        for wrong in ["", "6F9619FF8B86D011B42D00C04FC964FF", token + "0", "6F9619FF-8B86-D011-B42D-00C04FC964FG"] {
            #expect(try await users.send(.put, path, ["appAccountToken": .string(wrong)]).told() == "400 bad_request")
        }
    }
}
