import WindfallCOpenSSL

/// Questions to an OCSP responder, and its answers (RFC 6960). Bytes only: somebody else carries them.
package enum OCSP {
    /// A question about one certificate: its CertID with SHA-1, as Apple's responder expects, and no nonce.
    ///
    /// - Parameter issuer: whose key the certificate's signature was proved with.
    /// - Returns: an OCSPRequest in DER, the body of a POST with type `application/ocsp-request`.
    package static func request(
        for certificate: Certificate, issuer: PathAnchor
    ) throws(CryptographyError) -> [UInt8] {
        guard let request = unsafe OCSP_REQUEST_new() else { throw .taken(.operationFailed) }
        defer { unsafe OCSP_REQUEST_free(request) }
        let identifier = unsafe OCSP_cert_to_id(
            FetchedDigest.of(.sha1).method, certificate.handle.pointer, issuer.handle.pointer)
        guard let identifier = unsafe identifier else { throw .taken(.operationFailed) }
        // From here on the identifier is the request's.
        guard unsafe OCSP_request_add0_id(request, identifier) != nil else {
            unsafe OCSP_CERTID_free(identifier)
            throw .taken(.operationFailed)
        }
        return try unsafe encoded(orThrow: .operationFailed) { target in unsafe i2d_OCSP_REQUEST(request, target) }
    }

    /// What a response says of a certificate.
    ///
    /// The response must be signed by the issuer, or by a responder that the issuer gave a certificate for it.
    ///
    /// - Parameters:
    ///   - response: an OCSPResponse in DER.
    ///   - issuer: whose key the certificate's signature was proved with.
    ///   - now: the instant at which it must be current, in seconds since 1970 UTC.
    ///   - allowedSkew: by how many seconds the responder's clock may differ.
    /// - Throws: why it says nothing. That is never the same as `.revoked`.
    package static func finding(
        in response: Span<UInt8>, for certificate: Certificate, issuer: PathAnchor, at now: Int64, allowedSkew: Int64
    ) throws(OCSPFailure) -> OCSPFinding {
        defer { ERR_clear_error() }
        let answer = try OCSPAnswer(response)
        try answer.checkSignature(issuer: issuer, at: now)
        return try answer.finding(on: certificate, issuer: issuer, at: now, allowedSkew: allowedSkew)
    }
}
