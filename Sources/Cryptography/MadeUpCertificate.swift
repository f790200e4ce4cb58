import WindfallCOpenSSL

/// A certificate without a signature of its own, so that OpenSSL can end a path at a bare key. It never leaves the
/// module.
final class MadeUpCertificate: Sendable {
    let handle: CertificateHandle

    /// The last second of the year 9999: a bare key has no end of its own.
    private static let lastTime = 253_402_300_799

    init(subjectDER: Span<UInt8>, publicKey: PublicKey) throws(CryptographyError) {
        guard let certificate = unsafe X509_new() else { throw .taken(.operationFailed) }
        let handle = unsafe CertificateHandle(owning: certificate)
        let name = try unsafe decoded(
            subjectDER, orThrow: .certificateUnreadable,
            freeing: { unsafe X509_NAME_free($0) },
            { position, count in unsafe d2i_X509_NAME(nil, position, count) })
        defer { unsafe X509_NAME_free(name) }
        let isMade =
            unsafe X509_set_version(certificate, Int(X509_VERSION_3)) == 1
            && X509_set_subject_name(certificate, name) == 1
            && X509_set_issuer_name(certificate, name) == 1
            && ASN1_TIME_set(X509_getm_notBefore(certificate), 0) != nil
            && ASN1_TIME_set(X509_getm_notAfter(certificate), Self.lastTime) != nil
            && X509_set_pubkey(certificate, publicKey.handle.pointer) == 1
        guard isMade else { throw .taken(.operationFailed) }
        try unsafe handle.add(extension: NID_basic_constraints, "critical,CA:TRUE", issuer: nil)
        // An empty signature makes the object complete, so that it has an encoding and with it an identity.
        var signature: UnsafePointer<ASN1_BIT_STRING>?
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(&signature, &algorithm, certificate)
        let isComplete =
            unsafe X509_ALGOR_set0(
                UnsafeMutablePointer(mutating: algorithm), OBJ_nid2obj(NID_sha256WithRSAEncryption), V_ASN1_NULL, nil)
            == 1
            && X509_ALGOR_set0(
                UnsafeMutablePointer(mutating: X509_get0_tbs_sigalg(certificate)),
                OBJ_nid2obj(NID_sha256WithRSAEncryption),
                V_ASN1_NULL, nil) == 1
        guard isComplete else { throw .taken(.operationFailed) }
        handle.readExtensions()
        self.handle = handle
    }
}
