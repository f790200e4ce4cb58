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
