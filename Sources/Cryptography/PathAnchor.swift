import WindfallCOpenSSL

/// What ends a path and is trusted without a signature: a certificate, or only a key with its name.
package struct PathAnchor: Sendable {
    /// The anchor's certificate; nil when only its key is known.
    package let certificate: Certificate?
    package let publicKey: PublicKey
    /// The certificate, or one made up around the key.
    let handle: AnchorHandle

    /// A certificate, self-signed or not. Its own signature is not looked at.
    package static func certificate(_ certificate: Certificate) -> PathAnchor {
        PathAnchor(certificate: certificate, publicKey: certificate.publicKey, handle: .given(certificate))
    }

    /// An authority whose certificate is not at hand.
    ///
    /// - Parameter subjectDER: its Name in DER, as the certificates that it issued have it for their issuer.
    /// - Throws: `.certificateUnreadable` when that is no Name.
    package static func key(_ publicKey: PublicKey, subjectDER: Span<UInt8>) throws(CryptographyError) -> PathAnchor {
        let madeUp = try MadeUpCertificate(subjectDER: subjectDER, publicKey: publicKey)
        return PathAnchor(certificate: nil, publicKey: publicKey, handle: .madeUp(madeUp))
    }
}

/// The `X509` that stands for an anchor.
enum AnchorHandle: Sendable {
    case given(Certificate)
    case madeUp(MadeUpCertificate)

    var pointer: OpaquePointer {
        switch self {
        case .given(let certificate): unsafe certificate.handle.pointer
        case .madeUp(let madeUp): unsafe madeUp.handle.pointer
        }
    }
}

/// A certificate without a signature of its own, so that OpenSSL can end a path at a bare key. It never leaves the module.
final class MadeUpCertificate: Sendable {
    let handle: CertificateHandle

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
            && ASN1_TIME_set(X509_getm_notAfter(certificate), 0) != nil
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
