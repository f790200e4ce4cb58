package import WindfallCryptography
package import WindfallTimeline

/// A chain of certificates that was proved, all but its time: signatures, anchor, length and purposes.
///
/// Time is left out because it differs from one receipt to the next: each was signed at its own instant.
package final class SigningChain: Sendable {
    /// One certificate's part in the judgement of time.
    struct Link: Sendable {
        var name: String
        var validity: ClosedRange<Instant>
    }

    /// The leaf's key, which signs receipts.
    package let key: PublicKey
    package let signer: Signer
    /// The leaf and its issuers as far as they are embedded, leaf first.
    package let certificates: [Certificate]
    private let links: [Link]
    /// The instants at which all links are valid; nil if there is none.
    private let validity: ClosedRange<Instant>?

    init(certificates: [Certificate], anchor: TrustAnchor?) {
        precondition(!certificates.isEmpty, "a chain has a leaf")
        key = certificates[0].publicKey
        signer = Signer(certificates[0])
        self.certificates = certificates
        var links = certificates.map { Link(name: $0.subject, validity: $0.validity) }
        if let anchor { links.append(Link(name: anchor.name, validity: anchor.validity)) }
        self.links = links
        let first = links.map(\.validity.lowerBound).max() ?? signer.notBefore
        let last = links.map(\.validity.upperBound).min() ?? signer.notAfter
        validity = first <= last ? first...last : nil
    }

    /// Whether each certificate was valid at the instant of signing.
    ///
    /// - Returns: nil, or `certificate_expired` with the first certificate that was not.
    package func problem(signedAt instant: Instant) -> Problem? {
        if let validity, validity.contains(instant) { return nil }
        for link in links where !link.validity.contains(instant) {
            let when = instant < link.validity.lowerBound ? "not yet valid" : "no longer valid"
            return Problem(
                .certificateExpired, "a certificate was \(when) when the data was signed, \(instant.rfc3339)",
                certificate: link.name)
        }
        return nil
    }
}
