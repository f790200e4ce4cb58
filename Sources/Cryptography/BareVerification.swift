import WindfallCOpenSSL

/// The measure that benchmarks compare with: a signature checked with OpenSSL's one-call interface and nothing else.
package enum BareVerification {
    /// One fresh `EVP_MD_CTX`, one `EVP_DigestVerifyInit`, one `EVP_DigestVerify` with a key that is ready.
    ///
    /// - Parameter signature: RSA PKCS#1 v1.5, or ECDSA in DER.
    package static func verifies(
        _ signature: Span<UInt8>, of message: Span<UInt8>, key: PublicKey, digest: DigestAlgorithm
    ) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        let method = unsafe FetchedDigest.of(digest).method
        guard unsafe EVP_DigestVerifyInit(context, nil, method, nil, key.handle.pointer) == 1 else {
            ERR_clear_error()
            return false
        }
        let result = unsafe signature.withUnsafeBufferPointer { signature in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe EVP_DigestVerify(
                    context, signature.baseAddress, signature.count, message.baseAddress, message.count)
            }
        }
        if result != 1 { ERR_clear_error() }
        return result == 1
    }
}
