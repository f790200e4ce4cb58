import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// What `/verifyReceipt` answers when it is asked the same again.
@Suite struct RememberedAnswerTests {
    private static func sold(_ products: String...) async throws -> (box: Box, account: String, last: JSONObject) {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        var last = JSONObject()
        for product in products { last = try await box.buy(product, for: account) }
        return (box, account, last)
    }

    @Test("F17: the same request gets the same answer, but for the time of the request, which is always the true one")
    func requestDate() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.coins, Shop.monthly)
        let receipt = try #require(purchase["receipt"]?.text)
        var answers: [JSONObject] = []
        for _ in 0..<3 {
            answers.append(try await box.verify(receipt, password: box.secret))
            _ = try await box.post("/control/v1/clock", ["advance": "PT1H"])
        }
        let dates = try answers.map { try #require($0["receipt"]?.object?["request_date_ms"]?.text) }
        #expect(dates == (0..<3).map { String(Shop.start.milliseconds + $0 * 3_600_000) })
        #expect(answers[2]["receipt"]?.object?["request_date"]?.text == "2026-01-31 12:00:00 Etc/GMT")
        #expect(answers[2]["receipt"]?.object?["request_date_pst"]?.text == "2026-01-31 04:00:00 America/Los_Angeles")
        for place in answers.indices {
            var receipt = try #require(answers[place]["receipt"]?.object)
            receipt.removeAll { $0.key.hasPrefix("request_date") }
            answers[place]["receipt"] = .object(receipt)
        }
        #expect(answers[0] == answers[1] && answers[1] == answers[2])
        #expect(answers[0]["latest_receipt"] != nil)
    }

    @Test("F31: a refund shows in the answer to a request that was answered before")
    func refund() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.monthly)
        let receipt = try #require(purchase["receipt"]?.text)
        func line() async throws -> JSONObject {
            let answer = try await box.verify(receipt, password: box.secret)
            return try #require(answer["latest_receipt_info"]?.array?.first?.object)
        }
        #expect(try await line()["cancellation_date"] == nil)
        let number = try #require(purchase["transactionId"]?.text)
        _ = try await box.post("/control/v1/transactions/\(number)/refund", ["reason": 1])
        #expect(try await line()["cancellation_reason"]?.text == "1")
    }

    @Test("F27: a renewal and a change of mind show in the answer to a request that was answered before")
    func renewal() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.monthly)
        let receipt = try #require(purchase["receipt"]?.text)
        #expect(try await box.verify(receipt, password: box.secret)["latest_receipt_info"]?.array?.count == 1)
        _ = try await box.post("/control/v1/clock", ["advance": "P1M"])
        #expect(try await box.verify(receipt, password: box.secret)["latest_receipt_info"]?.array?.count == 2)
        let original = try #require(purchase["originalTransactionId"]?.text)
        _ = try await box.control(.patch, "/control/v1/subscriptions/\(original)", ["autoRenew": false])
        let pending = try await box.verify(receipt, password: box.secret)["pending_renewal_info"]?.array?.first?.object
        #expect(pending?["auto_renew_status"]?.text == "0")
    }

    @Test("F26: an iOS 6 style receipt that was answered as active is answered as lapsed when it has lapsed")
    func lapsed() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.monthly)
        let receipt = try #require(purchase["transactionReceipt"]?.text)
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 0)
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 0)
        let original = try #require(purchase["originalTransactionId"]?.text)
        _ = try await box.control(.patch, "/control/v1/subscriptions/\(original)", ["autoRenew": false])
        _ = try await box.post("/control/v1/clock", ["advance": "P1M"])
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 21006)
    }

    @Test("F25: a secret that is taken away opens nothing, also where it opened the same receipt before")
    func secretTaken() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.monthly)
        let receipt = try #require(purchase["receipt"]?.text)
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 0)
        let wrong = String(box.secret.reversed())
        #expect(try await box.verify(receipt, password: wrong)["status"]?.int64 == 21004)
        #expect(try await box.verify(receipt)["status"]?.int64 == 21004)
        _ = try await box.post("/connect/v1/apps/\(Shop.bundleID)/secret")
        _ = try await box.control(.delete, "/connect/v1/apps/\(Shop.bundleID)/secrets/\(box.secret)")
        #expect(try await box.verify(receipt, password: box.secret)["status"]?.int64 == 21004)
    }

    @Test("F26: a receipt that differs in a byte from one that was found genuine is judged by itself")
    func changedByte() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.coins, Shop.monthly)
        let receipt = Array(try #require(purchase["receipt"]?.text).utf8)
        #expect(try await box.verify(String(decoding: receipt, as: UTF8.self), password: box.secret)["status"] == 0)
        let verifier = Verifier(trust: Box.authority.trust)
        var refused = 0
        for place in stride(from: 5, to: receipt.count - 4, by: 37) {
            var changed = receipt
            changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: changed, as: UTF8.self)
            let status = try await box.verify(text, password: box.secret)["status"]?.int64
            // The root that comes with a receipt is not the one that is trusted, so that nobody minds its bytes.
            let bytes = try Base64.decode(changed.span)
            let isGenuine = (try? verifier.read(appReceipt: bytes, at: Shop.start).isGenuine) ?? false
            #expect((status == 0) == isGenuine, "byte \(place)")
            if status == 21002 || status == 21003 { refused += 1 }
        }
        #expect(refused > 100)
    }

    @Test("F19: the other host does not give the answer that this one gave")
    func otherHost() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.pro)
        let receipt = try #require(purchase["receipt"]?.text)
        for _ in 0..<2 {
            #expect(try await box.verify(receipt)["status"]?.int64 == 0)
            #expect(try await box.verify(receipt, sandbox: false) == ["status": 21007])
        }
    }

    @Test("F25: old transactions are left out where that is asked for, whatever was answered before")
    func flags() async throws {
        let (box, _, purchase) = try await Self.sold(Shop.monthly)
        let receipt = try #require(purchase["receipt"]?.text)
        _ = try await box.post("/control/v1/clock", ["advance": "P2M"])
        for _ in 0..<2 {
            let all = try await box.verify(receipt, password: box.secret)
            let newest = try await box.verify(receipt, password: box.secret, excludesOld: true)
            #expect(all["latest_receipt_info"]?.array?.count == 3)
            #expect(newest["latest_receipt_info"]?.array?.count == 1)
        }
    }

    @Test("F28: a new version of the app on the device shows in the newest receipt")
    func newVersion() async throws {
        let (box, account, purchase) = try await Self.sold(Shop.monthly)
        let receipt = try #require(purchase["receipt"]?.text)
        func latestVersion() async throws -> String? {
            let latest = try await box.verify(receipt, password: box.secret)["latest_receipt"]?.text
            let answer = try await box.verify(try #require(latest), password: box.secret)
            return answer["receipt"]?.object?["application_version"]?.text
        }
        #expect(try await latestVersion() == "1.0")
        let device = try await box.box.service.read { try $0.device(DeviceNumber(1)).identifier }
        _ = try await box.post(
            "/control/v1/devices",
            [
                "accountId": .string(account), "bundleId": .string(Shop.bundleID), "appVersion": "2.0",
                "deviceId": .string(Hexadecimal.encode(device)),
            ])
        #expect(try await latestVersion() == "2.0")
    }
}
