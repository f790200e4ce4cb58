import WindfallCOpenSSL

/// Owns one reference to an `X509`.
///
/// Sendable: ``Certificate`` lets OpenSSL fill what it caches inside an `X509` before it shares it; after that nothing
/// changes it, and references are counted atomically.
@safe struct CertificateHandle: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit { unsafe X509_free(pointer) }

    /// Reads one certificate from all of the bytes.
    static func read(_ der: Span<UInt8>) throws(CryptographyError) -> CertificateHandle {
        try unsafe CertificateHandle(
            owning: decoded(
                der, orThrow: .certificateUnreadable,
                freeing: { unsafe X509_free($0) },
                { position, count in unsafe d2i_X509(nil, position, count) }))
    }

    /// The certificate in DER: what was signed as it was read, the rest as DER has it.
    func der() throws(CryptographyError) -> [UInt8] {
        try unsafe encoded(orThrow: .certificateUnreadable) { target in unsafe i2d_X509(pointer, target) }
    }

    /// Makes OpenSSL read the extensions and keep what it read inside the object.
    func readExtensions() {
        unsafe _ = X509_check_purpose(pointer, -1, 0)
        ERR_clear_error()
    }

    /// Whether basicConstraints says that this is an authority (RFC 5280 4.2.1.9).
    func isAuthority() -> Bool {
        unsafe X509_get_extension_flags(pointer) & UInt32(EXFLAG_CA) != 0
    }

    func publicKey() throws(CryptographyError) -> PublicKey {
        guard let key = unsafe X509_get0_pubkey(pointer) else { throw .taken(.keyUnreadable) }
        // As the certificate has it: encoding the key anew takes longer than reading the whole certificate.
        let subjectPublicKeyInfo = try unsafe encoded(orThrow: .keyUnreadable) { target in
            unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), target)
        }
        return PublicKey(unsafe KeyHandle(sharing: key), subjectPublicKeyInfo: subjectPublicKeyInfo)
    }

    /// The content of the serial number's INTEGER.
    func serialNumber() throws(CryptographyError) -> [UInt8] {
        guard let number = unsafe X509_get0_serialNumber(pointer) else { throw .taken(.certificateUnreadable) }
        let integer = try unsafe encoded(orThrow: .certificateUnreadable) { target in
            unsafe i2d_ASN1_INTEGER(number, target)
        }
        // Tag, then a length of one byte, or of as many bytes as the first one says.
        guard integer.count > 2 else { throw CryptographyError(.certificateUnreadable) }
        return [UInt8](integer.dropFirst(integer[1] < 0x80 ? 2 : 2 + Int(integer[1] & 0x7F)))
    }

    /// The first and the last second of the validity, in seconds since 1970 UTC.
    func validity() throws(CryptographyError) -> (first: Int64, last: Int64) {
        guard let first = unsafe X509_get0_notBefore(pointer), let last = unsafe X509_get0_notAfter(pointer) else {
            throw .taken(.timeUnreadable)
        }
        return (try unsafe CertificateTime.seconds(first), try unsafe CertificateTime.seconds(last))
    }

    /// The addresses of OCSP responders, as the certificate has them (RFC 5280 4.2.2.1).
    func responderAddresses() -> [String] {
        guard let stack = unsafe X509_get1_ocsp(pointer) else {
            ERR_clear_error()
            return []
        }
        defer { unsafe X509_email_free(stack) }
        return (0..<max(0, unsafe OPENSSL_sk_num(stack))).compactMap { index in
            unsafe OPENSSL_sk_value(stack, index).map { value in
                unsafe String(cString: value.assumingMemoryBound(to: CChar.self))
            }
        }
    }

    func hasExtension(_ identifier: String) -> Bool {
        guard let object = unsafe OBJ_txt2obj(identifier, 1) else {
            ERR_clear_error()
            return false
        }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe X509_get_ext_by_OBJ(pointer, object, -1) >= 0
    }
}

/// Times of certificates and OCSP answers.
enum CertificateTime {
    /// - Throws: `.timeUnreadable` for what is no time.
    static func seconds(_ time: UnsafePointer<ASN1_TIME>) throws(CryptographyError) -> Int64 {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { throw .taken(.operationFailed) }
        defer { unsafe ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { throw .taken(.timeUnreadable) }
        return Int64(days) * 86400 + Int64(seconds)
    }
}
