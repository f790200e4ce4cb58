import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallOpenAPITesting
import WindfallStorageTesting
import WindfallTimeline

/// `/v1/apps/{app}/keys` over HTTP.
@Suite struct KeyRoutesTests {
    private static let path = "/v1/apps/\(IntakeWorld.bundleID)/keys"

    private static func send(
        _ world: IntakeWorld, _ method: HTTPMethod, _ path: String = path, _ body: JSON? = nil, key: String
    ) async throws -> HTTPResponse {
        let url = HTTPURL(origin: .init(scheme: .http, host: "merchant.example", port: 80), target: path)
        var request = HTTPRequest(method, url, body: body?.bytes() ?? [])
        try request.headers.append("Authorization", "Bearer \(key)")
        let response = await world.merchant.service(request)
        for problem in Exchange(request: request, response: response).problems { Issue.record("\(problem)") }
        return response
    }

    private static func json(_ response: HTTPResponse) throws -> JSON {
        let body = response.body
        return try JSON(reading: body.span)
    }

    @Test(
        "An operator makes a key, sees it in the list without its text, and revokes it at once",
        arguments: TestEngine.present)
    func wholeLife(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let key = try await world.makeKey(.operator)
        let answer = try await Self.send(world, .post, Self.path, ["role": "operator", "label": "Zoë"], key: key)
        #expect(answer.status == .created)
        let made = try Self.json(answer)
        let (id, text) = (try #require(made["keyId"]?.text), try #require(made["key"]?.text))
        #expect(made["label"]?.text == "Zoë" && made["role"]?.text == "operator" && made["revokedDate"] == .null)
        #expect(made["createdDate"]?.int64 == IntakeWorld.start.milliseconds)

        let list = try await Self.send(world, .get, key: text)
        #expect(list.status == .ok)
        #expect(try Self.json(list)["keys"]?.array?.count == 3)
        let listed = String(decoding: list.body, as: UTF8.self)
        #expect(listed.contains(id) && !listed.contains(text.suffix(64)) && !listed.contains("digest"))

        #expect(try await Self.send(world, .delete, "\(Self.path)/\(id)", key: key).status == .noContent)
        #expect(try await Self.send(world, .get, key: text).told() == "401 unauthorized")
        // Twice is no mistake.
        #expect(try await Self.send(world, .delete, "\(Self.path)/\(id)", key: key).status == .noContent)
        let entry = try Self.json(try await Self.send(world, .get, key: key))["keys"]?.array?.first {
            $0["keyId"]?.text == id
        }
        #expect(entry?["revokedDate"]?.int64 == IntakeWorld.start.milliseconds)
    }

    @Test("What is no order of a key makes none", arguments: TestEngine.present)
    func badOrders(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let key = try await world.makeKey(.operator)
        let long = JSON.string(String(repeating: "a", count: KeyRecords.longestLabel + 1))
        for (body, told) in [
            ([:], "bad_role"), ([], "bad_role"), (["role": "Operator"], "bad_role"), (["role": "admin"], "bad_role"),
            (["role": ""], "bad_role"), (["role": ["server"]], "bad_role"),
            (["role": "server", "label": long], "bad_label"), (["role": "server", "label": 1], "bad_label"),
            (["role": "server", "label": "a\nb"], "bad_label"), (["role": "server", "label": "a\u{0}b"], "bad_label"),
            (["role": "server", "label": "a\u{7F}b"], "bad_label"),
        ] as [(JSON, String)] {
            #expect(try await Self.send(world, .post, Self.path, body, key: key).told() == "400 \(told)")
        }
        #expect(try await Self.send(world, .post, key: key).told() == "400 malformed_json")
        #expect(try await AccessWorld.records.keys(of: IntakeWorld.bundleID, in: world.database).count == 2)
    }

    @Test("F21: an operator revokes no key of another app", arguments: TestEngine.present)
    func otherApp(engine: TestEngine) async throws {
        let world = try await AccessWorld(engine)
        let key = try #require(world.keys[.operator])
        let other = try #require(world.others[.server]?.split(separator: "_")[2])
        for id in [String(other), "000000000000", "%27%20OR%201=1", "%C3%A9"] {
            let answer = try await Self.send(world.world, .delete, "\(Self.path)/\(id)", key: key)
            #expect(try answer.told() == "404 unknown_key")
        }
        let keys = try await AccessWorld.records.keys(of: AccessWorld.other, in: world.world.database)
        #expect(keys.count == 3 && keys.allSatisfy { $0.revoked == nil })
    }

    @Test("F21: a key of an app that the configuration has lost opens nothing", arguments: TestEngine.present)
    func lostApp(engine: TestEngine) async throws {
        let world = try await AccessWorld(engine)
        let path = "/v1/apps/\(AccessWorld.other)/keys"
        let own = try await Self.send(world.world, .get, path, key: try #require(world.others[.operator]))
        #expect(try own.told() == "404 unknown_app")
        let foreign = try await Self.send(world.world, .get, path, key: try #require(world.keys[.operator]))
        #expect(try foreign.told() == "403 forbidden")
    }
}
