package import WindfallCryptography

/// The parts of a PKCS#7 signed-data envelope (RFC 5652, 5.1) by their place in the bytes; nothing is copied.
///
/// One signer, no CRLs: what app receipts have. The signature may be over the content itself (Apple, Xcode) or over
/// signed attributes that hold the content's digest (RFC 5652, 5.4).
package struct SignedEnvelope {
    /// Where the signed bytes are.
    package enum Content: Hashable, Sendable {
        /// One run of the given bytes.
        case inPlace(Range<Int>)
        /// Several octet strings, joined; `start` is the offset of the first one's bytes.
        case joined([UInt8], start: Int)
    }

    /// Who signed, and how.
    package struct Signer: Hashable, Sendable {
        /// The SEQUENCE of issuer and serial number, whole.
        package var identifier: Range<Int>
        /// The issuer's Name, whole.
        package var issuer: Range<Int>
        /// The content octets of the serial number.
        package var serialNumber: Range<Int>
        /// The digest of the signature; the failure is `algorithm_not_allowed`, and then nothing verifies.
        package var digest: Result<DigestAlgorithm, Problem>
        /// The `[0]` of the signed attributes, whole; nil when the signature is over the content itself.
        package var attributes: Range<Int>?
        /// The content of the attribute that holds the content's digest.
        package var messageDigest: Range<Int>?
        package var signature: Range<Int>
    }

    package var content: Content
    /// The embedded certificates, one after the other.
    package var certificates: Range<Int>
    package var signer: Signer
}
