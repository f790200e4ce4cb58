import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting

/// Production and sandbox, two apps, several devices.
@Suite struct EnvironmentStories {
    @Test(
        "F19, O1: a sandbox receipt goes to production first, then to the sandbox, and the next one begins anew",
        arguments: TestEngine.present)
    func sandboxAfterProduction(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.sandbox = .grant })
        let reviewer = try await world.shop.buyer(sandbox: true)
        _ = try await world.shop.buy(WorldShop.pro, by: reviewer)
        let sent = try await world.send(try await world.shop.receipt(of: reviewer), user: "reviewer")
        try await world.workUntilQuiet()
        #expect(try await world.history(sent.id) == ["production: status 21007", "sandbox: status 0"])
        #expect(try await world.verification(sent.id).json["environment"]?.text == "Sandbox")
        #expect(try await world.book("reviewer")["entitlements"]?[0]?["environment"]?.text == "Sandbox")

        world.door.forgetQuestions()
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let paid = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        try await world.workUntilQuiet()
        #expect(world.door.asked == [.production])
        #expect(try await world.verification(paid.id).json["environment"]?.text == "Production")

        // The reviewer's next purchase is asked about at production first again.
        world.door.forgetQuestions()
        _ = try await world.shop.buy(WorldShop.coins, by: reviewer)
        _ = try await world.send(try await world.shop.receipt(of: reviewer), user: "reviewer")
        try await world.workUntilQuiet()
        #expect(world.door.asked == [.production, .sandbox])
    }

    @Test("F19: what the client says of the environment is not looked at", arguments: TestEngine.present)
    func clientsWord(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.sandbox = .grant })
        let buyer = try await world.shop.buyer(sandbox: true)
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let receipt = try await world.shop.receipt(of: buyer)
        let sent = try await world.ask(
            .post, "/v1/apps/\(MerchantWorld.notes)/users/anna/receipts?environment=Production",
            ["receipt": .string(receipt), "environment": "Production", "isSandbox": false])
        try await world.workUntilQuiet()
        #expect(try await world.verification(sent.id).json["environment"]?.text == "Sandbox")
        #expect(try await world.purchases("anna").compactMap { $0["environment"]?.text } == ["Sandbox"])
    }

    @Test("F19: each store sends to the other one: nobody has answered yet", arguments: TestEngine.present)
    func neither(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(.status(21007))
        try await world.work()
        #expect(try await world.history(sent.id) == ["production: status 21007", "sandbox: status 21008"])
        #expect(try await world.verification(sent.id).verdict == "pending")
        #expect(try await world.has("anna") == ["pro"])
        try await world.workUntilQuiet()
        #expect(try await world.verification(sent.id).verdict == "valid")
    }

    @Test(
        "F19: the sandbox is down after production said 21007: asked again from production on",
        arguments: TestEngine.present)
    func sandboxDown(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.sandbox = .grant })
        let buyer = try await world.shop.buyer(sandbox: true)
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(.http(503), at: .sandbox)
        try await world.workUntilQuiet()
        #expect(
            try await world.history(sent.id) == [
                "production: status 21007", "sandbox: http 503", "production: status 21007", "sandbox: status 0",
            ])
        #expect(try await world.has("anna") == ["pro"])
    }

    @Test(
        "F20, D6: sandbox purchases are recorded and marked, and give only what the app's policy says",
        arguments: TestEngine.present)
    func sandboxPolicy(engine: TestEngine) async throws {
        for (policy, told, has) in [
            (MerchantApp.SandboxPolicy.refuse, "422 sandbox_not_allowed", [String]()),
            (.record, "202 pending", []), (.grant, "202 pending", ["coins 100", "pro"]),
        ] {
            let world = try await MerchantWorld(engine, app: { $0.sandbox = policy })
            let buyer = try await world.shop.buyer(sandbox: true)
            _ = try await world.shop.buy(WorldShop.pro, by: buyer)
            _ = try await world.shop.buy(WorldShop.coins, by: buyer)
            let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
            #expect(sent.told == told)
            try await world.workUntilQuiet()
            #expect(try await world.has("anna") == has)
            let environments = try await world.purchases("anna").compactMap { $0["environment"]?.text }
            #expect(environments == (policy == .refuse ? [] : ["Sandbox", "Sandbox"]))
        }
    }

    @Test(
        "F20: a transaction receipt of the sandbox is refused where it is not allowed, after the store has told",
        arguments: TestEngine.present)
    func oldStyleSandbox(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.sandbox = .refuse })
        let buyer = try await world.shop.buyer(sandbox: true)
        let bought = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try #require(bought["transactionReceipt"]?.text), user: "anna")
        guard sent.status == 202 else {
            #expect(sent.told == "422 sandbox_not_allowed")
            return
        }
        try await world.workUntilQuiet()
        let answer = try await world.verification(sent.id)
        #expect(answer.verdict == "refused")
        #expect(answer.reason == "sandbox_not_allowed")
        #expect(try await world.has("anna") == [])
    }

    @Test(
        "F21: two apps on one server: keys, users and purchases of one are nothing in the other",
        arguments: TestEngine.present)
    func twoApps(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let writer = try await world.shop.buyer()
        let player = try await world.shop.buyer(app: MerchantWorld.game)
        _ = try await world.shop.buy(WorldShop.pro, by: writer)
        _ = try await world.shop.buy(WorldShop.coins, by: player)
        let notes = try await world.shop.receipt(of: writer)
        let game = try await world.shop.receipt(of: player)
        #expect(try await world.send(notes, user: "anna").told == "202 pending")
        #expect(try await world.send(game, user: "anna", app: MerchantWorld.game).told == "202 pending")
        #expect(try await world.send(game, user: "anna").told == "422 other_app")
        #expect(try await world.send(notes, user: "anna", app: MerchantWorld.game).told == "422 other_app")
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["pro"])
        #expect(try await world.has("anna", app: MerchantWorld.game) == ["coins 100"])
        // Each was asked with its own app's secret.
        let passwords = Set(world.door.questions.compactMap { $0.body["password"]?.text })
        #expect(passwords == Set(world.shop.secrets.values))
        let foreign = try await world.ask(
            .get, "/v1/apps/\(MerchantWorld.game)/users/anna", key: world.key(.server, app: MerchantWorld.notes))
        #expect(foreign.told == "403 forbidden")
    }

    @Test("F22: bought on one device, owned on all of the user's", arguments: TestEngine.present)
    func twoDevices(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let phone = try await world.shop.buyer()
        let tablet = try await world.shop.anotherDevice(of: phone)
        _ = try await world.shop.buy(WorldShop.pro, by: phone)
        _ = try await world.send(try await world.shop.receipt(of: phone), user: "anna")
        try await world.workUntilQuiet()
        // The other device asks as the same user, and has shown nothing yet.
        let book = try await world.ask(
            .get, "/v1/apps/\(MerchantWorld.notes)/users/anna", key: world.key(.client), token: "anna")
        #expect(book.json["entitlements"]?.array?.count == 1)
        // Its own receipt adds no sale.
        _ = try await world.send(try await world.shop.receipt(of: tablet), user: "anna")
        try await world.workUntilQuiet()
        #expect(try await world.purchases("anna").count == 1)
        #expect(try await world.has("anna") == ["pro"])
    }
}
