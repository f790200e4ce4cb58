import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// `/v1/apps/{app}/owners/{originalTransactionId}`: whose a purchase is, asked before it is shown, and changed by those in
/// charge.
extension Merchant {
    func addOwners(to router: inout Router) {
        router.on(.get, "/v1/apps/{app}/owners/{original}") { [self] request, arguments async throws(APIError) in
            let named = try Self.asking(arguments)
            let (caller, app) = try await authorize(
                request, app: arguments["app"], roles: Set(Role.allCases), user: named)
            let user = named ?? caller.user
            guard user != nil || caller.role != .client else {
                throw .badRequest("A client says for whom it asks, here or by a user token.", field: "user")
            }
            return try await owner(of: try Self.original(arguments), asked: caller, for: user, app: app)
        }
        router.on(.post, "/v1/apps/{app}/owners/{original}") { [self] request, arguments async throws(APIError) in
            let app = try await authorize(request, app: arguments["app"], roles: [.server, .operator]).app
            let body = try request.json()
            guard let user = body["userId"]?.text.flatMap(UserIdentifier.init) else {
                throw .badRequest("It is the user who gets the purchase.", field: "userId")
            }
            let withCredits = body["withCredits"]?.isTrue ?? false
            let original = try Self.original(arguments)
            try await move(original, to: user, withCredits: withCredits, app: app)
            return .json([
                "userId": .string(user.text), "originalTransactionId": .string(original.id),
                "environment": .string(original.environment.rawValue),
            ])
        }
    }

    /// Who asks: an item of the query, for clients whose user has no token.
    private static func asking(_ arguments: RouteArguments) throws(APIError) -> UserIdentifier? {
        guard let text = arguments.query["user"] else { return nil }
        guard let user = UserIdentifier(text) else { throw .badRequest("That is no user.", field: "user") }
        return user
    }

    /// The purchase in the address; its environment is an item of the query, production unless said otherwise.
    private static func original(_ arguments: RouteArguments) throws(APIError) -> TransactionKey {
        let id = arguments["original"]
        let environment = arguments.query["environment"] ?? Environment.production.rawValue
        guard (1...FactRow.longestName).contains(id.utf8.count), !id.utf8.contains(0) else { throw .unknownPurchase }
        guard [.production, .sandbox, .xcode, .localTesting].contains(Environment(rawValue: environment)) else {
            throw .badRequest("An environment is Production or Sandbox.", field: "environment")
        }
        return TransactionKey(Environment(rawValue: environment), id)
    }

    private func owner(
        of original: TransactionKey, asked caller: Caller, for user: UserIdentifier?, app: MerchantApp
    ) async throws(APIError) -> HTTPResponse {
        let now = clock.store.now
        let forecast = try await storing { [ledger, database] () throws(StorageError) in
            try await database.read { scope throws(StorageError) in
                try ledger.forecast(of: original, for: user, app: app, at: now, in: scope)
            }
        }
        var json: JSONObject = [
            "policy": .string(app.transfers.rawValue), "wouldTransfer": .bool(forecast.wouldTransfer),
            "decision": .string(forecast.decision.word),
        ]
        // A client learns of no other user.
        if let holder = forecast.holder, caller.role != .client || holder == user {
            json["userId"] = .string(holder.text)
        }
        return .json(.object(json))
    }

    private func move(
        _ original: TransactionKey, to user: UserIdentifier, withCredits: Bool, app: MerchantApp
    ) async throws(APIError) {
        let now = clock.now
        let key = UserKey(app: app.bundleID, user: user)
        let isKnown = try await storing { [ledger, database] () throws(StorageError) in
            try await database.write(.statement) { scope throws(StorageError) in
                try ledger.move(original, to: key, withCredits: withCredits, at: now, in: scope)
            }
        }
        guard isKnown else { throw .unknownPurchase }
    }
}

extension APIError {
    fileprivate static var unknownPurchase: APIError {
        APIError(.notFound, "unknown_purchase", "No such purchase is known here.", field: "originalTransactionId")
    }
}
