/// What an OCSP responder says of a certificate (RFC 6960 2.2).
package enum OCSPStatus: Hashable, Sendable {
    case good
    /// Revoked at an instant, in seconds since 1970 UTC; the reason is a CRLReason (RFC 5280 5.3.1), nil when none is
    /// given.
    case revoked(at: Int64, reason: Int?)
    /// The responder does not know the certificate.
    case unknown
}

/// What an OCSP response says, and how long that holds.
package struct OCSPFinding: Hashable, Sendable {
    package var status: OCSPStatus
    /// By when the responder will have a newer answer, in seconds since 1970 UTC; nil when it always has one.
    package var nextUpdate: Int64?
}

/// Why an OCSP response says nothing of a certificate.
package enum OCSPFailure: Error, Hashable, Sendable {
    /// The bytes are no response of the basic kind.
    case unreadable
    /// The responder did not answer the question; its OCSPResponseStatus (RFC 6960 4.2.1), such as 3 for "try later".
    case unsuccessful(status: Int)
    /// The response is about other certificates.
    case otherCertificate
    /// The signature is not the responder's.
    case signature
    /// The certificate's issuer neither signed the response nor allowed another to.
    case responderNotAuthorised
    /// The response is from the future, or there must be a newer one by now.
    case notCurrent
    /// OpenSSL refused for a reason of its own, such as lack of memory.
    case operationFailed
}
