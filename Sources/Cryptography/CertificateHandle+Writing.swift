import WindfallCOpenSSL

extension CertificateHandle {
    /// Adds an extension in the notation of OpenSSL's configuration files (x509v3_config), while the certificate is
    /// being made.
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
}
