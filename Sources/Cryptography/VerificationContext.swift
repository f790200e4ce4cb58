import WindfallCOpenSSL

/// What one check of a signature needs, made ready: the key with its padding and digest chosen, and a digest context.
///
/// Making these anew costs an eighth of an RSA-2048 check, so a ``PublicKey`` keeps a few.
///
/// Sendable: it is in the hands of one thread at a time. ``PublicKey`` takes it out of its pool, uses it and puts it
/// back; nothing else can reach it meanwhile.
@safe final class VerificationContext: @unchecked Sendable {
    let algorithm: DigestAlgorithm
    private let handle: OpaquePointer
    private let digest = DigestContext()

    /// nil when OpenSSL can't check signatures with this key and digest.
    init?(key: borrowing KeyHandle, isRSA: Bool, algorithm: DigestAlgorithm) {
        guard let handle = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
            ERR_clear_error()
            return nil
        }
        let isReady =
            unsafe EVP_PKEY_verify_init(handle) == 1
            && (!isRSA || EVP_PKEY_CTX_set_rsa_padding(handle, RSA_PKCS1_PADDING) == 1)
            && EVP_PKEY_CTX_set_signature_md(handle, FetchedDigest.of(algorithm).method) == 1
        guard isReady else {
            unsafe EVP_PKEY_CTX_free(handle)
            ERR_clear_error()
            return nil
        }
        unsafe self.handle = handle
        self.algorithm = algorithm
    }

    deinit { unsafe EVP_PKEY_CTX_free(handle) }

    /// Checks a signature over two parts, one after the other.
    func verifies(_ signature: Span<UInt8>, of first: Span<UInt8>, then second: Span<UInt8>) -> Bool {
        var buffer = DigestBuffer(repeating: 0)
        digest.start(algorithm)
        digest.update(first)
        digest.update(second)
        digest.finish(into: &buffer)
        return verifies(signature, ofDigest: buffer.span.extracting(first: algorithm.byteCount))
    }

    /// Checks a signature over a digest of the right length.
    func verifies(_ signature: Span<UInt8>, ofDigest digest: Span<UInt8>) -> Bool {
        let result = unsafe signature.withUnsafeBufferPointer { signature in
            unsafe digest.withUnsafeBufferPointer { digest in
                unsafe EVP_PKEY_verify(
                    handle, signature.baseAddress, signature.count, digest.baseAddress, digest.count)
            }
        }
        guard result == 1 else {
            ERR_clear_error()
            return false
        }
        return true
    }
}
