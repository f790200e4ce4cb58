import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// `/v1/apps/{app}/users/{user}`: what a user owns and spends, and who the user is.
extension Merchant {
    func addUsers(to router: inout Router) {
        router.on(.get, "/v1/apps/{app}/users/{user}") { [self] request, arguments async throws(APIError) in
            let user = try user(arguments)
            let app = try await authorize(
                request, app: arguments["app"], roles: Set(Role.allCases), user: user
            ).app
            return .json(try await book(of: user, app: app).json)
        }
        router.on(.post, "/v1/apps/{app}/users/{user}/consumptions") {
            [self] request, arguments async throws(APIError) in
            let user = try user(arguments)
            let app = try await authorize(
                request, app: arguments["app"], roles: Set(Role.allCases), user: user
            ).app
            return try await spend(Self.spendingOrder(request), of: user, app: app)
        }
        router.on(.post, "/v1/apps/{app}/users/{user}/identify") {
            [self] request, arguments async throws(APIError) in
            let anonymous = try user(arguments)
            // Nothing of a stranger's body is read.
            _ = try await caller(of: request)
            // The anonymous user is proved by the name itself; the known one has to be proved as well.
            let known = try Self.known(in: request)
            let app = try await authorize(
                request, app: arguments["app"], roles: Set(Role.allCases), user: known
            ).app
            return try await identify(anonymous, as: known, app: app)
        }
        router.on(.put, "/v1/apps/{app}/users/{user}/token") { [self] request, arguments async throws(APIError) in
            let user = try user(arguments)
            let app = try await authorize(
                request, app: arguments["app"], roles: [.server, .operator], user: user
            ).app
            return try await register(Self.accountToken(in: request), for: user, app: app)
        }
    }

    private func book(of user: UserIdentifier, app: MerchantApp) async throws(APIError) -> UserBook {
        let now = clock.store.now
        let key = UserKey(app: app.bundleID, user: user)
        return try await storing { [ledger, database] () throws(StorageError) in
            try await database.read { scope throws(StorageError) in
                try ledger.book(of: key, app: app, at: now, in: scope)
            }
        }
    }

    // MARK: Spending

    private func spend(
        _ order: SpendingOrder, of user: UserIdentifier, app: MerchantApp
    ) async throws(APIError) -> HTTPResponse {
        let now = clock.now
        let key = UserKey(app: app.bundleID, user: user)
        let outcome = try await storing { [ledger, database] () throws(StorageError) in
            try await database.attempt(.statement) { scope throws(StorageError) in
                try ledger.spend(order, of: key, app: app, at: now, in: scope)
            }
        }
        switch outcome {
        case .success(let receipt):
            var headers = HTTPHeaders()
            // A name and a word are always a header field.
            if receipt.isReplayed { try? headers.append("Idempotency-Replayed", "true") }
            return .json(["balance": .integer(receipt.balance)], headers: headers)
        case .failure(let refusal): throw APIError(refusal)
        }
    }

    private static func spendingOrder(_ request: HTTPRequest) throws(APIError) -> SpendingOrder {
        guard let key = request.headers["Idempotency-Key"], (1...SpendingOrder.longestKey).contains(key.utf8.count),
            !key.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else {
            throw .badRequest(
                "Spending needs a key of 1 to \(SpendingOrder.longestKey) bytes, new for each spending that is meant.",
                field: "Idempotency-Key")
        }
        let body = try request.json()
        guard let credit = body["credit"]?.text, (1...ShelfLimits.nameBytes).contains(credit.utf8.count),
            !credit.utf8.contains(0)
        else { throw .badRequest("It is the name of a credit.", field: "credit") }
        guard let amount = body["amount"]?.int64, (1...SpendingOrder.largestAmount).contains(amount) else {
            throw .badRequest("An amount is a whole number, one or more.", field: "amount")
        }
        return SpendingOrder(key: key, credit: credit, amount: amount)
    }

    // MARK: Who a user is

    private func identify(
        _ anonymous: UserIdentifier, as known: UserIdentifier, app: MerchantApp
    ) async throws(APIError) -> HTTPResponse {
        let now = clock.now
        let key = UserKey(app: app.bundleID, user: anonymous)
        let outcome = try await storing { [ledger, database] () throws(StorageError) in
            try await database.attempt(.statement) { scope throws(StorageError) in
                try ledger.merge(key, into: known, at: now, in: scope)
            }
        }
        guard case .success = outcome else {
            throw APIError(
                .conflict, "not_anonymous", "The user has said who he is: two known users never become one.",
                field: "user")
        }
        return .json(try await book(of: known, app: app).json)
    }

    private static func known(in request: HTTPRequest) throws(APIError) -> UserIdentifier {
        guard let user = try request.json()["userId"]?.text.flatMap(UserIdentifier.init), !user.isAnonymous else {
            throw .badRequest(
                "It is the user that the anonymous one turned out to be, and not anonymous.", field: "userId")
        }
        return user
    }

    private func register(
        _ token: AccountToken, for user: UserIdentifier, app: MerchantApp
    ) async throws(APIError) -> HTTPResponse {
        let now = clock.now
        let key = UserKey(app: app.bundleID, user: user)
        let isTheirs = try await storing { [ledger, database] () throws(StorageError) in
            try await database.write(.statement) { scope throws(StorageError) in
                try ledger.register(token, for: key, at: now, in: scope)
            }
        }
        guard isTheirs else {
            throw APIError(.conflict, "token_in_use", "The token stands for another user.", field: "appAccountToken")
        }
        return .json(["userId": .string(user.text), "appAccountToken": .string(token.text)])
    }

    private static func accountToken(in request: HTTPRequest) throws(APIError) -> AccountToken {
        guard let token = try request.json()["appAccountToken"]?.text.flatMap(AccountToken.init) else {
            throw .badRequest("It is a UUID, as in a purchase's appAccountToken.", field: "appAccountToken")
        }
        return token
    }
}

extension SpendingOrder {
    /// In bytes.
    fileprivate static let longestKey = 255
}

extension APIError {
    fileprivate init(_ refusal: SpendingRefusal) {
        switch refusal {
        case .insufficientCredits(let balance):
            self.init(
                .conflict, refusal.code, "There is less than that to spend: \(balance).", field: "amount",
                next: "Spend less, or buy first.")
        case .amountNotPositive:
            self = .badRequest("An amount is a whole number, one or more.", field: "amount")
        case .keyReused:
            self.init(
                .unprocessable, refusal.code, "The key came with another spending before.", field: "Idempotency-Key",
                next: "Use a new key for each spending that is meant.")
        }
    }
}
