package import WindfallCryptography
package import WindfallTimeline

/// Where a chain of certificates may end: an authority's name and public key, taken from a certificate that is known by its
/// fingerprint.
package struct TrustAnchor: Hashable, Sendable {
    /// The authority's Name in DER.
    package var subject: [UInt8]
    /// The authority's SubjectPublicKeyInfo in DER.
    package var key: [UInt8]
    /// SHA-256 of the authority's certificate.
    package var sha256: [UInt8]
    /// From when and until when the authority's certificate is valid, both included.
    package var validity: ClosedRange<Instant>
    /// The authority's name for a person.
    package var name: String
    /// Whether the authority signed itself: only such a one ends the chain of an app receipt or a JWS.
    package var isRoot: Bool

    /// An authority's certificate, for example out of a file that the configuration names.
    package init(_ certificate: Certificate) {
        subject = certificate.subjectDER
        key = certificate.publicKey.subjectPublicKeyInfo
        sha256 = certificate.sha256
        validity = certificate.validity
        name = certificate.commonName ?? certificate.subject
        isRoot = certificate.isSelfIssued
    }

    /// The end of a path for OpenSSL.
    var pathAnchor: PathAnchor {
        get throws(CryptographyError) {
            try .key(PublicKey(subjectPublicKeyInfo: key.span), subjectDER: subject.span)
        }
    }
}

extension Certificate {
    /// From when and until when the certificate is valid, both included (RFC 5280, 4.1.2.5).
    package var validity: ClosedRange<Instant> {
        let first = Instant(seconds: notBefore)
        return first...max(first, Instant(seconds: notAfter))
    }
}
