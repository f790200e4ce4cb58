import WindfallCOpenSSL

/// Owns a basic OCSP response (RFC 6960 4.2.1).
@safe struct OCSPAnswer: ~Copyable {
    private let handle: OpaquePointer

    init(_ bytes: Span<UInt8>) throws(OCSPFailure) {
        unsafe handle = try Self.read(bytes)
    }

    deinit { unsafe OCSP_BASICRESP_free(handle) }

    private static func read(_ bytes: Span<UInt8>) throws(OCSPFailure) -> OpaquePointer {
        let response: OpaquePointer
        do {
            unsafe response = try unsafe decoded(
                bytes, orThrow: .operationFailed,
                freeing: { unsafe OCSP_RESPONSE_free($0) },
                { position, count in unsafe d2i_OCSP_RESPONSE(nil, position, count) })
        } catch {
            throw .unreadable
        }
        defer { unsafe OCSP_RESPONSE_free(response) }
        let status = unsafe OCSP_response_status(response)
        guard status == OCSP_RESPONSE_STATUS_SUCCESSFUL else { throw .unsuccessful(status: Int(status)) }
        guard let basic = unsafe OCSP_response_get1_basic(response) else { throw .unreadable }
        return unsafe basic
    }

    /// Checks that the issuer, or a responder with a certificate of the issuer's for it, signed the response.
    ///
    /// - Parameter now: the instant at which these certificates must be valid.
    func checkSignature(issuer: PathAnchor, at now: Int64) throws(OCSPFailure) {
        let store = unsafe X509_STORE_new()
        let known = unsafe OPENSSL_sk_new_null()
        defer {
            unsafe X509_STORE_free(store)
            unsafe OPENSSL_sk_free(known)
        }
        guard let store = unsafe store, let known = unsafe known,
            unsafe X509_STORE_add_cert(store, issuer.handle.pointer) == 1,
            unsafe OPENSSL_sk_push(known, UnsafeRawPointer(issuer.handle.pointer)) > 0
        else { throw .operationFailed }
        let parameters = unsafe X509_STORE_get0_param(store)
        unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        unsafe X509_VERIFY_PARAM_set_time(parameters, Int(now))
        guard unsafe OCSP_basic_verify(handle, known, store, UInt(OCSP_NOEXPLICIT)) == 1 else {
            let error = ERR_peek_last_error()
            let isSignature = ERR_GET_LIB(error) == ERR_LIB_OCSP && ERR_GET_REASON(error) == OCSP_R_SIGNATURE_FAILURE
            throw isSignature ? .signature : .responderNotAuthorised
        }
    }

    /// What the response says of a certificate, if it is current.
    func finding(
        on certificate: Certificate, issuer: PathAnchor, at now: Int64, allowedSkew: Int64
    ) throws(OCSPFailure) -> OCSPFinding {
        // A responder may use another digest for its CertID than was asked with.
        for digest in [DigestAlgorithm.sha1, .sha256] {
            let identifier = unsafe OCSP_cert_to_id(
                FetchedDigest.of(digest).method, certificate.handle.pointer, issuer.handle.pointer)
            guard let identifier = unsafe identifier else { throw .operationFailed }
            defer { unsafe OCSP_CERTID_free(identifier) }
            if let finding = try unsafe finding(on: identifier, at: now, allowedSkew: allowedSkew) { return finding }
        }
        throw .otherCertificate
    }

    /// nil when the response does not speak of the certificate.
    private func finding(
        on identifier: OpaquePointer, at now: Int64, allowedSkew: Int64
    ) throws(OCSPFailure) -> OCSPFinding? {
        var status: Int32 = 0
        var reason: Int32 = 0
        var revocation: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var this: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        guard unsafe OCSP_resp_find_status(handle, identifier, &status, &reason, &revocation, &this, &next) == 1 else {
            return nil
        }
        let thisUpdate = try unsafe Self.seconds(this)
        // Without a next update there is always a newer answer (RFC 6960 4.2.2.1), so only a fresh one counts.
        let nextUpdate = try unsafe next == nil ? thisUpdate : Self.seconds(next)
        // Times of certificates lie between the years 0 and 9999, so that a skew can't overflow.
        let skew = min(max(0, allowedSkew), 1 << 40)
        guard thisUpdate - skew <= now, now <= nextUpdate + skew, thisUpdate <= nextUpdate else { throw .notCurrent }
        return unsafe OCSPFinding(
            status: try unsafe Self.status(status, reason: reason, at: revocation),
            nextUpdate: next == nil ? nil : nextUpdate)
    }

    private static func status(
        _ status: Int32, reason: Int32, at revocation: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    ) throws(OCSPFailure) -> OCSPStatus {
        switch status {
        case V_OCSP_CERTSTATUS_GOOD:
            return .good
        case V_OCSP_CERTSTATUS_REVOKED:
            return .revoked(at: try unsafe seconds(revocation), reason: reason < 0 ? nil : Int(reason))
        default:
            return .unknown
        }
    }

    private static func seconds(_ time: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?) throws(OCSPFailure) -> Int64 {
        guard let time = unsafe time else { throw .unreadable }
        do {
            return try unsafe CertificateTime.seconds(time)
        } catch {
            throw .unreadable
        }
    }
}
