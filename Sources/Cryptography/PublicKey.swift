import Synchronization
import WindfallCOpenSSL

/// A key that checks signatures. Immutable, and shared between threads.
package final class PublicKey: Sendable {
    /// What kind of key it is; `.other` checks no signature.
    package enum Kind: Hashable, Sendable {
        case rsa(bits: Int)
        /// The curve P-256, also named secp256r1 and prime256v1.
        case p256
        /// The curve P-384, also named secp384r1.
        case p384
        /// Any other kind, also a curve that is given by its numbers instead of its name.
        case other
    }

    /// How many idle contexts a key keeps; a server has about as many threads.
    private static let poolLimit = 16

    package let kind: Kind
    /// The key in DER (RFC 5280 4.1.2.7), as it was given.
    package let subjectPublicKeyInfo: [UInt8]
    let handle: KeyHandle
    private let idle = Mutex<[VerificationContext]>([])

    /// Reads a key as a certificate holds it.
    ///
    /// - Parameter subjectPublicKeyInfo: the DER of one SubjectPublicKeyInfo and nothing after it.
    /// - Throws: `.keyUnreadable` or `.trailingBytes`.
    package init(subjectPublicKeyInfo: Span<UInt8>) throws(CryptographyError) {
        let handle = try unsafe KeyHandle(
            owning: decoded(
                subjectPublicKeyInfo, orThrow: .keyUnreadable,
                freeing: { unsafe EVP_PKEY_free($0) },
                { position, count in unsafe d2i_PUBKEY(nil, position, count) }))
        self.kind = handle.kind()
        self.handle = handle
        self.subjectPublicKeyInfo = [UInt8](copying: subjectPublicKeyInfo)
    }

    /// - Parameter subjectPublicKeyInfo: the key's own encoding.
    init(_ handle: consuming KeyHandle, subjectPublicKeyInfo: [UInt8]) {
        self.kind = handle.kind()
        self.handle = handle
        self.subjectPublicKeyInfo = subjectPublicKeyInfo
    }

    /// Whether a signature over a message is this key's.
    ///
    /// - Parameters:
    ///   - signature: RSA PKCS#1 v1.5 (RFC 8017 8.2), or ECDSA in DER (RFC 3279 2.2.3).
    ///   - digest: the digest of the signature's algorithm.
    /// - Returns: false for anything that does not verify, whatever the reason.
    package func verifies(_ signature: Span<UInt8>, of message: Span<UInt8>, digest: DigestAlgorithm) -> Bool {
        verifies(signature, of: message, then: Span(), digest: digest)
    }

    /// Whether a signature is this key's, over a message that lies in two places and is not put together.
    package func verifies(
        _ signature: Span<UInt8>, of first: Span<UInt8>, then second: Span<UInt8>, digest: DigestAlgorithm
    ) -> Bool {
        guard let context = takeContext(digest) else { return false }
        defer { giveBack(context) }
        return context.verifies(signature, of: first, then: second)
    }

    /// Whether a signature is this key's, over a message whose digest is known already.
    ///
    /// - Parameter ofDigest: as long as `digest` says, else the answer is false.
    package func verifies(
        _ signature: Span<UInt8>, ofDigest messageDigest: Span<UInt8>, digest: DigestAlgorithm
    ) -> Bool {
        guard messageDigest.count == digest.byteCount, let context = takeContext(digest) else { return false }
        defer { giveBack(context) }
        return context.verifies(signature, ofDigest: messageDigest)
    }

    /// Whether an ECDSA signature in the form that JWS has is this key's (RFC 7518 3.4).
    ///
    /// - Parameter signature: r and s, 32 bytes each, big-endian.
    /// - Returns: false too when the length is not 64 or the key is not on P-256.
    package func verifiesRaw(_ signature: Span<UInt8>, of message: Span<UInt8>, digest: DigestAlgorithm) -> Bool {
        guard kind == .p256, let encoded = ECDSASignature(raw: signature) else { return false }
        return verifies(encoded.buffer.span.extracting(first: encoded.count), of: message, digest: digest)
    }

    private func takeContext(_ algorithm: DigestAlgorithm) -> VerificationContext? {
        let kept = idle.withLock { contexts in
            contexts.lastIndex { $0.algorithm == algorithm }.map { contexts.remove(at: $0) }
        }
        if let kept { return kept }
        switch kind {
        case .rsa: return VerificationContext(key: handle, isRSA: true, algorithm: algorithm)
        case .p256, .p384: return VerificationContext(key: handle, isRSA: false, algorithm: algorithm)
        case .other: return nil
        }
    }

    private func giveBack(_ context: VerificationContext) {
        idle.withLock { contexts in
            if contexts.count < Self.poolLimit { contexts.append(context) }
        }
    }
}
