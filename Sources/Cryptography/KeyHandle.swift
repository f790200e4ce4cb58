import WindfallCOpenSSL

/// Owns one reference to an `EVP_PKEY`.
///
/// Sendable: the key is complete when the handle is made and nothing changes it later; OpenSSL counts references
/// atomically and guards what it caches inside a key with a lock of its own.
@safe struct KeyHandle: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Adds a reference of its own.
    init(sharing pointer: OpaquePointer) {
        unsafe EVP_PKEY_up_ref(pointer)
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// What the key is, read from OpenSSL's names for it.
    func kind() -> PublicKey.Kind {
        if unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA {
            return .rsa(bits: Int(unsafe EVP_PKEY_get_bits(pointer)))
        }
        guard unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_EC else { return .other }
        // A curve given by its numbers instead of its name is never trusted, whichever it is (RFC 5480 2.1.1).
        guard hasNamedCurve() else { return .other }
        var name = InlineArray<32, CChar>(repeating: 0)
        var length = 0
        var span = name.mutableSpan
        let found = unsafe span.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_PKEY_get_group_name(pointer, buffer.baseAddress, buffer.count, &length)
        }
        guard found == 1 else {
            ERR_clear_error()
            return .other
        }
        let group = unsafe span.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe String(cString: $0) }
        }
        switch group {
        case SN_X9_62_prime256v1: return .p256
        case SN_secp384r1: return .p384
        default: return .other
        }
    }

    private func hasNamedCurve() -> Bool {
        var explicit: Int32 = 0
        let answered = unsafe EVP_PKEY_get_int_param(
            pointer, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &explicit)
        if answered != 1 { ERR_clear_error() }
        return answered == 1 && explicit == 0
    }

    /// The key's SubjectPublicKeyInfo in DER (RFC 5280 4.1.2.7).
    func subjectPublicKeyInfo() throws(CryptographyError) -> [UInt8] {
        try unsafe encoded(orThrow: .operationFailed) { target in unsafe i2d_PUBKEY(pointer, target) }
    }
}
