import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

@Suite struct VerifyReceiptTests {
    @Test("F17: a receipt without subscriptions is answered in full, without a password")
    func withoutSubscriptions() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let purchase = try await box.buy(Shop.pro, for: account)
        let answer = try await box.verify(try #require(purchase["receipt"]?.text))
        #expect(answer["status"]?.int64 == 0 && answer["environment"]?.text == "Sandbox")
        let receipt = try #require(answer["receipt"]?.object)
        #expect(receipt["bundle_id"]?.text == Shop.bundleID)
        #expect(receipt["in_app"]?.array?.count == 1)
        #expect(receipt["in_app"]?.array?.first?.object?["transaction_id"] == purchase["transactionId"])
        #expect(answer["latest_receipt"] == nil && answer["pending_renewal_info"] == nil)
    }

    @Test("F19: a receipt sent to the other environment gets 21007 or 21008, and nothing else of value")
    func otherEnvironment() async throws {
        let box = try await Box.opened()
        for isSandbox in [true, false] {
            let (account, _, _) = try await box.account(sandbox: isSandbox)
            let purchase = try await box.buy(Shop.pro, for: account)
            for key in ["receipt", "transactionReceipt"] {
                let receipt = try #require(purchase[key]?.text)
                #expect(try await box.verify(receipt, sandbox: !isSandbox) == ["status": isSandbox ? 21007 : 21008])
                #expect(try await box.verify(receipt, sandbox: isSandbox)["status"]?.int64 == 0, "\(key) \(isSandbox)")
            }
        }
    }

