package import WindfallCommerce
import WindfallCryptography
package import WindfallHTTP
import WindfallJSON
import WindfallSignedData
package import WindfallTimeline

/// What a user token says: a JWT (RFC 7519) by which the developer's backend tells whose device sends a request.
package struct UserToken: Hashable, Sendable {
    /// `sub`: the user.
    package var user: UserIdentifier
    /// `exp`: the first moment at which the token is no longer good.
    package var expires: Instant

    /// The longest token, in bytes.
    package static let longest = 8 * 1024
    /// How far ahead `exp` may lie.
    package static let longestLife = Duration.seconds(24 * 60 * 60)
    /// The shortest secret that HS256 signs with, in bytes: as long as the digest (RFC 7518, 3.2).
    package static let shortestSecret = 32
    /// How much the clock of the backend may differ from ours.
    package static let skew = Duration.seconds(60)

    /// Reads a token and judges it.
    ///
    /// - Parameters:
    ///   - keys: the app's; the algorithm is the key's, and the header's only has to agree.
    ///   - audience: the app's bundle identifier, which `aud` has to name.
    ///   - now: in wall time.
    /// - Throws: ``APIError`` 401, with a code that begins with `user_token_`.
    package init(
        reading text: String, keys: [UserTokenKey], audience: String, at now: Instant
    ) throws(APIError) {
        guard text.utf8.count <= Self.longest else { throw .userToken(.malformed) }
        let bytes = Array(text.utf8)
        let claims = try Self.claims(in: bytes, keys)
        guard let subject = claims["sub"]?.text, let user = UserIdentifier(subject), !user.isAnonymous else {
            throw .userToken(.subject)
        }
        try Self.judge(audience: claims["aud"], audience)
        guard let expires = Self.instant(claims["exp"]) else { throw .userToken(.malformed) }
        guard now < expires.adding(Self.skew) ?? expires else { throw .userToken(.expired) }
        guard let last = now.adding(Self.longestLife)?.adding(Self.skew), expires <= last else {
            throw .userToken(.lifetime)
        }
        for name in ["nbf", "iat"] where claims[name] != nil {
            guard let begins = Self.instant(claims[name]) else { throw .userToken(.malformed) }
            guard let latest = now.adding(Self.skew), begins <= latest else { throw .userToken(.early) }
        }
        self.user = user
        self.expires = expires
    }

    /// The claims, once one of the keys has signed them.
    private static func claims(in bytes: [UInt8], _ keys: [UserTokenKey]) throws(APIError) -> JSONObject {
        let (parts, header, signature, claims) = try parts(of: bytes)
        // What has to be understood and is not, is refused (RFC 7515, 4.1.11).
        guard header["crit"] == nil, let algorithm = header["alg"]?.text else { throw .userToken(.malformed) }
        let signed = Array(bytes[parts.signed])
        for key in keys where key.algorithm == algorithm && key.hasSigned(signed, as: signature) { return claims }
        throw .userToken(.signature)
    }

    private static func parts(
        of bytes: [UInt8]
    ) throws(APIError) -> (CompactJWS, header: JSONObject, signature: [UInt8], claims: JSONObject) {
        do throws(Problem) {
            let span = bytes.span
            let parts = try CompactJWS(reading: span)
            return (
                parts, try CompactJWS.object(parts.header, of: span, field: "header"),
                try CompactJWS.decode(parts.signature, of: span, field: "signature"),
                try CompactJWS.object(parts.payload, of: span, field: "payload")
            )
        } catch {
            throw .userToken(.malformed)
        }
    }

    private static func judge(audience claim: JSON?, _ audience: String) throws(APIError) {
        let named = claim?.text.map { [$0] } ?? claim?.array?.compactMap(\.text) ?? []
        // A list that names something else than texts was not made by what makes tokens (RFC 7519, 4.1.3).
        if let list = claim?.array, list.count != named.count { throw .userToken(.malformed) }
        guard named.contains(audience) else { throw .userToken(.audience) }
    }

    /// A NumericDate: seconds, of which what is behind the point is dropped (RFC 7519, 2).
    private static func instant(_ claim: JSON?) -> Instant? {
        guard let seconds = claim?.number?.truncated, (0...253_402_300_799).contains(seconds) else { return nil }
        return Instant(milliseconds: seconds * 1000)
    }
}

extension UserTokenKey {
    /// As the header names it.
    fileprivate var algorithm: String {
        switch self {
        case .hs256: "HS256"
        case .es256: "ES256"
        }
    }

    fileprivate func hasSigned(_ message: [UInt8], as signature: [UInt8]) -> Bool {
        switch self {
        case .hs256(let secret):
            let key = secret.bytes
            // A secret that can be guessed, or is none, signs nothing.
            guard key.count >= UserToken.shortestSecret else { return false }
            return MessageAuthentication.isCode(signature.span, of: message.span, key: key.span)
        case .es256(let bytes):
            guard let key = try? PublicKey(subjectPublicKeyInfo: bytes.span) else { return false }
            return key.verifiesRaw(signature.span, of: message.span, digest: .sha256)
        }
    }
}

extension APIError {
    /// What is wrong with a user token.
    enum UserTokenFault: String, CaseIterable {
        case missing, malformed, signature, expired, audience, lifetime, subject, early

        fileprivate var message: String {
            switch self {
            case .missing: "A client key needs the token of a user, or an anonymous user in the address."
            case .malformed: "The user token is no JWT that can be read, or a claim of it can't be."
            case .signature: "The user token was not signed with a key of the app."
            case .expired: "The user token has expired."
            case .audience: "The user token is for another app: aud has to name the bundle identifier."
            case .lifetime: "The user token is good for longer than 24 hours."
            case .subject: "The user token's sub is no identifier of a known user."
            case .early: "The user token is not good yet."
            }
        }
    }

    static func userToken(_ fault: UserTokenFault) -> APIError {
        var headers = HTTPHeaders()
        // Letters are always a header field.
        try? headers.append("WWW-Authenticate", "Bearer")
        return APIError(
            .unauthorized, "user_token_\(fault.rawValue)", fault.message, field: "User-Token",
            next: fault == .expired ? "Get a new token from your backend." : nil, headers: headers)
    }
}
