import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting

@Suite struct ProductRouteTests {
    private static let month: JSON = [
        "type": "nonRenewing", "entitlements": ["news"], "term": ["duration": "P1M"], "metadata": ["icon": "a.png"],
    ]

    @Test("F4, F16: the app gets the list from the server, in the operator's order", arguments: TestEngine.present)
    func list(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        #expect(try await server.ask(.put, "/products/first", ["type": "free", "order": -1]).status == .created)
        #expect(try await server.ask(.put, "/products/hidden", ["type": "free", "listed": false]).status == .created)
        let answer = try await server.ask(.get, "/products", as: .client)
        #expect(answer.status == .ok)
        #expect(
            answer.json["products"]?.array?.compactMap { $0["productId"]?.text }
                == ["first", "bonus", "coins", "forever", "month"])
        #expect(answer.json["products"]?.array?.first == ["productId": "first", "type": "free"])
    }

    @Test("F4: an app that has the list hears so in an empty answer, until it changes", arguments: TestEngine.present)
    func tag(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        let tag = try #require(try await server.ask(.get, "/products", as: .client).headers["ETag"])
        let again = try await server.ask(.get, "/products", as: .client, headers: ["If-None-Match": tag])
        #expect(again.status == .notModified && again.body.isEmpty && again.headers["ETag"] == tag)
        _ = try await server.ask(.put, "/products/new", Self.month)
        let changed = try await server.ask(.get, "/products", as: .client, headers: ["If-None-Match": tag])
        #expect(changed.status == .ok && changed.headers["ETag"] != tag)
    }

    @Test("A product is read as it was put, changed, and taken away", arguments: TestEngine.present)
    func change(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        #expect(try await server.ask(.put, "/products/month.1", Self.month).status == .created)
        #expect(try await server.ask(.put, "/products/month.1", Self.month).status == .ok)
        let read = try await server.ask(.get, "/products/month.1")
        #expect(read.json["term"] == ["duration": "P1M"] && read.json["listed"] == true)
        #expect(try await server.ask(.delete, "/products/month.1").status == .noContent)
        #expect(try await server.ask(.delete, "/products/month.1").errorCode == "unknown_product")
        #expect(try await server.ask(.get, "/products/month.1").errorCode == "unknown_product")
    }

    @Test("Each change is in the app's audit chain, with what was there before; no change, no entry")
    func audit() async throws {
        let server = try await ShopServer()
        func entries() async throws -> [[String]] {
            try await server.ledger.rows(
                """
                SELECT audit_entry.kind, audit_content.body FROM audit_entry
                JOIN audit_content ON audit_content.chain = audit_entry.chain
                    AND audit_content.sequence = audit_entry.sequence
                WHERE audit_entry.kind LIKE 'product.%' ORDER BY audit_entry.sequence
                """)
        }
        _ = try await server.ask(.put, "/products/tip", ["type": "consumable"])
        _ = try await server.ask(.put, "/products/tip", ["type": "consumable"])
        _ = try await server.ask(.put, "/products/tip", ["type": "consumable", "order": 7])
        _ = try await server.ask(.put, "/products/tip", ["type": "consumable", "ordr": 7])
        _ = try await server.ask(.delete, "/products/tip")
        _ = try await server.ask(.delete, "/products/tip")
        let found = try await entries()
        #expect(found.map(\.first) == ["product.changed", "product.changed", "product.removed"])
        let bodies = try found.map { try JSON(reading: $0.last ?? "") }
        #expect(bodies.map { $0["before"]?["order"]?.int64 } == [nil, 0, 7])
        #expect(bodies.map { $0["after"]?["order"]?.int64 } == [0, 7, nil])
        #expect(bodies.allSatisfy { $0["productId"] == "tip" && $0["keyId"]?.text?.count == 12 })
    }

    @Test(
        "A mistake in a product is refused, named, and leaves all as it was",
        arguments: [
            (#"{"type": "consumable", "credit": {"coins": 1}}"#, 422, "invalid_product", "credit"),
            (#"{"type": "consumable", "credits": {"coins": -1}}"#, 422, "invalid_product", "credits.coins"),
            (#"{"type": "consumable", "productId": "other"}"#, 422, "invalid_product", "productId"),
            (#"{"type": "consumable""#, 400, "malformed_json", nil), ("", 400, "malformed_json", nil),
            ("[]", 422, "invalid_product", nil),
        ] as [(String, Int, String, String?)])
    func mistakes(body: String, status: Int, code: String, field: String?) async throws {
        let server = try await ShopServer()
        let answer = try await server.ask(.put, "/products/new", Array(body.utf8))
        #expect(answer.status.code == status && answer.errorCode == code)
        #expect(answer.json["error"]?["field"]?.text == field)
        #expect(try await server.ask(.get, "/products/new").status == .notFound)
    }

    @Test("A product of 256 KiB and an identifier that the store would not take are refused")
    func limits() async throws {
        let server = try await ShopServer()
        let large = [UInt8](repeating: UInt8(ascii: " "), count: ShelfLimits.productBytes + 1)
        #expect(try await server.ask(.put, "/products/new", large).errorCode == "body_too_large")
        #expect(try await server.ask(.put, "/products/a%20b", Self.month).errorCode == "invalid_product")
    }

    @Test(
        "Only an operator changes products or reads what they give", arguments: [Role.client, .server])
    func roles(role: Role) async throws {
        let server = try await ShopServer()
        #expect(try await server.ask(.get, "/products", as: role).status == .ok)
        #expect(try await server.ask(.get, "/products/coins", as: role).errorCode == "forbidden")
        #expect(try await server.ask(.put, "/products/new", Self.month, as: role).errorCode == "forbidden")
        #expect(try await server.ask(.delete, "/products/coins", as: role).errorCode == "forbidden")
        #expect(try await server.ask(.post, "/products/import", [:], as: role).errorCode == "forbidden")
        #expect(try await server.ask(.get, "/products", as: nil).errorCode == "unauthorized")
        #expect(try await server.ask(.get, "/products/coins").status == .ok)
        #expect(try await server.ask(.get, "/products/new").status == .notFound)
    }

    @Test("A new rule holds for purchases that were made before", arguments: TestEngine.present)
    func rule(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        try await server.ledger.show([told("forever", "1")], by: ShopServer.anna)
        _ = try await server.ask(
            .put, "/products/forever", ["type": "nonConsumable", "entitlements": ["gold"], "credits": ["coins": 5]])
        let user = try await server.ask(.get, "/users/\(ShopServer.anna)", as: .client)
        #expect(user.json["entitlements"]?.array?.compactMap { $0["id"]?.text } == ["gold"])
        #expect(user.json["credits"] == ["coins": 5])
    }
}
