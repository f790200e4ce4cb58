import WindfallCryptography

extension SignedEnvelope {
    /// How many certificates an envelope may hold; Apple's have three.
    static let maximumCertificates = 16

    /// The signer's certificate and the others that came with it.
    ///
    /// - Throws: ``Problem``: `malformed` for an unreadable certificate, `chain_length` when the signer's own is missing
    ///   or there are too many.
    func signerCertificate(in bytes: Span<UInt8>) throws(Problem) -> (leaf: Certificate, others: [Certificate]) {
        var leaf: Certificate?
        var others: [Certificate] = []
        var walk = DERReader(certificates)
        let issuer = [UInt8](copying: bytes.extracting(signer.issuer))
        let serialNumber = [UInt8](copying: bytes.extracting(signer.serialNumber))
        while !walk.isAtEnd {
            guard others.count < Self.maximumCertificates else {
                throw Problem(.chainLength, "more than \(Self.maximumCertificates) certificates", offset: walk.offset)
            }
            let offset = walk.offset
            let certificate: Certificate
            do {
                certificate = try Certificate(der: bytes.extracting(walk.next(.sequence, in: bytes).whole))
            } catch {
                throw Problem(.untrustedRoot, "an embedded certificate can't be read", offset: offset)
            }
            if leaf == nil, certificate.issuerDER == issuer, certificate.serialNumber == serialNumber {
                leaf = certificate
            } else {
                others.append(certificate)
            }
        }
        guard let leaf else { throw Problem(.chainLength, "the signer's certificate is not in the receipt") }
        return (leaf, others)
    }

    /// Whether the signature is the key's over the content, or over signed attributes that hold the content's digest.
    ///
    /// - Throws: ``Problem`` `algorithm_not_allowed`.
    func isSigned(by key: PublicKey, in bytes: [UInt8]) throws(Problem) -> Bool {
        let digest = try signer.digest.get()
        let span = bytes.span
        let signature = span.extracting(signer.signature)
        guard let attributes = signer.attributes, let messageDigest = signer.messageDigest else {
            switch content {
            case .inPlace(let range):
                return key.verifies(signature, of: span.extracting(range), digest: digest)
            case .joined(let payload, _):
                return key.verifies(signature, of: payload.span, digest: digest)
            }
        }
        guard ByteComparison.areEqual(contentDigest(digest, in: bytes).span, span.extracting(messageDigest)) else {
            return false
        }
        // What is signed is the SET, not the [0] in which it travels (RFC 5652, 5.4).
        var signed = [UInt8](copying: span.extracting(attributes))
        signed[0] = DERTag.set.octet
        return key.verifies(signature, of: signed.span, digest: digest)
    }

    private func contentDigest(_ digest: DigestAlgorithm, in bytes: [UInt8]) -> [UInt8] {
        switch content {
        case .inPlace(let range): Digest.bytes(digest, of: bytes.span.extracting(range))
        case .joined(let payload, _): Digest.bytes(digest, of: payload.span)
        }
    }
}
