import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

/// What becomes of purchases in time: consumed, restored, refunded, renewed, run out.
@Suite struct PurchaseStories {
    private static let day = Duration.seconds(24 * 3_600)

    /// Shows a buyer's receipt, as it is now, and has it verified.
    private func show(_ buyer: WorldShop.Buyer, as user: String, in world: MerchantWorld) async throws {
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: user)
        #expect([200, 202].contains(sent.status), "\(sent.told)")
        try await world.workUntilQuiet()
    }

    @Test("F30: a consumable that left the receipt stays credited, and is credited once", arguments: TestEngine.present)
    func consumableGone(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.coins, by: buyer, quantity: 2)
        try await show(buyer, as: "anna", in: world)
        try await show(buyer, as: "anna", in: world)
        #expect(try await world.has("anna") == ["coins 200"])
        let id = try #require(bought["transactionId"]?.text)
        try await world.shop.post("/transactions/\(id)/finish")
        try await world.advance(by: .seconds(60))
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        try await show(buyer, as: "anna", in: world)
        #expect(try await world.has("anna") == ["coins 200", "pro"])
    }

    @Test("F31: a refunded purchase is as if it had never been made", arguments: TestEngine.present)
    func refunded(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.pro, by: buyer)
        try await show(buyer, as: "anna", in: world)
        #expect(try await world.has("anna") == ["pro"])
        try await world.advance(by: Self.day)
        let id = try #require(bought["transactionId"]?.text)
        try await world.shop.post("/transactions/\(id)/refund", ["reason": 1])
        try await show(buyer, as: "anna", in: world)
        #expect(try await world.has("anna") == [])
        #expect(try await world.purchases("anna").allSatisfy { $0["isRevoked"]?.isTrue == true })
    }

    @Test(
        "F39, O4: a restored transaction has a new id, gives what the first one gave, and is no sale",
        arguments: TestEngine.present)
    func restored(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let phone = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.pro, by: phone)
        try await show(phone, as: "anna", in: world)
        try await world.advance(by: Self.day)
        let tablet = try await world.shop.anotherDevice(of: phone)
        _ = try await world.shop.device(tablet, .post, "/restore")
        try await show(tablet, as: "anna", in: world)
        let purchases = try await world.purchases("anna")
        #expect(purchases.count == 1)
        #expect(purchases.first?["originalTransactionId"]?.text == bought["transactionId"]?.text)
        #expect(try await world.has("anna") == ["pro"])
    }

    @Test(
        "F14, F22: what the store does not restore on a second device, the merchant does", arguments: TestEngine.present
    )
    func merchantRestores(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let phone = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pass, by: phone)
        _ = try await world.shop.buy(WorldShop.coins, by: phone)
        try await show(phone, as: "anna", in: world)
        let tablet = try await world.shop.anotherDevice(of: phone)
        #expect(try await world.shop.device(tablet, .post, "/restore")["transactions"]?.array == [])
        let restored = try await world.ask(
            .post, "/v1/apps/\(MerchantWorld.notes)/users/anna/restore", [:], key: world.key(.client), token: "anna")
        #expect(restored.status == 200)
        #expect(restored.json["entitlements"]?[0]?["id"]?.text == "visit")
        #expect(restored.json["credits"]?["coins"]?.int64 == 100)
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["coins 100", "visit"])
    }

    @Test(
        "F44: a non-renewing subscription lasts as long as the developer says, and runs on where the last one ended",
        arguments: TestEngine.present)
    func nonRenewing(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pass, by: buyer)
        try await show(buyer, as: "anna", in: world)
        try await world.advance(by: Self.day * 6)
        #expect(try await world.has("anna") == ["visit"])
        // Bought a day early: the week that was paid for is not lost.
        _ = try await world.shop.buy(WorldShop.pass, by: buyer)
        try await show(buyer, as: "anna", in: world)
        try await world.advance(by: Self.day * 7 + .seconds(23 * 3_600))
        #expect(try await world.has("anna") == ["visit"])
        try await world.advance(by: .seconds(3_600))
        #expect(try await world.has("anna") == [])
    }

    @Test(
        "F25, F27: a subscription renews, the store's answer to an old receipt tells it, and it ends when it is off",
        arguments: TestEngine.present)
    func renewals(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.monthly, by: buyer)
        let original = try #require(bought["originalTransactionId"]?.text)
        try await show(buyer, as: "anna", in: world)
        #expect(try await world.has("anna") == ["premium"])
        try await world.advance(by: Self.day * 40)
        // Nothing was shown since: the first period is over here.
        let path = "/v1/apps/\(MerchantWorld.notes)/users/anna/restore"
        _ = try await world.ask(.post, path, [:])
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["premium"])
        #expect(try await world.purchases("anna").count == 2)
        try await world.shop.patch("/subscriptions/\(original)", ["autoRenew": false])
        try await world.advance(by: Self.day * 10)
        try await show(buyer, as: "anna", in: world)
        #expect(try await world.has("anna") == ["premium"])
        #expect(try await world.book("anna")["subscriptions"]?[0]?["autoRenew"]?.isTrue == false)
        try await world.advance(by: Self.day * 20)
        #expect(try await world.has("anna") == [])
        #expect(try await world.book("anna")["subscriptions"]?[0]?["state"]?.text == "expired")
    }

    @Test(
        "F17, F25: transaction receipts of the old style, of each type, give what they show",
        arguments: TestEngine.present)
    func oldStyle(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        for product in [WorldShop.coins, WorldShop.pro, WorldShop.monthly, WorldShop.pass] {
            let bought = try await world.shop.buy(product, by: buyer)
            let sent = try await world.send(try #require(bought["transactionReceipt"]?.text), user: "anna")
            #expect(sent.told == "202 pending")
            #expect(sent.json["kind"]?.text == "transaction-receipt")
        }
        // D4: nothing is read out of them here.
        #expect(try await world.has("anna") == [])
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["coins 100", "premium", "pro", "visit"])
    }

    @Test("F42: what is delivered is told with each purchase", arguments: TestEngine.present)
    func delivered(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        #expect(sent.json["transactions"]?[0]?["productId"]?.text == WorldShop.pro)
        #expect(sent.json["transactions"]?[0]?["active"]?.isTrue == true)
        #expect(sent.json["entitlements"]?[0]?["id"]?.text == "pro")
    }

    @Test("O19: three purchases of the same coins are three, whatever is finished first", arguments: TestEngine.present)
    func threeUnfinished(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        var ids: [String] = []
        for _ in 0..<3 {
            let bought = try await world.shop.buy(WorldShop.coins, by: buyer)
            ids.append(try #require(bought["transactionId"]?.text))
        }
        for place in [1, 0, 2] {
            try await show(buyer, as: "anna", in: world)
            #expect(try await world.has("anna") == ["coins 300"])
            try await world.shop.post("/transactions/\(ids[place])/finish")
            try await world.shop.post("/transactions/\(ids[place])/finish")
        }
        #expect(try await world.purchases("anna").count == 3)
    }
}
