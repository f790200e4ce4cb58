import WindfallCryptography

/// A digest by which bytes are told apart from all others.
public enum Fingerprint {
    /// SHA-256, as 64 lower-case hexadecimal digits.
    public static func sha256(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(Digest.bytes(.sha256, of: bytes.span))
    }
}
