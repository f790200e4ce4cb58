import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

@Suite struct RouteTests {
    @Test("Everything signed in an answer is genuine under the box's roots")
    func genuine() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let purchase = try await box.buy(Shop.monthly, for: account)
        let verifier = Verifier(trust: Box.authority.trust)
        for key in ["signedTransactionInfo", "receipt", "transactionReceipt"] {
            let reading = try verifier.read(Array(try #require(purchase[key]?.text).utf8), at: Shop.start)
            #expect(reading.problem == nil, "\(key)")
        }
    }

    @Test("Control wants its token, and no page may use it")
    func control() async throws {
        let box = try await Box.opened()
        let address = "http://127.0.0.1:8180/control/v1/clock"
        #expect(try await box.ask(box.box.control, .get, address, nil, token: nil).0 == .unauthorized)
        #expect(try await box.ask(box.box.control, .get, address, nil, token: "x").0 == .unauthorized)
        let foreign = "http://evil.example:8180/control/v1/clock"
        #expect(try await box.ask(box.box.control, .get, foreign, nil, token: Box.token).0 == .forbidden)
        #expect(try await box.control(.get, "/control/v1/clock").0 == .ok)
    }

    @Test("A device's token is good for its own environment and its own transactions only")
    func tokens() async throws {
        let box = try await Box.opened()
        let mine = try await box.account()
        let other = try await box.account()
        let purchase = try await box.buy(Shop.pro, for: mine.account)
        let finish = "/storekit/v1/transactions/\(purchase["transactionId"]?.text ?? "")/finish"
        #expect(try await box.host(.post, finish, [:], token: other.token).0 == .notFound)
        #expect(try await box.host(sandbox: false, .post, finish, [:], token: mine.token).0 == .unauthorized)
        #expect(try await box.host(.post, finish, [:], token: mine.token).0.code == 204)
        #expect(try await box.host(.post, finish, [:], token: mine.token).0.code == 204)
    }

    @Test("An account's token makes the device, the same one each time, in its own environment only")
    func devices() async throws {
        let box = try await Box.opened()
        let account = try await box.post("/control/v1/accounts", ["environment": "Sandbox"])
        let token = try #require(account["token"]?.text)
        let body: JSON = [
            "bundleId": .string(Shop.bundleID), "deviceId": "00000000-0000-4000-8000-000000000001",
        ]
        let path = "/storekit/v1/devices"
        let (status, first) = try await box.host(.post, path, body, token: token)
        #expect(status.code == 201)
        #expect(try await box.host(.post, path, body, token: token).1 == first)
        #expect(try await box.host(.get, "/storekit/v1/updates", token: first["token"]?.text).0 == .ok)
        #expect(try await box.host(sandbox: false, .post, path, body, token: token).0 == .unauthorized)
        #expect(try await box.host(.post, path, body, token: "account-1-0").0 == .unauthorized)
        #expect(try await box.host(.post, path, body, token: first["token"]?.text).0 == .unauthorized)
        #expect(try await box.host(.post, path, body).0 == .unauthorized)
        let unknown: JSON = ["bundleId": "com.example.none", "deviceId": "00000000-0000-4000-8000-000000000001"]
        #expect(try await box.host(.post, path, unknown, token: token).0 == .notFound)
        #expect(try await box.host(.post, path, ["bundleId": "a", "deviceId": "x"], token: token).0 == .badRequest)
    }

    @Test("F5: a products request answers what can be bought with its price here, and the rest")
    func products() async throws {
        let box = try await Box.opened()
        let (_, _, token) = try await box.account()
        let (status, answer) = try await box.host(
            .post, "/storekit/v1/products", ["productIds": [.string(Shop.pro), "unknown", .string(Shop.pro)]],
            token: token)
        #expect(status == .ok)
        #expect(answer["products"]?.array?.count == 1)
        #expect(answer["products"]?.array?.first?["price"] == ["amount": 9990, "currency": "USD"])
        #expect(answer["invalidProductIds"]?.array == ["unknown"])
    }

    @Test("F8: what is not finished is handed out again and again, until it is finished")
    func updates() async throws {
        let box = try await Box.opened()
        let (_, _, token) = try await box.account()
        let payment: JSON = ["productId": .string(Shop.coins)]
        let uuid = "00000000-0000-4000-8000-000000000001"
        let first = try await box.host(.put, "/storekit/v1/payments/\(uuid)", payment, token: token).1
        let second = try await box.host(.put, "/storekit/v1/payments/\(uuid)", payment, token: token).1
        #expect(first["transactionId"] == second["transactionId"])
        for _ in 0..<2 {
            let updates = try await box.host(.get, "/storekit/v1/updates?after=0", nil, token: token).1
            #expect(updates["transactions"]?.array?.count == 1)
        }
        let identifier = try #require(first["transactionId"]?.text)
        _ = try await box.host(.post, "/storekit/v1/transactions/\(identifier)/finish", [:], token: token)
        let updates = try await box.host(.get, "/storekit/v1/updates?after=0", nil, token: token).1
        #expect(updates["transactions"]?.array == [])
    }

    @Test("F1: a product that may not be sold is refused with the reason, and is not there afterwards")
    func forbidden() async throws {
        let box = try await Box.opened()
        let path = "/connect/v1/apps/\(Shop.bundleID)/products/shirt"
        let (status, answer) = try await box.control(
            .put, path, ["type": "Consumable", "displayPrice": "9.99", "kind": "physicalGoods"])
        #expect(status == .unprocessable)
        #expect(answer["error"]?["code"] == "forbidden_product")
        #expect(try await box.get("/connect/v1/apps/\(Shop.bundleID)")["products"]?.array?.contains("shirt") == false)
    }

    @Test(
        "One error shape, with a stable code and the field",
        arguments: [
            ("/control/v1/purchases", "{\"accountId\":\"1\"}", 400, "invalid_value", "bundleId"),
            (
                "/control/v1/purchases",
                "{\"accountId\":\"77\",\"bundleId\":\"com.example.notes\",\"productId\":\"x\"}", 404, "not_found",
                "account"
            ),
            ("/control/v1/purchases", "{", 400, "malformed_json", nil),
            ("/control/v1/clock", "{\"advance\":\"soon\"}", 400, "invalid_value", "advance"),
            ("/control/v1/clock", "{\"to\":1}", 400, "invalid_value", "to"),
            ("/control/v1/accounts", "{\"environment\":\"Moon\"}", 400, "invalid_value", "environment"),
            ("/control/v1/transactions/1/refund", "{}", 404, "not_found", "transaction"),
        ])
    func errors(path: String, body: String, status: Int, code: String, field: String?) async throws {
        let box = try await Box.opened()
        let before = try await box.get("/control/v1/digest")
        var request = HTTPRequest(.post, try #require(HTTPURL("http://127.0.0.1:8180\(path)")), body: Array(body.utf8))
        try request.headers.append("Authorization", "Bearer \(Box.token)")
        let response = try await Box.respond(box.box.control, to: request)
        #expect(response.status.code == status)
        let bytes = response.body
        let error = try JSON(reading: bytes.span)["error"]
        #expect(error?["code"]?.text == code)
        #expect(error?["field"]?.text == field)
        #expect(try await box.get("/control/v1/digest") == before)
    }

    @Test("A .storekit file goes in and out without losing a key")
    func importing() async throws {
        let box = try await Box.opened()
        let file: JSON = [
            "identifier": "0A1B2C3D", "nonRenewingSubscriptions": [], "version": ["major": 3, "minor": 0],
            "products": [
                [
                    "displayPrice": "1.99", "familyShareable": false, "internalID": "11111111", "productID": "imported",
                    "localizations": [], "referenceName": "Imported", "type": "Consumable", "somethingNew": 7,
                ]
            ], "settings": ["_locale": "en_US", "alsoNew": true], "subscriptionGroups": [],
        ]
        let (status, answer) = try await box.control(.post, "/connect/v1/apps/com.example.other/import", file)
        #expect(status == .ok && answer["products"]?.array == ["imported"])
        let exported = try await box.control(.get, "/connect/v1/apps/com.example.other/export").1
        #expect(exported["products"]?.array?.first?["somethingNew"] == 7)
        #expect(exported["settings"]?["alsoNew"] == true)
        let bad = try await box.control(.post, "/connect/v1/apps/com.example.third/import", ["products": 7])
        #expect(bad.0 == .badRequest && bad.1["error"]?["code"] == "bad_storekit_file")
    }
}
