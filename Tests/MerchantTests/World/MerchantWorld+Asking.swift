import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallTimeline

/// Tokens of users, as the developer's backend makes them.
enum WorldTokens {
    static let secret = Secret("0123456789abcdef0123456789abcdef")

    /// - Parameter expires: in seconds since 1970.
    static func token(
        _ user: String, app: String = MerchantWorld.notes, expires: Int64, secret: Secret = WorldTokens.secret
    ) -> String {
        let payload: JSON = ["sub": .string(user), "aud": .string(app), "exp": .integer(expires)]
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, payload.text()].map { base64url(Array($0.utf8)) }
        let signed = Array(parts.joined(separator: ".").utf8)
        let key = secret.bytes
        return String(decoding: signed, as: UTF8.self) + "."
            + base64url(MessageAuthentication.code(of: signed.span, key: key.span))
    }

    private static func base64url(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes.span, .url, padded: false)
    }
}

extension MerchantWorld {
    /// What a request was answered with.
    struct Answer: Sendable {
        var response: HTTPResponse
        var json: JSON

        var status: Int { response.status.code }
        /// The code of an error; nil for any other answer.
        var code: String? { json["error"]?["code"]?.text }
        /// The verification's identifier.
        var id: String { json["verificationId"]?.text ?? "" }
        /// `pending`, `valid`, `refused`, `held`.
        var verdict: String? { json["status"]?.text }
        var reason: String? { json["reason"]?.text }
        /// An error's status and code, or where the verification stands: what a test compares.
        var told: String { "\(status) \(code ?? verdict ?? json.text())" }
    }

    /// Sends a request to the merchant.
    ///
    /// - Parameters:
    ///   - token: the user whom a user token names.
    ///   - app: whose audience the token has.
    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, key: String? = nil, token: String? = nil,
        app: String = MerchantWorld.notes, headers: [(String, String)] = []
    ) async throws -> Answer {
        let url = try #require(HTTPURL("http://127.0.0.1:8080\(path)"))
        var request = HTTPRequest(method, url, body: body?.bytes() ?? [])
        if body != nil { try request.headers.append("Content-Type", "application/json") }
        try request.headers.append("Authorization", "Bearer \(key ?? self.key(.server))")
        if let token {
            try request.headers.append(
                "User-Token", WorldTokens.token(token, app: app, expires: time.now.seconds + 3_600))
        }
        for (name, value) in headers { try request.headers.append(name, value) }
        let response = try await MemoryServer(bodyLimit: 8 << 20, service: merchant.service).respond(to: request)
        let bytes = response.body
        let isJSON = response.headers["Content-Type"] == "application/json" && !bytes.isEmpty
        return Answer(response: response, json: isJSON ? try JSON(reading: bytes.span) : .null)
    }

    /// An app on a user's device sends a receipt: with a client key and the user's token.
    func send(
        _ receipt: String, user: String, app: String = MerchantWorld.notes, headers: [(String, String)] = []
    ) async throws -> Answer {
        try await ask(
            .post, "/v1/apps/\(app)/users/\(user)/receipts", ["receipt": .string(receipt)],
            key: key(.client, app: app), token: user.hasPrefix("anon:") ? nil : user, app: app, headers: headers)
    }

    /// A verification with its history.
    func verification(_ id: String, app: String = MerchantWorld.notes) async throws -> Answer {
        try await ask(.get, "/v1/verifications/\(id)", key: key(.server, app: app))
    }

    /// How the questions of a verification went: `status 21007 at sandbox`.
    func history(_ id: String) async throws -> [String] {
        let history = try await verification(id).json["history"]?.array ?? []
        return history.map { attempt in
            let host = attempt["host"]?.text == StoreDoor.sandbox.description ? "sandbox" : "production"
            let number = attempt["status"]?.int64.map { " \($0)" } ?? ""
            return "\(host): \(attempt["outcome"]?.text ?? "")\(number)"
        }
    }

    /// What a user owns.
    func book(_ user: String, app: String = MerchantWorld.notes) async throws -> JSON {
        let answer = try await ask(.get, "/v1/apps/\(app)/users/\(user)", key: key(.server, app: app))
        try #require(answer.status == 200)
        return answer.json
    }

    /// What a user has now: active entitlements, then credits, sorted: `["coins 100", "pro"]`.
    func has(_ user: String, app: String = MerchantWorld.notes) async throws -> [String] {
        let book = try await book(user, app: app)
        let entitlements = (book["entitlements"]?.array ?? []).filter { $0["active"]?.isTrue == true }
            .compactMap { $0["id"]?.text }
        var credits: [String] = []
        for member in book["credits"]?.object ?? [:] { credits.append("\(member.key) \(member.value.int64 ?? -1)") }
        return (Set(entitlements) + credits).sorted()
    }

    /// The purchases of a user, by transaction.
    func purchases(_ user: String, app: String = MerchantWorld.notes) async throws -> [JSON] {
        try await book(user, app: app)["purchases"]?.array ?? []
    }
}

extension JSON {
    /// An array's item; nil for what is no array, or has none there.
    subscript(place: Int) -> JSON? {
        guard let array, array.indices.contains(place) else { return nil }
        return array[place]
    }
}
