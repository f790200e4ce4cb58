import Testing
import WindfallCryptography
import WindfallMerchant
import WindfallSignedData
import WindfallTimeline

/// Tokens that a backend may send. Hostile ones are in ``HostileTokenTests``.
@Suite struct UserTokenTests {
    /// The key of RFC 7515, A.3.
    static let p256 = """
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0\
        s2ldbqkLJK2KRiMohYjlrQ==
        """
    /// PyJWT 2, HS256, with ``TestToken/secret``.
    static let hs256 = """
        eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhbm5hIiwiYXVkIjoiY29tLmV4YW1wbGUubm90ZXMiLCJleHAiOjE\
        3MDAwMDM2MDAsImlhdCI6MTcwMDAwMDAwMH0.aNb4a-FUmD2TkNbwl8k-yfF_OmwByMy3C1h9D6hG4vE
        """
    /// PyJWT 2, ES256, with the private key of RFC 7515, A.3; `aud` is a list.
    static let es256 = """
        eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhbm5hIiwiYXVkIjpbIngiLCJjb20uZXhhbXBsZS5ub3RlcyJdLCJ\
        leHAiOjE3MDAwMDM2MDAsImlhdCI6MTcwMDAwMDAwMH0.0rL4GpwZK_MwOb7mWGE6hVU5wjtj1QDE6iluZI8z82_aBniYkB9998g\
        PM-oW8wqnMwGFQkjzc9c5JIGcczOHkA
        """
    /// The payload that both of the RFC's examples sign.
    private static let joe = """
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
        """

    static func publicKey() throws -> UserTokenKey {
        .es256(publicKey: try TestToken.bytes(base64: p256))
    }

    @Test("F21: tokens that PyJWT signed name their user")
    func ofAnotherProgram() throws {
        #expect(TestToken.verdict(Self.hs256) == "anna")
        let keys = [UserTokenKey.hs256(TestToken.secret), try Self.publicKey()]
        for token in [Self.hs256, Self.es256] { #expect(TestToken.verdict(token, keys: keys) == "anna") }
        #expect(TestToken.verdict(Self.es256, keys: [.hs256(TestToken.secret)]) == "user_token_signature")
        #expect(TestToken.verdict(Self.hs256, keys: [try Self.publicKey()]) == "user_token_signature")
    }

    @Test("The signatures of RFC 7515, A.1 and A.3, are their keys'; the tokens name nobody")
    func ofTheStandard() throws {
        let secret = try TestToken.bytes(
            base64: "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow", .url)
        let keys = [UserTokenKey.hs256(Secret(secret)), try Self.publicKey()]
        let hmac =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.joe).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let ecdsa = """
            eyJhbGciOiJFUzI1NiJ9.\(Self.joe).\
            DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
            """
        for token in [hmac, ecdsa] {
            #expect(TestToken.verdict(token, keys: keys) == "user_token_subject")
            let signature = try #require(token.lastIndex(of: "."))
            let forged = token[...signature] + "A" + token[signature...].dropFirst(2)
            #expect(TestToken.verdict(String(forged), keys: keys) == "user_token_signature")
        }
    }

    @Test(
        "Any key of the app signs, so that keys can be changed while tokens are out",
        arguments: [[0, 1], [1, 0], [2, 1, 0]])
    func keysChange(order: [Int]) throws {
        let all = [
            UserTokenKey.hs256(TestToken.secret), .hs256(Secret("another secret of thirty-two bytes")),
            try Self.publicKey(),
        ]
        #expect(TestToken.verdict(Self.hs256, keys: order.map { all[$0] }) == "anna")
        #expect(TestToken.verdict(Self.hs256, keys: order.filter { $0 > 0 }.map { all[$0] }) == "user_token_signature")
    }

    @Test("A token is good for at most 24 hours, and a minute of difference between clocks is forgiven")
    func times() throws {
        let day: Int64 = 24 * 3_600
        for (life, verdict) in [
            (-61, "user_token_expired"), (-60, "user_token_expired"), (-59, "anna"), (0, "anna"), (day, "anna"),
            (day + 60, "anna"), (day + 61, "user_token_lifetime"), (400 * day, "user_token_lifetime"),
        ] {
            #expect(TestToken.verdict(try TestToken(life: life).text()) == verdict, "\(life)")
        }
        let now = TestToken.now.seconds
        for claim in ["nbf", "iat"] {
            for (begins, verdict) in [(-9_999, "anna"), (0, "anna"), (60, "anna"), (61, "user_token_early")]
                as [(Int64, String)]
            {
                let token = TestToken(more: #","\#(claim)":\#(now + begins)"#)
                #expect(TestToken.verdict(try token.text()) == verdict, "\(claim) \(begins)")
            }
        }
    }

    @Test("Seconds may have a fraction, and claims that nobody knows are skipped (RFC 7519, 4)")
    func tolerated() throws {
        let now = TestToken.now.seconds
        let claims =
            #"{"sub":"zoë 🎈","aud":["com.example.notes"],"exp":\#(now + 9).75,"iat":\#(now).5,"x":{"sub":"y"}}"#
        #expect(TestToken.verdict(try TestToken(claims: claims).text()) == "zoë 🎈")
        var plain = TestToken()
        plain.header = #"{"kid":"1","alg":"HS256"}"#
        #expect(TestToken.verdict(try plain.text()) == "anna")
    }
}
