import Testing
import WindfallHTTP
import WindfallJSON
import WindfallOpenAPITesting
import WindfallStoreEngine

/// One walk through everything that the files describe, so that nothing in them was never compared with an answer.
@Suite struct EveryOperationTests {
    /// A box, and which operations have been asked.
    private struct Walk {
        let box: Box
        var asked: Set<String> = []

        mutating func ask(
            _ method: HTTPMethod, _ template: String, _ parts: [String] = [], query: String = "",
            with body: JSON? = nil,
            token: String? = nil
        ) async throws -> JSON {
            asked.insert("\(method.name) \(template)")
            var rest = parts[...]
            let path = template.split(separator: "/").map { part in
                part.hasPrefix("{") ? rest.popFirst() ?? "" : String(part)
            }.joined(separator: "/")
            let isHost = template.hasPrefix("/storekit") || template == "/verifyReceipt"
            let (status, answer) =
                isHost
                ? try await box.host(method, "/\(path)\(query)", body, token: token)
                : try await box.control(method, "/\(path)\(query)", body)
            #expect(status.code < 300, "\(method.name) \(template): \(status.code) \(answer.text())")
            return answer
        }
    }

    @Test("Every operation in the files is answered as they say")
    func everything() async throws {
        var walk = Walk(box: try await Box.opened())
        let account = try await catalog(&walk)
        let token = try await accounts(&walk, account)
        try await purchases(&walk, account)
        try await storeKit(&walk, account, token)
        try await journal(&walk)
        let described = Set(OpenAPIFile.store.flatMap { $0.operations.map(\.name) })
        #expect(described.subtracting(walk.asked).sorted() == [])
    }

    private func catalog(_ walk: inout Walk) async throws -> String {
        let app = "/connect/v1/apps/{bundleId}"
        let one = [Shop.bundleID]
        _ = try await walk.ask(.post, "/connect/v1/developers", with: ["name": "Second"])
        _ = try await walk.ask(.put, app, one, with: ["version": "2.0", "newsstand": true, "platform": "iOS"])
        _ = try await walk.ask(.get, app, one)
        _ = try await walk.ask(
            .put, "\(app)/notifications", one, with: ["productionUrl": "http://127.0.0.1/n", "version": 2])
        _ = try await walk.ask(
            .put, "\(app)/products/{productId}", one + ["x"], with: ["type": "Consumable", "displayPrice": "1.99"])
        let file = try await walk.ask(.get, "\(app)/export", one)
        _ = try await walk.ask(.post, "\(app)/import", one, with: file)
        let secret = try await walk.ask(.post, "\(app)/secret", one, with: [:])
        _ = try await walk.ask(.delete, "\(app)/secrets/{secret}", one + [secret["sharedSecret"]?.text ?? ""])
        let key = try await walk.ask(.post, "\(app)/keys", one, with: [:])
        _ = try await walk.ask(.delete, "\(app)/keys/{keyId}", one + [key["keyId"]?.text ?? ""])
        _ = try await walk.ask(.get, "\(app)/keys", one)
        let tester = try await walk.ask(
            .put, "/connect/v1/testers/{name}", ["a@example.com"], with: ["storefront": "USA", "card": "ok"])
        _ = try await walk.ask(.get, "/connect/v1/testers/{name}", ["a@example.com"])
        _ = try await walk.ask(.get, "/connect/v1/testers")
        let account = try #require(tester["accountId"]?.text)
        let purchase = "\(app)/volume-purchases/{accountId}"
        _ = try await walk.ask(.put, purchase, one + [account], with: ["expiresDate": 1_900_000_000_000])
        _ = try await walk.ask(.delete, purchase, one + [account])
        return account
    }

    private func accounts(_ walk: inout Walk, _ account: String) async throws -> String {
        let control = "/control/v1"
        _ = try await walk.ask(.post, "\(control)/accounts", with: ["environment": "Production", "storefront": "DEU"])
        _ = try await walk.ask(.get, "\(control)/accounts/{id}", [account])
        _ = try await walk.ask(.patch, "\(control)/accounts/{id}", [account], with: ["askToBuy": false])
        let device = try await walk.ask(
            .post, "\(control)/devices", with: ["accountId": .string(account), "bundleId": .string(Shop.bundleID)])
        return try #require(device["token"]?.text)
    }

