import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// `/connect/v1`: keys, testers, volume purchases.
extension StoreBox {
    func addKeys(to router: inout Router) {
        router.on(.post, "/connect/v1/apps/{bundleId}/keys") { [service] _, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                let developer = try await service.read { try $0.developer(ofApp: bundleID) }
                // The secret half goes out with the answer and is kept nowhere.
                let made = try MadeKey()
                let decision = try await service.perform(.addKey(developer, publicKey: made.publicKey))
                guard case .key(let keyID) = decision.subject else { throw APIError.notFound }
                var json = try await service.read { $0.json(of: try $0.key(keyID, of: developer)) }
                json["p8"] = .string(made.p8)
                return .json(.object(json), status: .created)
            }
        }
        router.on(.get, "/connect/v1/apps/{bundleId}/keys") { [service] _, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                let keys = try await service.read { state in
                    let developer = try state.developer(ofApp: bundleID)
                    return state.connect.keys.filter { $0.developer == developer }.map {
                        JSON.object(state.json(of: $0))
                    }
                }
                return .json(["keys": .array(keys)])
            }
        }
        router.on(.delete, "/connect/v1/apps/{bundleId}/keys/{keyId}") {
            [service] _, arguments async throws(APIError) in
            let (bundleID, keyID) = (arguments["bundleId"], arguments["keyId"])
            return try await answering { () async throws -> HTTPResponse in
                let developer = try await service.read { try $0.developer(ofApp: bundleID) }
                _ = try await service.perform(.revokeKey(developer, keyID))
                return .empty()
            }
        }
        addTesters(to: &router)
        addVolumePurchases(to: &router)
    }

    private func addTesters(to router: inout Router) {
        let box = self
        router.on(.put, "/connect/v1/testers/{name}") { [service] request, arguments async throws(APIError) in
            let name = arguments["name"]
            let change = try Self.accountChange(RequestBody(request))
            return try await answering { () async throws -> HTTPResponse in
                let subject = try await service.perform(.putTester(name, storefront: change.storefront)).subject
                guard case .account(let account) = subject else { throw APIError.notFound }
                if change != StoreCommand.AccountChange() {
                    _ = try await service.perform(.changeAccount(account, change))
                }
                return .json(try await box.tester(name))
            }
        }
        router.on(.get, "/connect/v1/testers/{name}") { _, arguments async throws(APIError) in
            let name = arguments["name"]
            return try await answering { () async throws -> HTTPResponse in .json(try await box.tester(name)) }
        }
        router.on(.get, "/connect/v1/testers") { [service] _, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                var list: [JSON] = []
                for name in try await service.read({ $0.connect.testers.keys.sorted() }) {
                    list.append(try await box.tester(name))
                }
                return .json(["testers": .array(list)])
            }
        }
    }

    /// A tester with the account and its token.
    private func tester(_ name: String) async throws -> JSON {
        let (number, account, terms) = try await service.read { state in
            guard let number = state.connect.testers[name] else { throw StoreRefusal.unknown("tester") }
            return (number, try state.account(number), state.terms(of: number))
        }
        guard var json = Self.json(number, account, terms).object else { return .null }
        json["name"] = .string(name)
        json["token"] = .string(try await tokens().token(number))
        return .object(json)
    }

    private func addVolumePurchases(to router: inout Router) {
        router.on(.put, "/connect/v1/apps/{bundleId}/volume-purchases/{accountId}") {
            [service] request, arguments async throws(APIError) in
            let account = AccountNumber(try arguments.capture("accountId", as: Int64.self))
            let bundleID = arguments["bundleId"]
            let body = try RequestBody(request)
            let milliseconds = try body.require("expiresDate", try body.integer("expiresDate"))
            return try await answering { () async throws -> HTTPResponse in
                let expires = Instant(milliseconds: milliseconds)
                _ = try await service.perform(.setVolumePurchase(account, bundleID: bundleID, expires: expires))
                return .json([
                    "accountId": .string(String(account.value)), "bundleId": .string(bundleID),
                    "expiresDate": .integer(milliseconds),
                ])
            }
        }
        router.on(.delete, "/connect/v1/apps/{bundleId}/volume-purchases/{accountId}") {
            [service] _, arguments async throws(APIError) in
            let account = AccountNumber(try arguments.capture("accountId", as: Int64.self))
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.setVolumePurchase(account, bundleID: bundleID, expires: nil))
                return .empty()
            }
        }
    }
}

extension StoreState {
    /// The developer account that an app belongs to.
    fileprivate func developer(ofApp bundleID: String) throws(StoreRefusal) -> DeveloperNumber {
        try app(try app(bundleID: bundleID)).developer
    }

    /// A key as Connect shows it: never its secret half, which the store does not have.
    fileprivate func json(of key: KeyRecord) -> JSONObject {
        var json: JSONObject = [
            "keyId": .string(key.keyID), "issuerId": .string(issuerID(of: key.developer)),
            "publicKey": .string(Base64.encode(key.publicKey.span)),
            "createdDate": .integer(key.created.milliseconds),
        ]
        if let revoked = key.revoked { json["revokedDate"] = .integer(revoked.milliseconds) }
        return json
    }
}
