import WindfallCOpenSSL

extension CertificateTemplate {
    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - publicKey: the key that the certificate is for.
    ///   - issuer: the issuer's certificate; nil for one that is its own issuer.
    ///   - key: signs it. Whether it belongs to the issuer is not checked, so that a test can make a wrong signature.
    ///   - digest: the digest of the signature's algorithm.
    /// - Throws: `.templateNotUsable`, `.signingFailed`, or what ``Certificate/init(der:)`` throws.
    package func issue(
        for publicKey: PublicKey, by issuer: Certificate?, signedWith key: PrivateKey, digest: DigestAlgorithm
    ) throws(CryptographyError) -> Certificate {
        try check()
        guard let pointer = unsafe X509_new() else { throw .taken(.operationFailed) }
        let certificate = unsafe CertificateHandle(owning: pointer)
        try certificate.setSerialNumber(serialNumber)
        let isSet =
            unsafe X509_set_version(pointer, Int(X509_VERSION_3)) == 1
            && ASN1_TIME_set(X509_getm_notBefore(pointer), Int(notBefore)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(pointer), Int(notAfter)) != nil
            && X509_set_pubkey(pointer, publicKey.handle.pointer) == 1
        guard isSet else { throw .taken(.templateNotUsable) }
        try setNames(of: certificate, issuer: issuer)
        try addExtensions(to: certificate, issuer: issuer)
        guard unsafe X509_sign(pointer, key.handle.pointer, FetchedDigest.of(digest).method) > 0 else {
            throw .taken(.signingFailed)
        }
        let der = try certificate.der()
        return try Certificate(der: der.span)
    }

    private func setNames(
        of certificate: borrowing CertificateHandle, issuer: Certificate?
    ) throws(CryptographyError) {
        let parts: [(Int32, String?)] = [
            (NID_countryName, subject.country), (NID_organizationName, subject.organization),
            (NID_organizationalUnitName, subject.organizationalUnit), (NID_commonName, subject.commonName),
        ]
        let name = unsafe X509_get_subject_name(certificate.pointer)
        for case (let kind, let text?) in parts {
            var text = text
            let added = text.withUTF8 { buffer in
                unsafe X509_NAME_add_entry_by_NID(
                    name, kind, MBSTRING_UTF8, buffer.baseAddress, Int32(clamping: buffer.count), -1, 0)
            }
            guard added == 1 else { throw .taken(.templateNotUsable) }
        }
        let issuerName = unsafe issuer.map { unsafe X509_get_subject_name($0.handle.pointer) } ?? name
        guard unsafe X509_set_issuer_name(certificate.pointer, issuerName) == 1 else {
            throw .taken(.operationFailed)
        }
    }

    private func addExtensions(
        to certificate: borrowing CertificateHandle, issuer: Certificate?
    ) throws(CryptographyError) {
        let authority = unsafe issuer?.handle.pointer
        var extensions: [(Int32, String)]
        switch role {
        case .signer, .ocspResponder:
            extensions = [(NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature")]
        case .authority(let pathLength):
            let limit = pathLength.map { ",pathlen:\($0)" } ?? ""
            extensions = [
                (NID_basic_constraints, "critical,CA:TRUE\(limit)"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
            ]
        }
        if role == .ocspResponder {
            extensions += [(NID_ext_key_usage, "OCSPSigning"), (NID_id_pkix_OCSP_noCheck, "ignored")]
        }
        extensions.append((NID_subject_key_identifier, "hash"))
        // An issuer without a key identifier gives none to name.
        if unsafe authority.map({ unsafe X509_get0_subject_key_id($0) != nil }) ?? true {
            extensions.append((NID_authority_key_identifier, "keyid:always"))
        }
        if let ocspURL { extensions.append((NID_info_access, "OCSP;URI:\(ocspURL)")) }
        for (identifier, value) in extensions {
            try unsafe certificate.add(extension: identifier, value, issuer: authority)
        }
        if !policies.isEmpty { try certificate.add(policies: policies) }
        for marker in markers { try certificate.add(marker: marker) }
    }
}
