package import WindfallCommerce
import WindfallHTTP
import WindfallStorage
import WindfallTimeline

/// Who sent a request, once its key and its token were found good.
package struct Caller: Hashable, Sendable {
    /// The app's bundle identifier.
    package var app: String
    package var role: Role
    /// The key's public name, for logs.
    package var keyID: String
    /// The user whom a token named; nil for servers, operators and anonymous users.
    package var user: UserIdentifier?
}

extension Merchant {
    /// Finds out who sends a request about an app, and whether he may.
    ///
    /// - Parameters:
    ///   - app: the bundle identifier in the address.
    ///   - roles: who may.
    ///   - user: the user in the address; a client may speak only for the user whom its token names, or for an anonymous
    ///     one, whose identifier is its secret.
    /// - Returns: the caller and the app's configuration.
    /// - Throws: ``APIError``: 401 `unauthorized` or `user_token_…`, 403 `forbidden`, 404 `unknown_app`.
    func authorize(
        _ request: HTTPRequest, app: String, roles: Set<Role>, user: UserIdentifier? = nil
    ) async throws(APIError) -> (caller: Caller, app: MerchantApp) {
        var caller = try await self.caller(of: request)
        guard caller.app == app || isLocal else {
            throw .forbidden("The key is another app's.", field: "Authorization")
        }
        guard roles.contains(caller.role) else {
            throw .forbidden("A \(caller.role.rawValue) key may not do this.", field: "Authorization")
        }
        guard let known = settings.value.apps[app] else {
            throw APIError(.notFound, "unknown_app", "The configuration names no such app.")
        }
        guard caller.role == .client else { return (caller, known) }
        if let token = request.headers["User-Token"] {
            let now = clock.wall.now
            caller.user = try UserToken(reading: token, keys: known.userTokenKeys, audience: app, at: now).user
        }
        if let user, !user.isAnonymous {
            guard let named = caller.user else { throw .userToken(.missing) }
            guard named == user else { throw .forbidden("The token is another user's.", field: "User-Token") }
        }
        return (caller, known)
    }

    /// Whose key came with a request.
    ///
    /// - Throws: ``APIError`` 401 `unauthorized`, and 503.
    func caller(of request: HTTPRequest) async throws(APIError) -> Caller {
        if isLocal { return Caller(app: "", role: .operator, keyID: "command-line") }
        guard let given = request.bearerToken, let text = AccessKeyText(given) else { throw .unauthorized }
        let key = try await storing { () throws(StorageError) in
            try await keyMemory.key(text, at: clock.wall.now, in: keys, of: database)
        }
        guard let key else { throw .unauthorized }
        return Caller(app: key.app, role: key.role, keyID: key.id)
    }

    /// The user in an address.
    ///
    /// - Throws: ``APIError`` 400 `bad_user`: the same for whoever asks, so it tells nothing.
    func user(_ arguments: RouteArguments) throws(APIError) -> UserIdentifier {
        guard let user = UserIdentifier(arguments["user"]) else {
            throw APIError(
                .badRequest, "bad_user",
                "A user is 1 to 128 bytes of UTF-8 without control characters; behind anon: come 21 or more random ones.",
                field: "user")
        }
        return user
    }
}
