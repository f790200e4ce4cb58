import WindfallCryptography
import WindfallTimeline

/// What is known of one certificate's revocation.
struct RevocationFinding: Hashable, Sendable {
    enum Status: Hashable, Sendable {
        case good
        /// The reason is a CRLReason (RFC 5280, 5.3.1); nil when none is given.
        case revoked(at: Instant, reason: Int?)
        /// Nothing is known; why, in a few words.
        case unknown(String)
    }

    var status: Status
    /// By when there will be a newer answer; nil when the responder does not say.
    var nextUpdate: Instant?

    init(_ status: Status, nextUpdate: Instant? = nil) {
        self.status = status
        self.nextUpdate = nextUpdate
    }

    /// What the finding means for what the certificate signed.
    func problem(_ certificate: Certificate) -> Problem? {
        switch status {
        case .good: nil
        case .revoked(let instant, let reason):
            Problem(
                .revoked,
                "a certificate was revoked, \(instant.rfc3339)" + (reason.map { " (CRL reason \($0))" } ?? ""),
                certificate: certificate.subject)
        case .unknown(let reason):
            Problem(
                .revocationUnknown, "whether a certificate was revoked could not be asked: \(reason)",
                certificate: certificate.subject)
        }
    }
}
