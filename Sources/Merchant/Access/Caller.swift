import WindfallCommerce
import WindfallHTTP

/// What a key may do.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// In the app, on people's devices: for the user whom a token names, or an anonymous one.
    case client
    /// The developer's backend: for any user of the app.
    case server
    /// The people who run the server: configuration, queue, erasing.
    case `operator`
}

/// Who sent a request, once its key and its token were found good.
package struct Caller: Hashable, Sendable {
    /// The app's bundle identifier.
    package var app: String
    package var role: Role
    /// The key's public name, for logs.
    package var keyID: String
}

extension Merchant {
    /// Finds out who sends a request about an app, and whether he may.
    ///
    /// - Parameters:
    ///   - app: the bundle identifier in the address.
    ///   - roles: who may.
    ///   - user: the user in the address; a client may speak only for the user whom its token names, or for an anonymous one.
    /// - Returns: the caller and the app's configuration.
    /// - Throws: ``APIError``: 401 `unauthorized`, 403 `forbidden`, 404 `unknown_app`, 401 `user_token_…`.
    func authorize(
        _ request: HTTPRequest, app: String, roles: Set<Role>, user: UserIdentifier? = nil
    ) async throws(APIError) -> (caller: Caller, app: MerchantApp) {
        preconditionFailure("not there yet")
    }
}
