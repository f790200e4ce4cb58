import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting

/// The server model from its first step to its last, between a device, the box and the merchant.
@Suite struct ServerModelTests {
    @Test("F16: with the policy `store` nothing is delivered before the store's answer", arguments: TestEngine.present)
    func notBefore(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.grants = .store })
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        #expect(sent.told == "202 pending")
        #expect(try await world.has("anna") == [])
        try await world.work()
        #expect(try await world.has("anna") == ["pro"])
    }

    @Test(
        "F16: products are listed, shown, picked and paid; the receipt is recorded, verified, read and delivered",
        arguments: TestEngine.present)
    func fourteenSteps(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.grants = .store })
        let phone = try await world.shop.buyer()
        let app = "/v1/apps/\(MerchantWorld.notes)"
        // 1, 2: the app asks the server for product identifiers.
        let list = try await world.ask(.get, app + "/products", key: world.key(.client), token: "anna")
        let identifiers = (list.json["products"]?.array ?? []).compactMap { $0["productId"]?.text }
        #expect(identifiers.sorted() == WorldShop.rules.keys.sorted())
        // 3, 4: the app asks the store what they are.
        let offer = try await world.shop.device(
            phone, .post, "/products", ["productIds": .array(identifiers.map(JSON.string))])
        let shown = offer["products"]?.array ?? []
        #expect(shown.count == identifiers.count && offer["invalidProductIds"]?.array == [])
        // 5, 6: it shows them, and the person picks one.
        let picked = try #require(identifiers.first { $0 == WorldShop.pro })
        // 7, 8: the app pays, and the store returns the transaction.
        let paid = try await world.shop.device(
            phone, .put, "/payments/6f9619ff-8b86-4011-b42d-00c04fc964ff", ["productId": .string(picked)])
        let receipt = try #require(paid["receipt"]?.text)
        // 9, 10: the app sends the receipt; the server records it and its audit entry.
        let sent = try await world.send(receipt, user: "anna")
        #expect(sent.told == "202 pending")
        #expect(try await world.trail(of: "anna").first == "receipt.received")
        #expect(try await world.has("anna") == [])
        // 11, 12: the server sends the receipt to the store, which answers.
        try await world.work()
        #expect(world.door.questions.map { $0.body["receipt-data"]?.text } == [receipt])
        #expect(try await world.history(sent.id) == ["production: status 0"])
        // 13: the server reads from the answer what was bought and by whom.
        #expect(try await world.purchases("anna").compactMap { $0["productId"]?.text } == [picked])
        #expect(try await world.trail(of: "anna").last == "verification.valid")
        // 14: it delivers, and not before.
        #expect(try await world.has("anna") == ["pro"])
        try await world.checkTrail()
    }
}
