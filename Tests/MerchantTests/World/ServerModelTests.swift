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
}
