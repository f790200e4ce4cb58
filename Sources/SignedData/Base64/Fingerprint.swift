import WindfallCryptography

/// A digest by which bytes are told apart from all others.
public enum Fingerprint {
    /// SHA-256, as 64 lower-case hexadecimal digits.
    public static func sha256(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(Digest.bytes(.sha256, of: bytes.span))
    }

    /// Whether two contents are the same, byte for byte. For what is no secret: the time it takes tells where they differ.
    package static func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        ByteComparison.areEqual(a.span, b.span)
    }
}
