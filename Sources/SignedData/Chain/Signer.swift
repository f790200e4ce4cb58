import WindfallCryptography
public import WindfallTimeline

/// The certificate whose key signed the data.
public struct Signer: Hashable, Sendable {
    /// Its subject in one line (RFC 2253).
    public var subject: String
    /// Its issuer in one line.
    public var issuer: String
    /// Its SHA-256 fingerprint, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The first instant at which it is valid.
    public var notBefore: Instant
    /// The last second in which it is valid.
    public var notAfter: Instant

    init(_ certificate: Certificate) {
        subject = certificate.subject
        issuer = certificate.issuer
        sha256 = Hexadecimal.encode(certificate.sha256)
        notBefore = certificate.validity.lowerBound
        notAfter = certificate.validity.upperBound
    }
}
