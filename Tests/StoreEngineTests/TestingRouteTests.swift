import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine

@Suite struct TestingRouteTests {
    @Test("An account's terms are set and shown; what does not fit is refused")
    func terms() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let path = "/control/v1/accounts/\(account)"
        let (status, shown) = try await box.control(
            .patch, path, ["timeRate": "monthlyRenewalEveryFiveMinutes", "renewalsFail": true, "gracePeriod": true])
        #expect(status == .ok && shown["timeRate"] == "monthlyRenewalEveryFiveMinutes")
        #expect(shown["renewalLimit"] == 12 && shown["renewalsFail"] == true && shown["gracePeriod"] == true)
        #expect(try await box.get(path)["renewalLimit"] == 12)
        for body: JSON in [["timeRate": "fast"], ["timeRate": 13], ["renewalLimit": -1], ["gracePeriod": "yes"]] {
            #expect(try await box.control(.patch, path, body).0 == .badRequest)
        }
        let production = try await box.account(sandbox: false).account
        let refused = try await box.control(
            .patch, "/control/v1/accounts/\(production)", ["timeRate": "oneRenewalEveryMinute"])
        #expect(refused.0 == .badRequest && refused.1["error"]?["field"] == "timeRate")
    }

    @Test("A renewal fails, has its grace, is resolved, asks for a price, is forced and expired, over HTTP")
    func subscription() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let bought = try await box.buy(Shop.monthly, for: account)
        let transactionID = try #require(bought["transactionId"]?.text)
        let path = "/control/v1/subscriptions/\(transactionID)"
        _ = try await box.control(
            .patch, "/control/v1/accounts/\(account)", ["renewalsFail": true, "gracePeriod": true])
        let failed = try await box.post("\(path)/renew")
        #expect(failed["state"] == "gracePeriod")
        let grace = try #require(failed["gracePeriodExpiresDate"]?.int64)
        #expect(failed["billingRetryEndsDate"]?.int64 == grace + (60 - 16) * 86_400_000)
        _ = try await box.post("/control/v1/transactions/\(transactionID)/resolve")
        #expect(try await box.get(path)["state"] == "active")
        #expect(try await box.control(.patch, path, ["priceConsent": "accepted"]).0 == .conflict)
        #expect(try await box.control(.patch, path, ["priceConsent": "perhaps"]).0 == .badRequest)
        #expect(try await box.control(.patch, path, ["priceConsent": "requested"]).1["priceConsent"] == "requested")
        #expect(try await box.control(.patch, path, ["priceConsent": "accepted"]).1["priceConsent"] == "accepted")
        let expired = try await box.post("\(path)/expire")
        #expect(expired["state"] == "expired" && expired["expirationIntent"] == 1)
        #expect(try await box.control(.post, "\(path)/expire", [:]).0 == .conflict)
    }

    @Test("In the grace period and the retry an answer of verifyReceipt says so")
    func verifyReceipt() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let bought = try await box.buy(Shop.monthly, for: account)
        let receipt = try #require(bought["receipt"]?.text)
        _ = try await box.control(
            .patch, "/control/v1/accounts/\(account)", ["renewalsFail": true, "gracePeriod": true])
        _ = try await box.post("/control/v1/subscriptions/\(bought["transactionId"]?.text ?? "")/renew")
        let pending = try await box.verify(receipt, password: box.secret)["pending_renewal_info"]?.array?.first
        #expect(pending?["is_in_billing_retry_period"] == "1" && pending?["expiration_intent"] == "2")
        #expect(pending?["grace_period_expires_date_ms"]?.text != nil && pending?["auto_renew_status"] == "1")
        _ = try await box.post("/control/v1/clock", ["advance": "P17D"])
        let later = try await box.verify(receipt, password: box.secret)["pending_renewal_info"]?.array?.first
        #expect(later?["is_in_billing_retry_period"] == "1")
    }

    @Test("A test account's transactions are taken out, one or all; the numbers are not found afterwards")
    func erasing() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let pro = try #require(try await box.buy(Shop.pro, for: account)["transactionId"]?.text)
        _ = try await box.buy(Shop.coins, for: account)
        #expect(try await box.control(.delete, "/control/v1/transactions/\(pro)").0.code == 204)
        #expect(try await box.control(.delete, "/control/v1/transactions/\(pro)").0 == .notFound)
        #expect(try await box.get("/control/v1/transactions?accountId=\(account)")["transactions"]?.array?.count == 1)
        #expect(try await box.control(.post, "/control/v1/accounts/\(account)/clear", [:]).0.code == 204)
        #expect(try await box.get("/control/v1/transactions?accountId=\(account)")["transactions"]?.array == [])
    }
}