    private func purchases(_ walk: inout Walk, _ account: String) async throws {
        let transactions = "/control/v1/transactions"
        func buy(_ product: String, _ walk: inout Walk) async throws -> [String] {
            let body: JSON = [
                "accountId": .string(account), "bundleId": .string(Shop.bundleID), "productId": .string(product),
            ]
            return [try await walk.ask(.post, "/control/v1/purchases", with: body)["transactionId"]?.text ?? ""]
        }
        let change = "/control/v1/accounts/{id}"
        _ = try await walk.ask(.patch, change, [account], with: ["askToBuy": true])
        _ = try await walk.ask(.post, "\(transactions)/{id}/approve", try await buy(Shop.coins, &walk), with: [:])
        _ = try await walk.ask(.post, "\(transactions)/{id}/decline", try await buy(Shop.coins, &walk), with: [:])
        _ = try await walk.ask(.patch, change, [account], with: ["askToBuy": false, "interrupted": true])
        let interrupted = try await buy(Shop.pro, &walk)
        _ = try await walk.ask(.patch, change, [account], with: ["interrupted": false])
        _ = try await walk.ask(.post, "\(transactions)/{id}/resolve", interrupted, with: [:])
        _ = try await walk.ask(.post, "\(transactions)/{id}/finish", try await buy(Shop.coins, &walk), with: [:])
        _ = try await walk.ask(
            .post, "\(transactions)/{id}/refund", try await buy(Shop.pass, &walk),
            with: ["reason": 1, "percentage": 50])
        let member = try await walk.ask(
            .post, "/control/v1/accounts", with: ["environment": "Sandbox", "familyOf": .string(account)])
        _ = try await buy(Shop.yearly, &walk)
        let shared = try await walk.ask(
            .post, "/control/v1/purchases",
            with: [
                "accountId": member["accountId"] ?? .null, "bundleId": .string(Shop.bundleID),
                "productId": .string(Shop.pro),
            ])
        #expect(shared["state"] == "purchased")
        _ = try await walk.ask(.post, "\(transactions)/{id}/revoke", [try await copy(&walk, account)], with: [:])
        _ = try await walk.ask(.get, "\(transactions)/{id}", interrupted)
        let monthly = try await buy(Shop.monthly, &walk)
        _ = try await walk.ask(.get, "/control/v1/subscriptions/{id}", monthly)
        _ = try await walk.ask(.patch, "/control/v1/subscriptions/{id}", monthly, with: ["autoRenew": true])
        _ = try await walk.ask(.post, "/control/v1/subscriptions/{id}/renew", monthly, with: [:])
        _ = try await walk.ask(.post, "/control/v1/subscriptions/{id}/expire", monthly, with: [:])
        _ = try await walk.ask(.delete, "\(transactions)/{id}", try await buy(Shop.coins, &walk))
        let query = "?accountId=\(account)&bundleId=\(Shop.bundleID)"
        _ = try await walk.ask(.get, "/control/v1/app-transaction", query: query)
        _ = try await walk.ask(.get, "/control/v1/receipts", query: "\(query)&refresh=true")
        _ = try await walk.ask(.get, "/control/v1/roots.pem")
    }

    /// The copy that an account has of what a member of its family bought.
    private func copy(_ walk: inout Walk, _ account: String) async throws -> String {
        let list = try await walk.ask(.get, "/control/v1/transactions", query: "?accountId=\(account)")
        let copies = (list["transactions"]?.array ?? []).filter { $0["reason"] == "family_share" }
        return copies.last?["transactionId"]?.text ?? ""
    }

    private func storeKit(_ walk: inout Walk, _ account: String, _ token: String) async throws {
        let kit = "/storekit/v1"
        let other = try await walk.ask(.post, "/control/v1/accounts", with: ["environment": "Sandbox"])
        let made = try await walk.ask(
            .post, "\(kit)/devices",
            with: [
                "bundleId": .string(Shop.bundleID), "deviceId": "00000000-0000-4000-8000-00000000000d",
                "appVersion": "2.0",
            ], token: other["token"]?.text)
        #expect(made["account"]?["environment"] == "Sandbox")
        _ = try await walk.ask(
            .post, "\(kit)/products", with: ["productIds": [.string(Shop.pro), "none"]], token: token)
        let bought = try await walk.ask(
            .put, "\(kit)/payments/{uuid}", ["00000000-0000-4000-8000-000000000009"],
            with: [
                "productId": .string(Shop.coins), "quantity": 2, "applicationUsername": "anna",
                "appAccountToken": "00000000-0000-4000-8000-000000000001",
            ], token: token)
        _ = try await walk.ask(.get, "\(kit)/updates", query: "?after=0&wait=0", token: token)
        let identifier = bought["transactionId"]?.text ?? ""
        _ = try await walk.ask(.post, "\(kit)/transactions/{id}/finish", [identifier], with: [:], token: token)
        _ = try await walk.ask(.post, "\(kit)/restore", with: [:], token: token)
        _ = try await walk.ask(.get, "\(kit)/entitlements", token: token)
        let receipt = try await walk.ask(.post, "\(kit)/receipt", with: [:], token: token)
        let whole: JSON = [
            "receipt-data": receipt["receipt"] ?? .null, "password": .string(walk.box.secret),
            "exclude-old-transactions": false,
        ]
        let answer = try await walk.ask(.post, "/verifyReceipt", with: whole)
        #expect(answer["status"] == 0)
        _ = try await walk.ask(
            .post, "/verifyReceipt",
            with: ["receipt-data": bought["transactionReceipt"] ?? .null, "password": .string(walk.box.secret)])
        _ = try await walk.ask(.get, "/verifyReceipt")
    }

    private func journal(_ walk: inout Walk) async throws {
        let control = "/control/v1"
        _ = try await walk.ask(.get, "\(control)/clock", query: "?after=1&wait=1")
        _ = try await walk.ask(.post, "\(control)/clock", with: ["advance": "P1Y"])
        _ = try await walk.ask(.post, "\(control)/clock", with: ["mode": "stepped"])
        _ = try await walk.ask(.get, "\(control)/digest")
        _ = try await walk.ask(.post, "\(control)/snapshots", with: ["name": "all"])
        _ = try await walk.ask(.post, "\(control)/reset", with: ["snapshot": "all"])
        _ = try await walk.ask(.get, "\(control)/journal")
        _ = try await walk.ask(.post, "\(control)/accounts/{id}/clear", ["1"], with: [:])
        // The body is bytes, which only this request sends.
        walk.asked.insert("PUT \(control)/journal")
        var request = HTTPRequest(
            .put, try #require(HTTPURL("http://127.0.0.1:8180\(control)/journal")),
            body: try JournalArchive.bytes(of: walk.box.journal))
        try request.headers.append("Authorization", "Bearer \(Box.token)")
        #expect(try await Box.respond(walk.box.box.control, to: request).status == .ok)
    }
}
