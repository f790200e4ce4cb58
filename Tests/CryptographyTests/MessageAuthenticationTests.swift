import Testing
import WindfallCryptography

@Suite struct MessageAuthenticationTests {
    /// RFC 4231, test cases 1, 2, 3, 6 and 7.
    private static let vectors: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ]

    @Test("The codes are those of RFC 4231")
    func vectors() {
        for (key, message, code) in Self.vectors {
            let made = MessageAuthentication.code(of: message.span, key: key.span)
            #expect(made.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == code)
            let (other, cut) = (message + [0], Array(made.dropLast()))
            let isRight = MessageAuthentication.isCode(made.span, of: message.span, key: key.span)
            let isOthers = MessageAuthentication.isCode(made.span, of: other.span, key: key.span)
            let isCut = MessageAuthentication.isCode(cut.span, of: message.span, key: key.span)
            #expect(isRight && !isOthers && !isCut)
        }
    }

    @Test("A message and a key of no bytes have a code too")
    func empty() {
        let nothing: [UInt8] = []
        // printf '' | openssl dgst -sha256 -mac HMAC -macopt hexkey:
        let code = MessageAuthentication.code(of: nothing.span, key: nothing.span)
        #expect(
            code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
}
