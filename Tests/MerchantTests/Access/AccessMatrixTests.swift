import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting

/// Every route against every kind of key: the routes are those that the server has, so that a new one is not forgotten.
@Suite struct AccessMatrixTests {
    /// The rules of all routes that there are.
    private static func rules(of world: AccessWorld) -> [RouteRule] {
        var rules: [RouteRule] = []
        for route in world.world.merchant.router.routes {
            let name = RouteRule.name(route.method, route.pattern)
            guard !RouteRule.open.contains(name) else { continue }
            let rule = RouteRule.all.first { $0.name == name }
            if let rule { rules.append(rule) } else { Issue.record("\(name) has no row in RouteRule.all") }
        }
        return rules
    }

    /// Expects an error, and that nothing was changed or told on the way to it.
    private static func expect(
        _ world: AccessWorld, _ rule: RouteRule, _ what: String, _ answer: HTTPResponse, _ told: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let expected = rule.isHidden && told.hasPrefix("403") ? "404 not_found" : told
        let found = try answer.told()
        #expect(found == expected, "\(rule.name): \(what)", sourceLocation: location)
        #expect(
            (answer.headers["WWW-Authenticate"] == "Bearer") == (answer.status == .unauthorized),
            "\(rule.name): \(what)",
            sourceLocation: location)
    }

    @Test("F21: a row says of each route who may use it, and no row is left over")
    func rowsAreRoutes() async throws {
        let world = try await AccessWorld(.sqlite)
        let routes = Set(world.world.merchant.router.routes.map { RouteRule.name($0.method, $0.pattern) })
        #expect(Self.rules(of: world).count == routes.subtracting(RouteRule.open).count)
        #expect(Set(RouteRule.all.map(\.name)).subtracting(routes) == [])
        #expect(Set(RouteRule.all.map(\.name)).count == RouteRule.all.count)
    }

    @Test("F21: no route takes a key that is none", arguments: TestEngine.present)
    func badKeys(engine: TestEngine) async throws {
        let world = try await AccessWorld(engine)
        let before = try await world.counts()
        let token = try world.token(of: "anna")
        for rule in Self.rules(of: world) {
            for (what, authorization) in try Self.badAuthorizations(world) {
                let answer = try await world.send(rule, authorization: authorization, token: token)
                try Self.expect(world, rule, what, answer, "401 unauthorized")
            }
        }
        #expect(try await world.counts() == before)
    }

    /// Fields that carry no good key.
    private static func badAuthorizations(_ world: AccessWorld) throws -> [(String, String?)] {
        let good = try #require(world.keys[.operator])
        var fields: [(String, String?)] = [
            ("nothing", nil), ("no key", "Bearer"), ("another scheme", "Basic \(good)"), ("only the key", good),
            ("two keys", "Bearer \(good) \(good)"), ("a longer key", "Bearer \(good)0"),
            ("a shorter key", "Bearer \(good.dropLast())"), ("capitals", "Bearer \(good.uppercased())"),
            ("a made-up key", "Bearer wf_operator_000000000000_\(String(repeating: "0", count: 64))"),
            ("another secret", "Bearer \(good.dropLast(64))\(String(repeating: "0", count: 64))"),
            ("a client's secret", "Bearer \(good.dropLast(64))\(try #require(world.keys[.client]).suffix(64))"),
            ("much", "Bearer \(String(repeating: "wf_", count: 2_000))"),
        ]
        for (role, key) in world.revoked { fields.append(("a revoked \(role) key", "Bearer \(key)")) }
        let client = try #require(world.keys[.client])
        fields.append(("a client key that says operator", "Bearer wf_operator\(client.dropFirst("wf_client".count))"))
        return fields
    }

    @Test("F21: no route takes a key of another app", arguments: TestEngine.present)
    func otherApps(engine: TestEngine) async throws {
        let world = try await AccessWorld(engine)
        let before = try await world.counts()
        for rule in Self.rules(of: world) {
            for (role, key) in world.others {
                for token in [nil, try world.token(of: "anna"), try world.token(of: "anna", for: AccessWorld.other)] {
                    let answer = try await world.send(rule, authorization: "Bearer \(key)", token: token)
                    try Self.expect(world, rule, "another app's \(role) key", answer, "403 forbidden")
                }
            }
            // And the app's own keys open no other.
            guard rule.pattern.contains("{app}") else { continue }
            for (role, key) in world.keys {
                let answer = try await world.send(
                    rule, authorization: "Bearer \(key)", token: try world.token(of: "anna"), app: AccessWorld.other)
                try Self.expect(world, rule, "a \(role) key for another app", answer, "403 forbidden")
            }
        }
        #expect(try await world.counts() == before)
    }

    @Test("F21: no route takes a key whose role may not", arguments: TestEngine.present)
    func otherRoles(engine: TestEngine) async throws {
        let world = try await AccessWorld(engine)
        let before = try await world.counts()
        for rule in Self.rules(of: world) {
            for role in RouteRule.everyone.subtracting(rule.roles) {
                let key = try #require(world.keys[role])
                let answer = try await world.send(
                    rule, authorization: "Bearer \(key)", token: try world.token(of: "anna"))
                try Self.expect(world, rule, "a \(role) key", answer, "403 forbidden")
            }
        }
        #expect(try await world.counts() == before)
    }

    @Test("F21: a client speaks for nobody whom no token names", arguments: TestEngine.present)
    func otherUsers(engine: TestEngine) async throws {
        let world = try await AccessWorld(engine)
        let before = try await world.counts()
        let key = "Bearer \(try #require(world.keys[.client]))"
        for rule in Self.rules(of: world) where rule.roles.contains(.client) {
            // A token that came is judged, also where none is needed.
            let forged = try world.token(of: "anna").dropLast(2) + "AA"
            let foreign = try world.token(of: "anna", for: AccessWorld.other)
            for (what, token, told) in [
                ("a forged token", String(forged), "401 user_token_signature"),
                ("another app's token", foreign, "401 user_token_audience"),
                ("what is no token", "anna", "401 user_token_malformed"),
            ] {
                let answer = try await world.send(rule, authorization: key, token: token)
                try Self.expect(world, rule, what, answer, rule.isHidden ? "403" : told)
            }
            guard rule.isAboutUser else { continue }
            let none = try await world.send(rule, authorization: key)
            try Self.expect(world, rule, "no token", none, rule.isHidden ? "403" : "401 user_token_missing")
            let other = try await world.send(rule, authorization: key, token: try world.token(of: "ben"))
            try Self.expect(world, rule, "another user's token", other, "403 forbidden")
        }
        #expect(try await world.counts() == before)
    }

    @Test("F21: each route takes the keys of those who may", arguments: TestEngine.present)
    func goodKeys(engine: TestEngine) async throws {
        for role in Role.allCases {
            let world = try await AccessWorld(engine)
            let key = "Bearer \(try #require(world.keys[role]))"
            // What removes comes last, for what it removes is asked for before.
            let rules = Self.rules(of: world).filter { $0.roles.contains(role) }
            for rule in rules.sorted(by: { ($0.method == .delete ? 1 : 0) < ($1.method == .delete ? 1 : 0) }) {
                let token = role == .client ? try world.token(of: "anna") : nil
                let answer = try await world.send(rule, authorization: key, token: token)
                // Who may ask may still hear that the user owns nothing.
                let isRefused = [401, 403, 405].contains(answer.status.code) && answer.errorCode != "not_owned"
                #expect(!isRefused && answer.status.code < 500, "\(rule.name) as \(role)")
                let isFound = answer.status != .notFound || rule.pattern.contains("content")
                #expect(isFound, "\(rule.name) as \(role)")
            }
        }
    }
}
