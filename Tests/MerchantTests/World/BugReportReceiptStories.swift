import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

/// Faults met in other people's systems: receipts in another dress, without purchases, and of somebody else.
@Suite struct BugReportReceiptStories {
    @Test(
        "O2: a receipt with line breaks, or with spaces for plus signs, is asked about as it was meant",
        arguments: TestEngine.present)
    func brokenBase64(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        for (number, isBroken) in [true, false].enumerated() {
            let buyer = try await world.shop.buyer()
            _ = try await world.shop.buy(WorldShop.pro, by: buyer)
            let receipt = try await world.shop.receipt(of: buyer)
            let bytes = Array(receipt.utf8)
            let lines = stride(from: 0, to: bytes.count, by: 64)
                .map { String(decoding: bytes[$0..<min($0 + 64, bytes.count)], as: UTF8.self) }
            let text = isBroken ? lines.joined(separator: "\r\n") : receipt.replacing("+", with: " ")
            #expect(try await world.send(text, user: "user\(number)").told == "202 pending")
            try await world.workUntilQuiet()
            #expect(world.door.questions.last?.body["receipt-data"]?.text == receipt)
            #expect(try await world.has("user\(number)") == ["pro"])
        }
    }

    @Test("O3: a signed transaction in the receipt's place is taken as what it is", arguments: TestEngine.present)
    func transactionAsReceipt(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        let bought = try await world.shop.buy(WorldShop.pro, by: buyer)
        let sent = try await world.send(try #require(bought["signedTransactionInfo"]?.text), user: "anna")
        #expect(sent.told == "200 valid")
        #expect(sent.json["kind"]?.text == "jws-transaction")
        try await world.workUntilQuiet()
        #expect(world.door.questions.isEmpty)
        #expect(try await world.has("anna") == ["pro"])
    }

    @Test("O6: a genuine receipt without purchases is valid, says so, and sells nothing", arguments: TestEngine.present)
    func noPurchases(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        let empty = try await world.shop.receipt(of: buyer)
        let sent = try await world.send(empty, user: "anna")
        #expect(sent.told == "202 pending" && sent.reason == "no_purchases")
        try await world.workUntilQuiet()
        let answer = try await world.verification(sent.id)
        #expect(answer.verdict == "valid" && answer.reason == "no_purchases")
        #expect(try await world.has("anna") == [])
        // Shown again after a purchase, the stale one takes nothing away.
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        _ = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        _ = try await world.send(empty, user: "anna")
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["pro"])
        #expect(try await world.purchases("anna").count == 1)
    }

    @Test(
        "O22: under `refuse` the second account hears a definite no and the first loses nothing",
        arguments: TestEngine.present)
    func keptByFirst(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        let receipt = try await world.shop.receipt(of: buyer)
        for _ in 0..<2 {
            #expect([200, 202].contains(try await world.send(receipt, user: "anna").status))
            #expect(try await world.send(receipt, user: "bert").told == "409 belongs_to_other_user")
            try await world.workUntilQuiet()
            #expect(try await world.has("anna") == ["premium"])
            #expect(try await world.has("bert") == [])
        }
        #expect(try await world.trail(of: "bert") == ["receipt.refused", "receipt.refused"])
    }

    @Test(
        "O22: under `transfer` it goes over, with an entry on both sides, and is never with both",
        arguments: TestEngine.present)
    func transferred(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.transfers = .transfer })
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        let receipt = try await world.shop.receipt(of: buyer)
        _ = try await world.send(receipt, user: "anna")
        try await world.workUntilQuiet()
        _ = try await world.send(receipt, user: "bert")
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == [])
        #expect(try await world.has("bert") == ["premium"])
        #expect(try await world.trail(of: "anna").contains("purchases.claimed_by_another"))
        #expect(try await world.trail(of: "bert").contains("purchases.claimed"))
    }

    @Test("O24: a purchase that only latest_receipt_info has is given", arguments: TestEngine.present)
    func hidden(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.grants = .store })
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        try await world.advance(by: .seconds(100 * 24 * 3_600))
        _ = try await world.shop.buy(WorldShop.pass, by: buyer)
        let sent = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        world.door.once(
            .changed { answer in
                var answer = answer
                var receipt = answer["receipt"]?.object ?? [:]
                let lines = receipt["in_app"]?.array ?? []
                func isPass(_ line: JSON) -> Bool { line["product_id"]?.text == WorldShop.pass }
                receipt["in_app"] = .array(lines.filter { !isPass($0) })
                answer["receipt"] = .object(receipt)
                let latest = (answer["latest_receipt_info"]?.array ?? []).filter { !isPass($0) }
                answer["latest_receipt_info"] = .array(latest + lines.filter(isPass))
                return answer
            })
        try await world.workUntilQuiet()
        #expect(try await world.verification(sent.id).verdict == "valid")
        #expect(try await world.has("anna") == ["premium", "visit"])
    }

    @Test(
        "O26: dates as milliseconds and as text are the same instants", arguments: TestEngine.present,
        ["both", "milliseconds", "text"])
    func dates(engine: TestEngine, form: String) async throws {
        let world = try await MerchantWorld(engine, app: { $0.grants = .store })
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.monthly, by: buyer)
        _ = try await world.send(try await world.shop.receipt(of: buyer), user: "anna")
        let line: @Sendable (JSON) -> JSON = { line in
            var line = line.object ?? [:]
            for key in ["purchase_date", "original_purchase_date", "expires_date"] {
                if form == "text" { line[key + "_ms"] = nil }
                if form == "milliseconds" { line[key] = nil }
                line[key + "_pst"] = nil
            }
            return .object(line)
        }
        world.door.once(
            .changed { answer in
                var answer = answer
                var receipt = answer["receipt"]?.object ?? [:]
                receipt["in_app"] = .array((receipt["in_app"]?.array ?? []).map(line))
                answer["receipt"] = .object(receipt)
                answer["latest_receipt_info"] = .array((answer["latest_receipt_info"]?.array ?? []).map(line))
                return answer
            })
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == ["premium"])
        let purchase = try #require(try await world.purchases("anna").first)
        #expect(purchase["purchaseDate"]?.int64 == MerchantWorld.start.milliseconds)
        // A month later, which is the 28th of February.
        let ends = try await world.book("anna")["subscriptions"]?[0]?["expiresDate"]?.int64
        #expect(ends == MerchantWorld.start.milliseconds + 28 * 86_400_000)
    }

    @Test(
        "O27: a good receipt gives the products it shows and no other, and to one account of ten",
        arguments: TestEngine.present)
    func passedRound(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let buyer = try await world.shop.buyer()
        _ = try await world.shop.buy(WorldShop.tip, by: buyer)
        let tip = try await world.ask(
            .post, "/v1/apps/\(MerchantWorld.notes)/users/anna/receipts",
            ["receipt": .string(try await world.shop.receipt(of: buyer)), "productId": .string(WorldShop.pro)])
        #expect(tip.told == "202 pending")
        try await world.workUntilQuiet()
        #expect(try await world.has("anna") == [])
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        let receipt = try await world.shop.receipt(of: buyer)
        // The tip is Anna's; what nobody holds yet is the first one's.
        var owners: [String] = []
        for number in 0..<10 {
            _ = try await world.send(receipt, user: "user\(number)")
            try await world.workUntilQuiet()
        }
        for number in 0..<10 where try await world.has("user\(number)") != [] { owners.append("user\(number)") }
        #expect(owners == ["user0"])
    }
}
