package import WindfallCryptography
package import WindfallTimeline

extension SignedEnvelope {
    /// How an envelope is written.
    package enum Form: Hashable, Sendable {
        /// DER, as the App Store writes it.
        case der
        /// BER with indefinite lengths and the content in a constructed octet string, as Xcode writes it.
        case xcode
    }

    /// Signs a content and writes the envelope round it (RFC 5652, 5.1).
    ///
    /// - Parameters:
    ///   - content: what is signed.
    ///   - identity: the signer's RSA key and certificates; all of the certificates are embedded, leaf first.
    ///   - digest: SHA-1 or SHA-256.
    ///   - signingTime: nil signs the content itself, as Apple does; otherwise attributes that hold its digest and this time.
    package static func sign(
        _ content: [UInt8], with identity: SigningIdentity, digest: DigestAlgorithm, form: Form = .der,
        signingTime: Instant? = nil
    ) throws(CryptographyError) -> [UInt8] {
        let algorithm = DERWriter.sequence(
            DERWriter.element(.objectIdentifier, digest.objectIdentifier), DERWriter.element(.null, []))
        let attributes = signingTime.map { signedAttributes(of: content, digest, $0) }
        // What is signed is the SET, not the [0] in which it travels (RFC 5652, 5.4).
        let signed = attributes.map { DERWriter.setOf($0) } ?? content
        let signature = try identity.key.sign(signed.span, digest: digest)
        let leaf = identity.certificates[0]
        let combined = digest == .sha1 ? ObjectIdentifier.sha1WithRSA : ObjectIdentifier.sha256WithRSA
        let signatureAlgorithm = DERWriter.sequence(
            DERWriter.element(.objectIdentifier, form == .der ? ObjectIdentifier.rsaEncryption : combined),
            DERWriter.element(.null, []))
        var signer = [
            DERWriter.integer(1),
            DERWriter.sequence(leaf.issuerDER, DERWriter.element(.integer, leaf.serialNumber)),
            algorithm,
        ]
        if let attributes {
            var travelling = DERWriter.setOf(attributes)
            travelling[0] = DERTag.context(0).octet
            signer.append(travelling)
        }
        signer += [signatureAlgorithm, DERWriter.element(.octetString, signature)]
        let parts = Parts(
            algorithm: algorithm, content: content,
            certificates: DERWriter.constructed(.context(0), identity.certificates.map(\.der)),
            signers: DERWriter.setOf([DERWriter.constructed(.sequence, signer)]))
        return parts.envelope(form)
    }

    private static func signedAttributes(
        of content: [UInt8], _ digest: DigestAlgorithm, _ signingTime: Instant
    ) -> [[UInt8]] {
        func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
            DERWriter.sequence(DERWriter.element(.objectIdentifier, type), DERWriter.setOf([value]))
        }
        let hash = Digest.bytes(digest, of: content.span)
        return [
            attribute(ObjectIdentifier.contentType, DERWriter.element(.objectIdentifier, ObjectIdentifier.data)),
            attribute(ObjectIdentifier.signingTime, DERWriter.generalizedTime(signingTime)),
            attribute(ObjectIdentifier.messageDigest, DERWriter.element(.octetString, hash)),
        ]
    }
}

/// The parts of SignedData that are written in two ways.
private struct Parts {
    var algorithm: [UInt8]
    var content: [UInt8]
    var certificates: [UInt8]
    var signers: [UInt8]

    func envelope(_ form: SignedEnvelope.Form) -> [UInt8] {
        let signedType = DERWriter.element(.objectIdentifier, ObjectIdentifier.signedData)
        let dataType = DERWriter.element(.objectIdentifier, ObjectIdentifier.data)
        let version = DERWriter.integer(1)
        let octets = DERWriter.element(.octetString, content)
        switch form {
        case .der:
            let info = DERWriter.sequence(dataType, DERWriter.element(.context(0), octets))
            let signed = DERWriter.sequence(version, DERWriter.setOf([algorithm]), info, certificates, signers)
            return DERWriter.sequence(signedType, DERWriter.element(.context(0), signed))
        case .xcode:
            let pieces = DERWriter.indefinite(.constructedOctetString, [octets])
            let info = DERWriter.indefinite(.sequence, [dataType, DERWriter.indefinite(.context(0), [pieces])])
            let signed = DERWriter.indefinite(
                .sequence, [version, DERWriter.setOf([algorithm]), info, certificates, signers])
            return DERWriter.indefinite(.sequence, [signedType, DERWriter.indefinite(.context(0), [signed])])
        }
    }
}

extension DERWriter {
    /// A GeneralizedTime in UTC, to the second (RFC 5280, 4.1.2.5.2).
    fileprivate static func generalizedTime(_ instant: Instant) -> [UInt8] {
        let digits = instant.rfc3339.prefix(19).utf8.filter { (0x30...0x39).contains($0) }
        return element(DERTag(octet: 0x18), digits + [UInt8(ascii: "Z")])
    }
}
