import WindfallCOpenSSL

/// For certificates that are being made, before anything else can see them.
extension CertificateHandle {
    /// Adds an extension in the notation of OpenSSL's configuration files (x509v3_config).
    ///
    /// - Parameters:
    ///   - value: a constant, or text that was checked: the notation can name files.
    ///   - issuer: the issuer's certificate for extensions that speak of it, nil for the certificate itself.
    func add(extension identifier: Int32, _ value: String, issuer: OpaquePointer?) throws(CryptographyError) {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer ?? pointer, pointer, nil, nil, 0)
        guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, identifier, value) else {
            throw .taken(.templateNotUsable)
        }
        defer { unsafe X509_EXTENSION_free(made) }
        guard unsafe X509_add_ext(pointer, made, -1) == 1 else { throw .taken(.operationFailed) }
    }

    /// Adds an extension with the value NULL, not critical.
    ///
    /// - Parameter marker: an object identifier in dotted form.
    func add(marker: String) throws(CryptographyError) {
        guard let object = unsafe OBJ_txt2obj(marker, 1) else { throw .taken(.templateNotUsable) }
        defer { unsafe ASN1_OBJECT_free(object) }
        guard let value = unsafe ASN1_OCTET_STRING_new() else { throw .taken(.operationFailed) }
        defer { unsafe ASN1_OCTET_STRING_free(value) }
        let null: [UInt8] = [0x05, 0x00]
        guard unsafe ASN1_OCTET_STRING_set(value, null, Int32(null.count)) == 1,
            let made = unsafe X509_EXTENSION_create_by_OBJ(nil, object, 0, value)
        else { throw .taken(.operationFailed) }
        defer { unsafe X509_EXTENSION_free(made) }
        guard unsafe X509_add_ext(pointer, made, -1) == 1 else { throw .taken(.operationFailed) }
    }

    /// Adds certificate policies (RFC 5280 4.2.1.4) without qualifiers, not critical.
    ///
    /// - Parameter policies: object identifiers in dotted form.
    func add(policies: [String]) throws(CryptographyError) {
        guard let stack = unsafe OPENSSL_sk_new_null() else { throw .taken(.operationFailed) }
        // Frees the policies with the stack.
        defer { unsafe CERTIFICATEPOLICIES_free(stack) }
        for identifier in policies {
            guard let policy = unsafe POLICYINFO_new() else { throw .taken(.operationFailed) }
            guard unsafe OPENSSL_sk_push(stack, policy) > 0 else {
                unsafe POLICYINFO_free(policy)
                throw .taken(.operationFailed)
            }
            guard let object = unsafe OBJ_txt2obj(identifier, 1) else { throw .taken(.templateNotUsable) }
            unsafe policy.pointee.policyid = object
        }
        let flags = UInt(X509V3_ADD_APPEND)
        let added = unsafe X509_add1_ext_i2d(
            pointer, NID_certificate_policies, UnsafeMutableRawPointer(stack), 0, flags)
        guard added == 1 else { throw .taken(.operationFailed) }
    }

    /// - Parameter bytes: a positive number, big-endian.
    func setSerialNumber(_ bytes: [UInt8]) throws(CryptographyError) {
        guard let number = unsafe BN_bin2bn(bytes, Int32(clamping: bytes.count), nil) else {
            throw .taken(.operationFailed)
        }
        defer { unsafe BN_free(number) }
        guard unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil else {
            throw .taken(.operationFailed)
        }
    }
}