    @Test("F19: what a transaction receipt says of its environment, outside its signature, is not believed")
    func claimedEnvironment() async throws {
        let box = try await Box.opened()
        for isSandbox in [true, false] {
            let (account, _, _) = try await box.account(sandbox: isSandbox)
            let purchase = try await box.buy(Shop.pro, for: account)
            let text = Array(try #require(purchase["transactionReceipt"]?.text).utf8)
            let receipt = String(decoding: try Base64.decode(text.span), as: UTF8.self)
            let end = try #require(receipt.lastIndex(of: "}"))
            for claim in ["Sandbox", "Production", "Xcode"] {
                // In a sandbox receipt the entry is there; in one of production it is not.
                let claimed =
                    isSandbox
                    ? receipt.replacing("\"Sandbox\"", with: "\"\(claim)\"")
                    : receipt[..<end] + "\"environment\" = \"\(claim)\";\n}"
                let bytes = Array(claimed.utf8)
                let sent = Base64.encode(bytes.span)
                #expect(try await box.verify(sent, sandbox: !isSandbox) == ["status": isSandbox ? 21007 : 21008])
            }
        }
    }

    @Test("F25: a receipt with a subscription needs the shared secret, and any of those that overlap will do")
    func secrets() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let receipt = try #require(try await box.buy(Shop.monthly, for: account)["receipt"]?.text)
        #expect(try await box.verify(receipt)["status"]?.int64 == 21004)
        #expect(try await box.verify(receipt, password: "wrong")["status"]?.int64 == 21004)
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 0)
        let new = try #require(try await box.post("/connect/v1/apps/\(Shop.bundleID)/secret")["sharedSecret"]?.text)
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 0)
        #expect(try await box.verify(receipt, password: new)["status"]?.int64 == 0)
        _ = try await box.control(.delete, "/connect/v1/apps/\(Shop.bundleID)/secrets/\(box.secret)")
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 21004)
    }

    @Test("F27: the answer to an old receipt carries the newest period and what comes next")
    func latest() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let receipt = try #require(try await box.buy(Shop.monthly, for: account)["receipt"]?.text)
        _ = try await box.post("/control/v1/clock", ["advance": "P2M"])
        let answer = try await box.verify(receipt, password: box.secret)
        #expect(answer["receipt"]?.object?["in_app"]?.array?.count == 1)
        let lines = try #require(answer["latest_receipt_info"]?.array)
        #expect(lines.count == 3)
        #expect(lines.first?.object?["expires_date"]?.text == "2026-04-30 10:00:00 Etc/GMT")
        let newestOnly = try await box.verify(receipt, password: box.secret, excludesOld: true)
        #expect(newestOnly["latest_receipt_info"]?.array?.count == 1)
        #expect(newestOnly["receipt"]?.object?["in_app"] == answer["receipt"]?.object?["in_app"])
        let pending = try #require(answer["pending_renewal_info"]?.array?.first?.object)
        #expect(pending["auto_renew_status"]?.text == "1" && pending["product_id"]?.text == Shop.monthly)
        let latest = try await box.verify(try #require(answer["latest_receipt"]?.text), password: box.secret)
        #expect(latest["receipt"]?.object?["in_app"]?.array?.count == 3)
    }

    @Test("F26: an iOS 6 style receipt of a lapsed subscription gets 21006 with the receipt and the last period")
    func lapsed() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let purchase = try await box.buy(Shop.monthly, for: account)
        let receipt = try #require(purchase["transactionReceipt"]?.text)
        let active = try await box.verify(receipt, password: box.secret)
        #expect(active["status"]?.int64 == 0 && active["latest_receipt_info"]?.object != nil)
        #expect(active["environment"] == nil && active["auto_renew_status"] == 1)
        let original = try #require(purchase["originalTransactionId"]?.text)
        _ = try await box.control(.patch, "/control/v1/subscriptions/\(original)", ["autoRenew": false])
        _ = try await box.post("/control/v1/clock", ["advance": "P2M"])
        let answer = try await box.verify(receipt, password: box.secret)
        #expect(answer["status"]?.int64 == 21006)
        #expect(answer["receipt"]?.object?["transaction_id"] == purchase["transactionId"])
        #expect(answer["latest_expired_receipt_info"]?.object?["product_id"]?.text == Shop.monthly)
        #expect(answer["expiration_intent"]?.text == "1")
    }

    @Test(
        "F26: what can't be read is 21000 or 21002, what is not genuine 21003",
        arguments: [
            ("not json", 21000), ("[]", 21000), ("{}", 21002), ("{\"receipt-data\":\"\"}", 21002),
            ("{\"receipt-data\":7}", 21002), ("{\"receipt-data\":\"foobar\"}", 21002),
            ("{\"receipt-data\":\"MIIBAA==\"}", 21002),
        ])
    func unreadable(body: String, status: Int64) async throws {
        let box = try await Box.opened()
        let request = HTTPRequest(
            .post, try #require(HTTPURL("http://127.0.0.1:8182/verifyReceipt")), body: Array(body.utf8))
        let response = try await MemoryServer(service: box.box.host(isSandbox: true)).respond(to: request)
        #expect(response.status == .ok)
        #expect(String(decoding: response.body, as: UTF8.self) == "{\"status\":\(status)}")
    }

    @Test("O2: line breaks make an app receipt malformed, and do nothing to a transaction receipt")
    func lineBreaks() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let purchase = try await box.buy(Shop.pro, for: account)
        func broken(_ key: String) throws -> String {
            let text = Array(try #require(purchase[key]?.text))
            return stride(from: 0, to: text.count, by: 64)
                .map { String(text[$0..<min($0 + 64, text.count)]) }.joined(separator: "\r\n")
        }
        #expect(try await box.verify(try broken("receipt")) == ["status": 21002])
        #expect(try await box.verify(try broken("transactionReceipt"))["status"]?.int64 == 0)
    }

    @Test("F26: a receipt of another authority can't be authenticated")
    func forged() async throws {
        let box = try await Box.opened()
        let foreign = try TestAuthority(randomness: SeededRandomness(seed: 99))
        var receipt = AppReceipt(bundleID: Shop.bundleID)
        receipt.receiptType = "ProductionSandbox"
        receipt.creationDate = Shop.start
        let bytes = try foreign.sign(receipt)
        #expect(try await box.verify(Base64.encode(bytes.span))["status"]?.int64 == 21003)
    }
}
