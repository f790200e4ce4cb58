import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

/// Subscriptions of people whose app is closed: nobody shows a receipt, and the merchant knows all the same.
@Suite struct RenewalStories {
    private static let day = Duration.seconds(24 * 3_600)

    /// Somebody with a monthly subscription that the store has confirmed.
    private func subscriber(in world: MerchantWorld) async throws -> (buyer: WorldShop.Buyer, original: String) {
        let buyer = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.monthly, by: buyer)
        _ = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["premium"])
        return (buyer, try #require(bought["originalTransactionId"]?.text))
    }

    /// What a server does by itself, each hour, for some days.
    private func live(_ days: Int, in world: MerchantWorld) async throws {
        for _ in 0..<days * 24 {
            try await world.advance(by: .seconds(3_600))
            try await world.merchant.askAboutRenewals()
            try await world.work()
        }
    }

    @Test(
        "F27: a renewal is found without anybody's showing a receipt, with one question for each period",
        arguments: TestEngine.present)
    func renews(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let (_, original) = try await subscriber(in: world)
        world.door.forgetQuestions()
        try await live(65, in: world)
        #expect(try await world.has("anna") == ["premium"])
        #expect(try await world.purchases("anna").count == 3)
        #expect(world.door.questions.count == 2)
        // Turned off: one look after the last period, and no more.
        try await world.shop.patch("/subscriptions/\(original)", ["autoRenew": false])
        world.door.forgetQuestions()
        try await live(40, in: world)
        #expect(try await world.has("anna") == [])
        #expect(world.door.questions.count == 1)
        try await world.checkTrail()
    }

    @Test("F27: many receipts of one subscription lead to one question", arguments: TestEngine.present)
    func manyReceipts(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let (buyer, _) = try await subscriber(in: world)
        for _ in 0..<4 {
            _ = try await world.shop.buy(WorldShop.coins, by: buyer)
            _ = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        }
        try await world.workUntilQuiet()
        world.door.forgetQuestions()
        try await live(31, in: world)
        #expect(try await world.has("anna") == ["coins 400", "premium"])
        #expect(world.door.questions.count == 1)
    }

    @Test("F18, F27: the store is down when a period ends: the renewal is found after", arguments: TestEngine.present)
    func outage(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        _ = try await subscriber(in: world)
        try await live(27, in: world)
        world.door.always(.http(503))
        try await live(2, in: world)
        #expect(try await world.has("anna") == [])
        world.door.always(nil)
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["premium"])
    }

    @Test("F17, F27: by a transaction receipt of the old style too", arguments: TestEngine.present)
    func oldStyle(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.monthly, by: buyer)
        _ = try await world.send(try #require(bought["transactionReceipt"]?.text), user: "anna")
        try await world.workUntilQuiet()
        try await live(29, in: world)
        #expect(try await world.has("anna") == ["premium"])
        #expect(try await world.purchases("anna").count == 2)
    }

    @Test("F27: two servers on one database ask once", arguments: TestEngine.present)
    func twoServers(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        _ = try await subscriber(in: world)
        try await world.advance(by: Self.day * 29)
        let (first, second) = (world.merchant, world.twin())
        async let one = first.askAboutRenewals()
        async let other = second.askAboutRenewals()
        let asked = try await [one, other]
        #expect(asked.reduce(0, +) == 1)
        #expect(try await world.work() == 1)
        #expect(try await world.has("anna") == ["premium"])
    }

    @Test("An erased user's subscription is not asked about any more", arguments: TestEngine.present)
    func erased(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        _ = try await subscriber(in: world)
        let path = "/v1/apps/\(MerchantWorld.notes)/users/anna"
        #expect(try await world.ask(.delete, path, key: world.key(.server)).status == 204)
        world.door.forgetQuestions()
        try await live(30, in: world)
        #expect(world.door.questions.isEmpty)
    }
}
