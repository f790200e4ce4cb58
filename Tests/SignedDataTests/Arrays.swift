import WindfallCryptography
import WindfallSignedData

extension [UInt8] {
    /// Standard base64 with padding.
    var base64: String { Base64.encode(span) }
    /// Base64url without padding.
    var base64url: String { Base64.encode(span, .url, padded: false) }
}

extension PrivateKey {
    func sign(_ message: [UInt8], digest: DigestAlgorithm) throws -> [UInt8] {
        try sign(message.span, digest: digest)
    }

    func signRaw(_ message: [UInt8], digest: DigestAlgorithm) throws -> [UInt8] {
        try signRaw(message.span, digest: digest)
    }
}
