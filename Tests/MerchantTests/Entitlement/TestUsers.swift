import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A server of one test's own, with a key of each role.
struct TestUsers: Sendable {
    var ledger: TestLedger
    let merchant: Merchant
    let time: VirtualTimeline
    private let keys: [Role: String]
    private static let tokenSecret = Secret("0123456789abcdef0123456789abcdef")
    static let anonymous = "anon:0123456789abcdefghijkl"

    /// Reaches nobody: nothing here asks the store.
    private struct NoStore: HTTPTransport {
        func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
            HTTPResponse(.notFound)
        }
    }

    init(_ engine: TestEngine, transfers: TransferPolicy = .refuse) async throws {
        ledger = try await TestLedger(engine, transfers: transfers)
        ledger.app.userTokenKeys = [.hs256(Self.tokenSecret)]
        let time = VirtualTimeline(now: TestLedger.now)
        self.time = time
        let randomness = SeededRandomness(seed: 7)
        let settings = CurrentSettings(
            MerchantSettings(apps: [ledger.app, MerchantApp(bundleID: "com.example.other")]))
        merchant = Merchant(
            database: ledger.database, settings: settings, clock: MerchantClock(wall: time) { _ in },
            randomness: randomness, store: NoStore(), log: MerchantLog(timeline: time) { _ in })
        let records = KeyRecords(trail: AuditTrail(randomness: randomness), randomness: randomness)
        var keys: [Role: String] = [:]
        for role in Role.allCases {
            keys[role] = try await records.make(
                role, for: ledger.app.bundleID, label: "", at: TestLedger.now, in: ledger.database
            ).text.text
        }
        self.keys = keys
    }

    /// Sends a request about the app.
    ///
    /// - Parameters:
    ///   - path: behind `/v1/apps/com.example.notes/`.
    ///   - token: the user whom a user token names.
    func send(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, as role: Role = .server, token: String? = nil,
        key: String? = nil
    ) async throws -> HTTPResponse {
        var headers = HTTPHeaders()
        try headers.append("Authorization", "Bearer \(keys[role] ?? "")")
        if let token { try headers.append("User-Token", try userToken(token)) }
        if let key { try headers.append("Idempotency-Key", key) }
        let url = try #require(HTTPURL("http://127.0.0.1/v1/apps/com.example.notes/\(path)"))
        return await merchant.service(HTTPRequest(method, url, headers: headers, body: body?.bytes() ?? []))
    }

    func get(_ path: String, as role: Role = .server, token: String? = nil) async throws -> HTTPResponse {
        try await send(.get, path, as: role, token: token)
    }

    func spend(
        _ amount: Int64, of credit: String = "coins", by user: String, key: String?
    ) async throws -> HTTPResponse {
        try await send(
            .post, "users/\(user)/consumptions", ["credit": .string(credit), "amount": .integer(amount)], key: key)
    }

    private func userToken(_ user: String) throws -> String {
        let payload: JSON = [
            "sub": .string(user), "aud": "com.example.notes", "exp": .integer(time.now.seconds + 3_600),
        ]
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, payload.text()].map { Self.base64url(Array($0.utf8)) }
        let signed = Array(parts.joined(separator: ".").utf8)
        let secret = Self.tokenSecret.bytes
        let code = MessageAuthentication.code(of: signed.span, key: secret.span)
        return String(decoding: signed, as: UTF8.self) + "." + Self.base64url(code)
    }

    private static func base64url(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes.span, .url, padded: false)
    }
}

extension HTTPResponse {
    /// The status and the code of an error, or the whole body: what a test compares.
    func told() throws -> String {
        let json = try JSON(reading: body.span)
        return "\(status.code) \(json["error"]?["code"]?.text ?? json.text())"
    }
}
