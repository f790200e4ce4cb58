import WindfallCOpenSSL

/// A key that signs. Immutable, and shared between threads. Nothing prints it; its secret leaves only through ``pem``.
package final class PrivateKey: Sendable {
    package enum Kind: Hashable, Sendable {
        case rsa(bits: Int)
        case p256, p384
    }

    /// Sizes that an RSA key is made in: old receipts have 1024 bits, and beyond 8192 each signature takes seconds.
    private static let rsaSizes = 1024...8192

    package let kind: Kind
    /// The key that checks what this one signs; it has no part of the secret.
    package let publicKey: PublicKey
    let handle: KeyHandle

    private init(_ handle: consuming KeyHandle) throws(CryptographyError) {
        let subjectPublicKeyInfo = try handle.subjectPublicKeyInfo()
        publicKey = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.span)
        switch publicKey.kind {
        case .rsa(let bits): kind = .rsa(bits: bits)
        case .p256: kind = .p256
        case .p384: kind = .p384
        case .other: throw CryptographyError(.keyNotSupported)
        }
        self.handle = handle
    }

    /// Makes a new key with OpenSSL's own random generator.
    ///
    /// - Throws: `.keyNotSupported` for an RSA size outside 1024 to 8192 bits, or `.keyGenerationFailed`.
    package static func generate(_ kind: Kind) throws(CryptographyError) -> PrivateKey {
        LibraryStart.begin()
        let pointer: OpaquePointer?
        switch kind {
        case .rsa(let bits):
            guard rsaSizes.contains(bits) else { throw CryptographyError(.keyNotSupported) }
            unsafe pointer = windfall_generate_rsa(bits)
        case .p256: unsafe pointer = windfall_generate_ec("P-256")
        case .p384: unsafe pointer = windfall_generate_ec("P-384")
        }
        guard let pointer = unsafe pointer else { throw .taken(.keyGenerationFailed) }
        return try PrivateKey(unsafe KeyHandle(owning: pointer))
    }

    /// Reads the first `PRIVATE KEY` block of a PEM text: PKCS#8, not encrypted (RFC 7468 10). Nobody is asked for a
    /// passphrase.
    ///
    /// - Throws: `.keyUnreadable`, or `.keyNotSupported` for a key of another kind.
    package convenience init(pem: Span<UInt8>) throws(CryptographyError) {
        let stream = try MemoryStream()
        try stream.write(pem)
        let found = unsafe PEM_read_bio_PKCS8_PRIV_KEY_INFO(stream.handle, nil, { _, _, _, _ in -1 }, nil)
        guard let found = unsafe found else { throw .taken(.keyUnreadable) }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(found) }
        guard let pointer = unsafe EVP_PKCS82PKEY(found) else { throw .taken(.keyUnreadable) }
        try self.init(unsafe KeyHandle(owning: pointer))
    }

    /// The key with its secret, in PEM: PKCS#8, not encrypted (RFC 7468 10).
    package var pem: String {
        get throws(CryptographyError) {
            let stream = try MemoryStream()
            guard unsafe PEM_write_bio_PKCS8PrivateKey(stream.handle, handle.pointer, nil, nil, 0, nil, nil) == 1 else {
                throw .taken(.operationFailed)
            }
            return String(decoding: stream.contents(), as: UTF8.self)
        }
    }

    /// Signs a message.
    ///
    /// - Returns: RSA PKCS#1 v1.5 (RFC 8017 8.2), or ECDSA in DER (RFC 3279 2.2.3).
    /// - Throws: `.signingFailed`, for example when an RSA key is too short for the digest.
    package func sign(_ message: Span<UInt8>, digest: DigestAlgorithm) throws(CryptographyError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .taken(.operationFailed) }
        defer { unsafe EVP_MD_CTX_free(context) }
        let method = unsafe FetchedDigest.of(digest).method
        var isSigned = unsafe EVP_DigestSignInit(context, nil, method, nil, handle.pointer) == 1
        let signature = unsafe message.withUnsafeBufferPointer { message in
            let limit = Int(unsafe EVP_PKEY_get_size(handle.pointer))
            return unsafe [UInt8](unsafeUninitializedCapacity: limit) { target, count in
                var length = limit
                isSigned =
                    unsafe isSigned
                    && EVP_DigestSign(context, target.baseAddress, &length, message.baseAddress, message.count) == 1
                count = isSigned ? length : 0
            }
        }
        guard isSigned else { throw .taken(.signingFailed) }
        return signature
    }

    /// Signs a message in the form that JWS has (RFC 7518 3.4).
    ///
    /// - Returns: r and s, big-endian, 32 bytes each for P-256, 48 for P-384.
    /// - Throws: `.keyNotSupported` for an RSA key, or `.signingFailed`.
    package func signRaw(_ message: Span<UInt8>, digest: DigestAlgorithm) throws(CryptographyError) -> [UInt8] {
        let count: Int
        switch kind {
        case .p256: count = 32
        case .p384: count = 48
        case .rsa: throw CryptographyError(.keyNotSupported)
        }
        let encoded = try sign(message, digest: digest)
        let signature = try unsafe decoded(
            encoded.span, orThrow: .signingFailed,
            freeing: { unsafe ECDSA_SIG_free($0) },
            { position, count in unsafe d2i_ECDSA_SIG(nil, position, count) })
        defer { unsafe ECDSA_SIG_free(signature) }
        var isWritten = false
        let raw = unsafe [UInt8](unsafeUninitializedCapacity: 2 * count) { target, written in
            guard let start = target.baseAddress else { return }
            let length = Int32(count)
            isWritten =
                unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, length) == length
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + count, length) == length
            written = isWritten ? 2 * count : 0
        }
        guard isWritten else { throw .taken(.signingFailed) }
        return raw
    }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind, and nothing of the secret.
    package var description: String { "PrivateKey(\(kind))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
