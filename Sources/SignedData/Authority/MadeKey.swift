import WindfallCryptography

/// A new key pair on P-256 for signing ES256 (RFC 7518 3.4): what a developer downloads once, and what the store keeps.
public struct MadeKey: Sendable {
    /// The secret half: PKCS#8 in PEM, as a `.p8` file of Apple's holds it.
    public let p8: String
    /// The public half: the DER of a SubjectPublicKeyInfo (RFC 5280 4.1.2.7).
    public let publicKey: [UInt8]

    /// Makes a key with OpenSSL's own randomness.
    ///
    /// - Throws: ``TestAuthority/Failure`` when OpenSSL can't.
    public init() throws(TestAuthority.Failure) {
        do throws(CryptographyError) {
            let key = try PrivateKey.generate(.p256)
            p8 = try key.pem
            publicKey = key.publicKey.subjectPublicKeyInfo
        } catch {
            throw TestAuthority.Failure("a key can't be made: \(error)")
        }
    }

    /// Whether bytes are the public half of a key on P-256.
    public static func isPublicKey(_ bytes: [UInt8]) -> Bool {
        guard let key = try? PublicKey(subjectPublicKeyInfo: bytes.span) else { return false }
        return key.kind == .p256
    }
}

extension MadeKey: CustomStringConvertible, CustomReflectable {
    /// Nothing of the secret.
    public var description: String { "MadeKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
