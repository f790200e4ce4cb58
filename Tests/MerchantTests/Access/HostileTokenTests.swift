import Testing
import WindfallCryptography
import WindfallMerchant
import WindfallTimeline

/// Tokens of those who would like to be somebody else.
@Suite struct HostileTokenTests {
    struct Claims: CustomTestStringConvertible, Sendable {
        var name: String
        var claims: String
        var verdict: String

        init(_ name: String, _ verdict: String, _ claims: String) {
            self.name = name
            self.verdict = "user_token_\(verdict)"
            let times = claims.replacing("$LATER", with: String(TestToken.now.seconds + 60))
            self.claims = times.replacing("$APP", with: #""\#(TestToken.audience)""#)
        }

        var testDescription: String { name }
    }

    /// Signed as they should be.
    static let claims: [Claims] = [
        Claims("no user", "subject", #"{"aud":$APP,"exp":$LATER}"#),
        Claims("a user of no bytes", "subject", #"{"sub":"","aud":$APP,"exp":$LATER}"#),
        Claims("a user that is a number", "subject", #"{"sub":7,"aud":$APP,"exp":$LATER}"#),
        Claims("users", "subject", #"{"sub":["anna"],"aud":$APP,"exp":$LATER}"#),
        Claims("a user with a line break", "subject", #"{"sub":"an\na","aud":$APP,"exp":$LATER}"#),
        Claims(
            "a user of 129 bytes", "subject",
            #"{"sub":"\#(String(repeating: "a", count: 129))","aud":$APP,"exp":$LATER}"#),
        Claims(
            "an anonymous user", "subject", #"{"sub":"anon:0123456789abcdefghijkl","aud":$APP,"exp":$LATER}"#),
        Claims("no audience", "audience", #"{"sub":"anna","exp":$LATER}"#),
        Claims("another app", "audience", #"{"sub":"anna","aud":"com.example","exp":$LATER}"#),
        Claims("an app with a longer name", "audience", #"{"sub":"anna","aud":"com.example.notes.pro","exp":$LATER}"#),
        Claims("an app in other letters", "audience", #"{"sub":"anna","aud":"com.example.Notes","exp":$LATER}"#),
        Claims("other apps", "audience", #"{"sub":"anna","aud":["a","b"],"exp":$LATER}"#),
        Claims("no apps", "audience", #"{"sub":"anna","aud":[],"exp":$LATER}"#),
        Claims("an audience that is an object", "audience", #"{"sub":"anna","aud":{"a":$APP},"exp":$LATER}"#),
        Claims("a number among the apps", "malformed", #"{"sub":"anna","aud":[1,$APP],"exp":$LATER}"#),
        Claims("no end", "malformed", #"{"sub":"anna","aud":$APP}"#),
        Claims("an end that is null", "malformed", #"{"sub":"anna","aud":$APP,"exp":null}"#),
        Claims("an end that is a text", "malformed", #"{"sub":"anna","aud":$APP,"exp":"$LATER"}"#),
        Claims("an end before 1970", "malformed", #"{"sub":"anna","aud":$APP,"exp":-1}"#),
        Claims("an end in milliseconds", "malformed", #"{"sub":"anna","aud":$APP,"exp":1700000060000}"#),
        Claims("an end beyond all numbers", "malformed", #"{"sub":"anna","aud":$APP,"exp":1e400}"#),
        Claims("an end of many digits", "malformed", #"{"sub":"anna","aud":$APP,"exp":99999999999999999999}"#),
        Claims("an end in the year 9999", "lifetime", #"{"sub":"anna","aud":$APP,"exp":253402300799}"#),
        Claims("a beginning that is a text", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER,"nbf":"0"}"#),
        Claims("a birth that is true", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER,"iat":true}"#),
        Claims("two users", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER,"sub":"ben"}"#),
        Claims("two users, one escaped", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER,"s\u0075b":"ben"}"#),
        Claims("a list", "malformed", #"["sub","anna"]"#),
        Claims("a text", "malformed", #""anna""#),
        Claims("nothing", "malformed", ""),
        Claims("a comma too much", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER,}"#),
        Claims("something behind the object", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER} {}"#),
        Claims("a comment", "malformed", #"{"sub":"anna","aud":$APP,"exp":$LATER/**/}"#),
        Claims("half a character", "malformed", #"{"sub":"\ud800","aud":$APP,"exp":$LATER}"#),
        Claims(
            "a thousand lists", "malformed",
            #"{"sub":"anna","aud":$APP,"exp":$LATER,"x":\#(String(repeating: "[", count: 1_000))"#),
    ]

    @Test("Claims that say nothing sound are refused, well signed as they are", arguments: claims)
    func claimsAreRefused(hostile: Claims) throws {
        #expect(TestToken.verdict(try TestToken(claims: hostile.claims).text()) == hostile.verdict)
    }

    static let headers: [(header: String, verdict: String)] = [
        (#"{"alg":"none"}"#, "signature"), (#"{"alg":"None"}"#, "signature"), (#"{"alg":""}"#, "signature"),
        (#"{"alg":"hs256"}"#, "signature"), (#"{"alg":"HS384"}"#, "signature"), (#"{"alg":"HS512"}"#, "signature"),
        (#"{"alg":"RS256"}"#, "signature"), (#"{"alg":"ES256"}"#, "signature"), (#"{"alg":"ES256K"}"#, "signature"),
        (#"{"alg":"HS256 "}"#, "signature"), ("{}", "malformed"), (#"{"typ":"JWT"}"#, "malformed"),
        (#"{"alg":null}"#, "malformed"), (#"{"alg":["HS256"]}"#, "malformed"), (#"["HS256"]"#, "malformed"),
        (#"{"alg":"HS256","alg":"none"}"#, "malformed"), (#"{"alg":"HS256","crit":["exp"],"exp":1}"#, "malformed"),
        (#"{"alg":"HS256","crit":[]}"#, "malformed"), (#"{"alg":"HS256","b64":false,"crit":["b64"]}"#, "malformed"),
        ("", "malformed"), (#"{"alg":"HS256""#, "malformed"),
    ]

    @Test("The algorithm is the key's: a header that says another one is refused", arguments: headers)
    func headerIsRefused(header: String, verdict: String) throws {
        var token = TestToken()
        token.header = header
        for signing in [token.signing, nil] {
            token.signing = signing
            #expect(TestToken.verdict(try token.text()) == "user_token_\(verdict)")
        }
    }

    @Test("A public key is no secret: what was signed with its bytes is refused")
    func keyConfusion() throws {
        let spki = try TestToken.bytes(base64: UserTokenTests.p256)
        let pem = "-----BEGIN PUBLIC KEY-----\n\(UserTokenTests.p256)\n-----END PUBLIC KEY-----\n"
        for secret in [Secret(spki), Secret(pem), Secret(UserTokenTests.p256)] {
            for algorithm in ["HS256", "ES256"] {
                var token = TestToken()
                token.header = #"{"alg":"\#(algorithm)"}"#
                token.signing = { TestToken.hmac($0, secret) }
                let verdict = TestToken.verdict(try token.text(), keys: [try UserTokenTests.publicKey()])
                #expect(verdict == "user_token_signature")
            }
        }
    }

    @Test("Signatures that are none of the key's are refused")
    func signatures() throws {
        let good = TestToken.hmac(Array("x".utf8), TestToken.secret)
        let wrong: [([UInt8]) -> [UInt8]] = [
            { _ in [] }, { _ in good }, { Array(TestToken.hmac($0, TestToken.secret).dropLast()) },
            { TestToken.hmac($0, TestToken.secret) + [0] }, { Array(TestToken.hmac($0, TestToken.secret).prefix(16)) },
            { TestToken.hmac($0, Secret("another secret of thirty-two bytes")) }, { TestToken.hmac($0, Secret("")) },
            { _ in [UInt8](repeating: 0, count: 32) }, { _ in [UInt8](repeating: 0, count: 64) },
        ]
        for signing in wrong {
            var token = TestToken()
            token.signing = signing
            #expect(TestToken.verdict(try token.text()) == "user_token_signature")
        }
        var token = TestToken()
        token.header = #"{"alg":"ES256"}"#
        let key = try PrivateKey.generate(.p256)
        let signings: [([UInt8]) throws -> [UInt8]] = [
            { message in try key.signRaw(message.span, digest: .sha256) },
            { message in try key.sign(message.span, digest: .sha256) },
            // r and s of nothing (CVE-2022-21449), and the largest.
            { _ in [UInt8](repeating: 0, count: 64) }, { _ in [UInt8](repeating: 0xFF, count: 64) }, { _ in [] },
        ]
        for signing in signings {
            token.signing = signing
            let verdict = TestToken.verdict(try token.text(), keys: [try UserTokenTests.publicKey()])
            #expect(verdict == "user_token_signature")
        }
    }

    @Test("A secret that can be guessed signs nothing, and an app without keys knows nobody")
    func weakKeys() throws {
        for count in [0, 1, 31] {
            let weak = Secret([UInt8](repeating: 97, count: count))
            var token = TestToken()
            token.signing = { TestToken.hmac($0, weak) }
            #expect(TestToken.verdict(try token.text(), keys: [.hs256(weak)]) == "user_token_signature")
        }
        #expect(TestToken.verdict(try TestToken().text(), keys: []) == "user_token_signature")
        let garbled = UserTokenKey.es256(publicKey: [1, 2, 3])
        #expect(TestToken.verdict(UserTokenTests.es256, keys: [garbled]) == "user_token_signature")
    }

    @Test("Text that is no token is refused")
    func noTokens() throws {
        let good = try TestToken().text()
        let parts = good.split(separator: ".").map(String.init)
        var texts = [
            "", ".", "..", "...", "Bearer \(good)", good + ".", "." + good, good + "=", good + " ", " " + good,
            good + "\n", good.replacing(".", with: ".."), parts[0] + "." + parts[1], good + "." + parts[2],
            "\(parts[0]).\(parts[1]).\(parts[2])+/", "\(parts[0])..\(parts[2])", "..\(parts[2])",
            "\(parts[0]).\(parts[1])\u{0}.\(parts[2])", "\(parts[0]).é\(parts[1]).\(parts[2])",
            #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#,
            "\(parts[0]).\(parts[1]).\(parts[2]).\(parts[0]).\(parts[1])", "anna",
        ]
        // The same bytes in another writing: stray bits in the last character.
        let last = try #require(good.last)
        texts.append(good.dropLast() + (last == "B" ? "C" : "B"))
        for text in texts {
            #expect(["user_token_malformed", "user_token_signature"].contains(TestToken.verdict(text)), "\(text)")
        }
        #expect(TestToken.verdict("\(parts[1]).\(parts[0]).\(parts[2])") == "user_token_malformed")
    }

    @Test("A token has at most 8 KiB")
    func size() throws {
        func token(_ count: Int) throws -> String {
            try TestToken(more: #","x":"\#(String(repeating: "x", count: count))""#).text()
        }
        // Four characters stand for three bytes.
        let room = (UserToken.longest - (try token(0).utf8.count)) / 4 * 3
        #expect(TestToken.verdict(try token(room - 3)) == "anna")
        #expect(TestToken.verdict(try token(room + 6)) == "user_token_malformed")
        #expect(TestToken.verdict(try token(1_000_000)) == "user_token_malformed")
    }

    @Test("No change of a single character of a good token names another user")
    func everyCharacter() throws {
        let good = Array(try TestToken().text().utf8)
        for index in good.indices {
            var changed = good
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let verdict = TestToken.verdict(String(decoding: changed, as: UTF8.self))
            #expect(verdict.hasPrefix("user_token_"), "at \(index)")
        }
    }
}
