import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

/// Days on which the store is slow, silent or says strange things.
@Suite struct OutageStories {
    private static let hour = Duration.seconds(3_600)

    @Test(
        "F18: the store is down for hours: everybody is answered at once, and everybody has it",
        arguments: TestEngine.present)
    func downForHours(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyers = 12
        var ids: [String] = []
        world.door.always(.silence(.milliseconds(10)))
        for number in 0..<buyers {
            let buyer = try await world.shop.buyer()
            _ = try await world.shop.buy(WorldShop.pro, by: buyer)
            let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "user\(number)")
            #expect(sent.told == "202 pending")
            #expect(try await world.has("user\(number)") == ["pro"])
            ids.append(sent.id)
        }
        try await world.workUntilQuiet(limit: Self.hour * 5)
        for id in ids {
            let answer = try await world.verification(id)
            #expect(answer.verdict == "pending")
            #expect(answer.json["nextAttemptDate"]?.int64 ?? 0 > world.time.now.milliseconds)
            #expect(Set(try await world.history(id)) == ["production: timeout"])
        }
        world.door.always(nil)
        try await world.workUntilQuiet(limit: Self.hour * 3)
        for (number, id) in ids.enumerated() {
            #expect(try await world.verification(id).verdict == "valid")
            #expect(try await world.has("user\(number)") == ["pro"])
            #expect(try await world.history(id).last == "production: status 0")
        }
        try await world.checkTrail()
    }

    @Test(
        "F18: those who were refused nothing by a silent store do not come all at once", arguments: TestEngine.present)
    func jitter(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        world.door.always(.http(500))
        for number in 0..<8 {
            let buyer = try await world.shop.buyer()
            _ = try await world.shop.buy(WorldShop.pro, by: buyer)
            _ = try await world.send(try await world.shop.receipt(of: buyer), user: "user\(number)")
        }
        try await world.work()
        let first = world.time.now
        world.door.forgetQuestions()
        try await world.workUntilQuiet(limit: .seconds(600))
        let dates = Set(world.door.questions.map(\.date))
        #expect(dates.count > 4)
        #expect(dates.allSatisfy { $0 > first })
    }

    @Test(
        "F18: an answer that was lost on its way is asked for again, and gives nothing twice",
        arguments: TestEngine.present)
    func lostAnswer(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.coins, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(.lost, .silence(.seconds(30)), .slow(.seconds(6)))
        try await world.workUntilQuiet()
        #expect(
            try await world.history(sent.id) == ["production: timeout", "production: timeout", "production: status 0"])
        #expect(try await world.has("anna") == ["coins 100"])
    }

    @Test("O18: 503 over two starts of the app, then the purchase is there once", arguments: TestEngine.present)
    func downWhileBuying(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.grants = .store })
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.coins, by: buyer)
        let receipt = try await world.shop.receipt(of: buyer)
        world.door.once(.http(503), .http(503), .http(503))
        let first = try await world.send(receipt, user: "anna")
        #expect(first.told == "202 pending")
        try await world.work()
        // The app starts again and shows the same.
        let again = try await world.send(receipt, user: "anna")
        #expect(again.told == "202 pending")
        #expect(again.id == first.id)
        #expect(try await world.has("anna") == [])
        // Another product can be bought meanwhile.
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let other = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        #expect(other.told == "202 pending")
        try await world.workUntilQuiet()
        #expect(try await world.send(receipt, user: "anna").told == "200 valid")
        #expect(try await world.has("anna") == ["coins 100", "pro"])
        #expect(try await world.rows().submissions == 2)
    }

    @Test(
        "O25: what says nothing about the receipt is asked again", arguments: TestEngine.present,
        [
            ("21005", StoreDoor.Fault.status(21005), "status 21005"), ("21009", .status(21009), "status 21009"),
            ("21104", .status(21104), "status 21104"),
            ("21104 that can be asked again", .status(21104, ["is-retryable": true]), "status 21104"),
            ("the other spelling", .status(21199, ["is_retryable": true]), "status 21199"),
            ("21002, but the receipt is good", .status(21002), "status 21002"), ("reset", .reset, "timeout"),
            ("refused", .refused, "timeout"), ("503 with a page", .http(503), "http 503"),
            ("500", .http(500), "http 500"), ("a page with 200", .webPage, "unreadable"),
            ("silence", .silence(.seconds(30)), "timeout"), ("a word", .status(0, ["status": "soon"]), "unreadable"),
        ])
    func passing(engine: TestEngine, fault: (name: String, fault: StoreDoor.Fault, outcome: String)) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(fault.fault)
        try await world.work()
        #expect(try await world.verification(sent.id).verdict == "pending")
        #expect(try await world.history(sent.id) == ["production: \(fault.outcome)"])
        #expect(try await world.has("anna") == ["pro"])
        try await world.workUntilQuiet()
        #expect(try await world.verification(sent.id).verdict == "valid")
        #expect(try await world.has("anna") == ["pro"])
    }

    @Test(
        "O25: a definite no withdraws what the signature granted", arguments: TestEngine.present,
        [
            ("21003", StoreDoor.Fault.status(21003), "not_authentic"), ("21010", .status(21010), "account_not_found"),
            ("21010 that is not to be asked again", .status(21010, ["is-retryable": false]), "account_not_found"),
        ])
    func final(engine: TestEngine, fault: (name: String, fault: StoreDoor.Fault, reason: String)) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.coins, by: buyer)
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        #expect(try await world.has("anna") == ["coins 100", "pro"])
        world.door.once(fault.fault)
        try await world.workUntilQuiet()
        let answer = try await world.verification(sent.id)
        #expect(answer.verdict == "refused")
        #expect(answer.reason == fault.reason)
        #expect(try await world.has("anna").filter { $0 != "coins 0" } == [])
        #expect(world.door.asked.count == 1)
    }

    @Test(
        "O25: a fault of our request or secret is an alarm, keeps the purchase, and ends when it is mended",
        arguments: TestEngine.present, [(21000, "unreadable_request"), (21004, "wrong_secret")])
    func held(engine: TestEngine, fault: (status: Int, reason: String)) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(.status(fault.status))
        try await world.work()
        let answer = try await world.verification(sent.id)
        #expect(answer.verdict == "held")
        #expect(answer.reason == fault.reason)
        #expect(world.log.lines(of: "verification.held").count == 1)
        #expect(world.log.lines(of: "verification.held").allSatisfy { $0.contains("\"level\":\"alarm\"") })
        #expect(try await world.has("anna") == ["pro"])
        await world.reconfigure { _ in }
        try await world.work()
        #expect(try await world.verification(sent.id).verdict == "valid")
    }

    @Test("O25: 21104 that is not to be asked again is no verdict of a buyer", arguments: TestEngine.present)
    func notRetryable(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(.status(21104, ["is-retryable": false]))
        try await world.work()
        #expect(try await world.verification(sent.id).verdict == "held")
        #expect(try await world.has("anna") == ["pro"])
    }
}
