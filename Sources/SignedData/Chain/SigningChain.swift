package import WindfallCryptography
package import WindfallTimeline

/// A chain of certificates that was proved, all but its time: signatures, anchor, length and purposes.
///
/// Time is left out because it differs from one receipt to the next: each was signed at its own instant.
package final class SigningChain: Sendable {
    /// One certificate's part in the judgement of time.
    struct Link: Sendable {
        var name: String
        /// An authority may have had several certificates for one key.
        var validities: [ClosedRange<Instant>]
    }

    /// The leaf's key, which signs receipts.
    package let key: PublicKey
    package let signer: Signer
    /// The leaf and its issuers as far as they are embedded, leaf first.
    package let certificates: [Certificate]
    /// The authority that issued the last of them; nil for a leaf that is its own authority.
    package let anchor: TrustAnchor?
    private let links: [Link]
    /// The instants at which all links are valid.
    private let validities: [ClosedRange<Instant>]

    /// - Parameters:
    ///   - certificates: leaf first, without the anchor.
    ///   - anchors: the authority at the end, with each certificate that it had for its key; none for a leaf that is its
    ///     own authority.
    init(certificates: [Certificate], anchors: [TrustAnchor]) {
        precondition(!certificates.isEmpty, "a chain has a leaf")
        key = certificates[0].publicKey
        signer = Signer(certificates[0])
        self.certificates = certificates
        anchor = anchors.first
        var links = certificates.map { Link(name: $0.subject, validities: [$0.validity]) }
        if let anchor = anchors.first { links.append(Link(name: anchor.name, validities: anchors.map(\.validity))) }
        self.links = links
        validities = links.reduce([signer.notBefore...signer.notAfter]) { together, link in
            together.flatMap { range in
                link.validities.filter(range.overlaps).map { $0.clamped(to: range) }
            }
        }
    }

    /// Whether each certificate was valid at the instant of signing.
    ///
    /// - Returns: nil, or `certificate_expired` with the first certificate that was not.
    package func problem(signedAt instant: Instant) -> Problem? {
        if validities.contains(where: { $0.contains(instant) }) { return nil }
        for link in links where !link.validities.contains(where: { $0.contains(instant) }) {
            let isEarly = link.validities.allSatisfy { instant < $0.lowerBound }
            return Problem(
                .certificateExpired,
                "a certificate was \(isEarly ? "not yet" : "no longer") valid when the data was signed, \(instant.rfc3339)",
                certificate: link.name)
        }
        return Problem(.certificateExpired, "no instant at which all certificates were valid, \(instant.rfc3339)")
    }
}
