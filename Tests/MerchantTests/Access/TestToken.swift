import WindfallCommerce
import WindfallCryptography
import WindfallHTTP
import WindfallMerchant
import WindfallSignedData
import WindfallTimeline

/// A user token in the making; unless changed, a good one.
struct TestToken {
    static let now = Instant(milliseconds: 1_700_000_000_000)
    static let secret = Secret("a secret of thirty-two bytes or more")
    static let audience = "com.example.notes"

    var header = #"{"alg":"HS256","typ":"JWT"}"#
    var claims: String
    /// What signs it; nil leaves the signature empty.
    var signing: ((_ message: [UInt8]) throws -> [UInt8])? = { Self.hmac($0, Self.secret) }

    /// - Parameters:
    ///   - user: `sub`.
    ///   - audience: `aud`.
    ///   - life: the seconds from `now` to `exp`.
    ///   - more: further claims, each behind a comma.
    init(
        of user: String = "anna", for audience: String = Self.audience, at now: Instant = Self.now,
        life: Int64 = 3_600, more: String = ""
    ) {
        claims = #"{"sub":"\#(user)","aud":"\#(audience)","exp":\#(now.seconds + life)\#(more)}"#
    }

    init(claims: String) {
        self.claims = claims
    }

    /// The compact form.
    func text() throws -> String {
        let signed = Self.base64url(Array(header.utf8)) + "." + Self.base64url(Array(claims.utf8))
        return signed + "." + Self.base64url(try signing?(Array(signed.utf8)) ?? [])
    }

    static func hmac(_ message: [UInt8], _ secret: Secret) -> [UInt8] {
        let key = secret.bytes
        return MessageAuthentication.code(of: message.span, key: key.span)
    }

    static func base64url(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes.span, .url, padded: false)
    }

    static func bytes(base64: String, _ alphabet: Base64.Alphabet = .standard) throws -> [UInt8] {
        let text = Array(base64.utf8)
        return try Base64.decode(text.span, alphabet, padding: .optional)
    }

    /// What a token says, or the code of the error.
    static func verdict(
        _ text: String, keys: [UserTokenKey] = [.hs256(secret)], at now: Instant = Self.now
    ) -> String {
        do throws(APIError) {
            return try UserToken(reading: text, keys: keys, audience: audience, at: now).user.text
        } catch {
            return error.status == .unauthorized && error.headers["WWW-Authenticate"] != nil
                ? error.code : "\(error.status.code) \(error.code)"
        }
    }
}
