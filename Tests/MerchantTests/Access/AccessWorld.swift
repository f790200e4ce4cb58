import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallOpenAPITesting
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A merchant with keys of every kind, and a user who has sent a receipt.
struct AccessWorld {
    static let other = "com.example.other"

    let world: IntakeWorld
    /// Good keys of the app, by role.
    let keys: [Role: String]
    /// Good keys of an app that the configuration does not name.
    let others: [Role: String]
    /// Keys of the app that were revoked.
    let revoked: [Role: String]
    /// What the captures of patterns stand for.
    let names: [String: String]

    init(_ engine: TestEngine) async throws {
        world = try await IntakeWorld(engine) { $0.userTokenKeys = [.hs256(TestToken.secret)] }
        let (world, records) = (world, Self.records)
        var keys: [Role: String] = [:]
        var others: [Role: String] = [:]
        var revoked: [Role: String] = [:]
        for role in Role.allCases {
            keys[role] = try await world.makeKey(role)
            others[role] = try await world.makeKey(role, app: Self.other)
            let made = try await records.make(
                role, for: IntakeWorld.bundleID, label: "", at: IntakeWorld.start, in: world.database)
            revoked[role] = made.text.text
            let isKnown = try await records.revoke(
                made.key.id, of: IntakeWorld.bundleID, at: IntakeWorld.start, in: world.database)
            #expect(isKnown)
        }
        (self.keys, self.others, self.revoked) = (keys, others, revoked)
        let verification = try await world.post(try TestReceipts.receipt()).id
        #expect(verification != "")
        // A key of the app that no test uses for asking.
        let idle = try await records.make(
            .client, for: IntakeWorld.bundleID, label: "idle", at: IntakeWorld.start, in: world.database)
        names = [
            "app": IntakeWorld.bundleID, "user": "anna", "id": verification, "key": idle.key.id, "original": "1",
            "product": "pro", "productId": "pro", "file": "a.txt",
        ]
    }

    /// The keys as rows, for what the command line does.
    static var records: KeyRecords {
        let randomness = SystemRandomness()
        return KeyRecords(trail: AuditTrail(randomness: randomness), randomness: randomness)
    }

    func token(of user: String, for audience: String = TestToken.audience) throws -> String {
        try TestToken(of: user, for: audience, at: world.wall.now).text()
    }

    /// The path of a rule's route, with its captures filled in.
    func path(_ rule: RouteRule, app: String = IntakeWorld.bundleID, user: String = "anna") throws -> String {
        var path: [String] = []
        for segment in rule.pattern.split(separator: "/") {
            guard segment.hasPrefix("{") else {
                path.append(String(segment))
                continue
            }
            let name = String(segment.dropFirst().dropLast())
            switch name {
            case "app": path.append(app)
            case "user": path.append(user)
            case "id" where rule.pattern.contains("keys"): path.append(try #require(names["key"]))
            default: path.append(try #require(names[name], "a name for \(name) of \(rule.name)"))
            }
        }
        return "/" + path.joined(separator: "/")
    }

    /// Sends what a rule holds to be in order.
    ///
    /// - Parameters:
    ///   - authorization: the header field's value.
    ///   - token: the user token.
    func send(
        _ rule: RouteRule, authorization: String?, token: String? = nil, app: String = IntakeWorld.bundleID,
        user: String = "anna"
    ) async throws -> HTTPResponse {
        let url = HTTPURL(
            origin: .init(scheme: .http, host: "merchant.example", port: 80),
            target: try path(rule, app: app, user: user))
        var request = HTTPRequest(rule.method, url, body: rule.body?.bytes() ?? [])
        if let authorization { try request.headers.append("Authorization", authorization) }
        if let token { try request.headers.append("User-Token", token) }
        for (name, value) in rule.headers { try request.headers.append(name, value) }
        let response = await world.merchant.service(request)
        for problem in Exchange(request: request, response: response).problems { Issue.record("\(problem)") }
        return response
    }

    /// How much there is in every table.
    func counts() async throws -> [String: Int64] {
        try await world.database.read { scope throws(StorageError) in
            var counts: [String: Int64] = [:]
            let rows = try scope.rows(Self.tables)
            for row in rows { counts[try row.text(0)] = try row.integer(1) }
            return counts
        }
    }

    private static let tables: SQL = """
        SELECT 'access_key', count(*) FROM access_key
        UNION ALL SELECT 'access_key.revoked', count(revoked) FROM access_key
        UNION ALL SELECT 'account_token', count(*) FROM account_token
        UNION ALL SELECT 'attempt', count(*) FROM attempt
        UNION ALL SELECT 'audit_chain', count(subject) FROM audit_chain
        UNION ALL SELECT 'audit_content', count(*) FROM audit_content
        UNION ALL SELECT 'audit_entry', count(*) FROM audit_entry
        UNION ALL SELECT 'claim', count(*) FROM claim
        UNION ALL SELECT 'fact', count(*) FROM fact
        UNION ALL SELECT 'holder', count(*) FROM holder
        UNION ALL SELECT 'job', count(*) FROM job
        UNION ALL SELECT 'merged', count(*) FROM merged
        UNION ALL SELECT 'product', count(*) FROM product
        UNION ALL SELECT 'spending', count(*) FROM spending
        UNION ALL SELECT 'submission', count(*) FROM submission
        """
}
