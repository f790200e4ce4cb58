import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStorageTesting
import WindfallTimeline

/// Faults met in other people's systems: answers of the store that were misread.
@Suite struct BugReportStories {
    private static let day = Duration.seconds(24 * 3_600)

    /// Sends the receipt of a buyer's device, and lets the store answer.
    @discardableResult
    private func show(
        _ buyer: WorldShop.Buyer, in world: MerchantWorld,
        changing change: (@Sendable (JSONObject) -> JSONObject)? = nil
    ) async throws -> String {
        if let change { world.door.once(.changed(change)) }
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        try await world.workUntilQuiet()
        #expect(try await world.verification(sent.id).verdict == "valid")
        return sent.id
    }

    private static func order(_ lines: [JSON], _ turn: Int) -> [JSON] {
        let turned = Array(lines[(turn % lines.count)...] + lines[..<(turn % lines.count)])
        return turn >= lines.count ? turned.reversed() : turned
    }

    @Test("O7: the order of latest_receipt_info means nothing", arguments: TestEngine.present, 0..<8)
    func order(engine: TestEngine, turn: Int) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        try await world.advance(by: Self.day * 65)
        _ = try await world.shop.buy(WorldShop.coins, by: buyer)
        try await show(buyer, in: world) { answer in
            var answer = answer
            let lines = answer["latest_receipt_info"]?.array ?? []
            guard !lines.isEmpty else { return answer }
            answer["latest_receipt_info"] = .array(Self.order(lines, turn))
            return answer
        }
        #expect(world.door.questions.count == 1)
        #expect(try await world.has("anna") == ["coins 100", "premium"])
        #expect(try await world.purchases("anna").count == 4)
        let expires = try #require(try await world.book("anna")["subscriptions"]?[0]?["expiresDate"]?.int64)
        #expect(expires > world.time.now.milliseconds)
        try await world.advance(to: Instant(milliseconds: expires - 1))
        #expect(try await world.has("anna") == ["coins 100", "premium"])
        try await world.advance(to: Instant(milliseconds: expires))
        #expect(try await world.has("anna") == ["coins 100"])
    }

    @Test(
        "O8: a line that was cancelled by an upgrade never entitles, whatever its expiry",
        arguments: TestEngine.present, ["cancellation_date_ms", "is_upgraded"])
    func upgraded(engine: TestEngine, key: String) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.yearly, by: buyer)
        let value: JSON = key == "is_upgraded" ? "true" : .string(String(world.time.now.milliseconds))
        try await show(buyer, in: world) { answer in
            var answer = answer
            let lines = (answer["latest_receipt_info"]?.array ?? []).map { line in
                var line = line.object ?? [:]
                line[key] = value
                return JSON.object(line)
            }
            answer["latest_receipt_info"] = .array(lines)
            return answer
        }
        #expect(try await world.has("anna") == [])
        #expect(try await world.purchases("anna").count == 1)
    }

    @Test(
        "O17: in the grace period the user keeps access, to its end and not beyond; without one not at all",
        arguments: TestEngine.present, [true, false])
    func grace(engine: TestEngine, hasGrace: Bool) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        try await world.shop.patch("/accounts/\(buyer.account)", ["card": "declined"])
        try await world.advance(by: Self.day * 32)
        let end = try #require(world.time.now.adding(Self.day * 5))
        let line: @Sendable (JSON) -> JSON = { line in
            var line = line.object ?? [:]
            line["grace_period_expires_date_ms"] = hasGrace ? .string(String(end.milliseconds)) : nil
            return .object(line)
        }
        try await show(buyer, in: world) { answer in
            var answer = answer
            answer["pending_renewal_info"] = .array((answer["pending_renewal_info"]?.array ?? []).map(line))
            return answer
        }
        let state = try await world.book("anna")["subscriptions"]?[0]?["state"]?.text
        #expect(state == (hasGrace ? "gracePeriod" : "billingRetry"))
        #expect(try await world.has("anna") == (hasGrace ? ["premium"] : []))
        try await world.advance(to: try #require(end.adding(milliseconds: -1)))
        #expect(try await world.has("anna") == (hasGrace ? ["premium"] : []))
        try await world.advance(to: end)
        #expect(try await world.has("anna") == [])
        // The charge succeeds after all: the same subscription goes on.
        try await world.shop.patch("/accounts/\(buyer.account)", ["card": "ok"])
        try await world.advance(by: Self.day * 2)
        try await show(buyer, in: world)
        #expect(try await world.has("anna") == ["premium"])
        #expect(try await world.book("anna")["subscriptions"]?.array?.count == 1)
    }

    @Test(
        "O23: numbers as text, text as numbers, an object for an array: the answer is read",
        arguments: TestEngine.present)
    func spelling(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        try await show(buyer, in: world) { answer in
            var answer = answer
            answer["status"] = "0"
            answer["latest_receipt_info"] = answer["latest_receipt_info"]?[0]
            var receipt = answer["receipt"]?.object ?? [:]
            for key in ["app_item_id", "adam_id", "version_external_identifier", "download_id"] {
                receipt[key] = receipt[key]?.int64.map { .string(String($0)) } ?? "17"
            }
            let lines = (receipt["in_app"]?.array ?? []).map { line in
                var line = line.object ?? [:]
                for key in ["transaction_id", "original_transaction_id", "quantity", "expires_date_ms"] {
                    line[key] = line[key]?.text.flatMap { Int64($0) }.map { .integer($0) } ?? line[key]
                }
                // An unreadable optional field spoils that field only.
                line["is_trial_period"] = ["what": "is this"]
                return JSON.object(line)
            }
            receipt["in_app"] = .array(lines)
            answer["receipt"] = .object(receipt)
            return answer
        }
        #expect(try await world.has("anna") == ["premium"])
        #expect(try await world.purchases("anna").count == 1)
    }

    @Test(
        "O14: what was signed while its certificate was valid is taken long after; what is signed after its end is not",
        arguments: TestEngine.present)
    func certificateRunsOut(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        func transaction(_ number: Int, signed: Instant) throws -> String {
            let date = JSON.integer(signed.milliseconds)
            return try WorldShop.authority.sign([
                "transactionId": .string(String(number)), "originalTransactionId": .string(String(number)),
                "bundleId": .string(MerchantWorld.notes), "productId": .string(WorldShop.pro), "purchaseDate": date,
                "signedDate": date, "type": "Non-Consumable", "environment": "Production", "quantity": 1,
            ])
        }
        // The certificates of the test authority end with 2099.
        let later = try #require(Instant(rfc3339: "2101-01-01T00:00:00Z"))
        world.time.set(to: later)
        let old = try await world.send(try transaction(1, signed: MerchantWorld.start), user: "anna")
        #expect(old.told == "200 valid")
        let new = try await world.send(try transaction(2, signed: later), user: "berta")
        #expect(new.told == "422 certificate_expired")
        #expect(try await world.has("anna") == ["pro"])
        #expect(try await world.has("berta") == [])
    }
}
