package import WindfallCryptography

extension SigningChain {
    /// Leaves that Apple signed receipts with although they lack the marker extension, by fingerprint: the one of the
    /// developer sample of 2010. Its authority (FairPlay) signed much else, so nothing less will do.
    package static let leavesWithoutMarker: Set<[UInt8]> = [
        [
            0x04, 0xCF, 0xBA, 0x74, 0xCE, 0xA1, 0xB3, 0x72, 0x72, 0x14, 0x9F, 0x4D, 0x58, 0xE2, 0x1F, 0x0A,
            0xB7, 0x69, 0xB1, 0xE7, 0x11, 0x03, 0xD5, 0x37, 0x5C, 0x28, 0xF6, 0x52, 0x4D, 0xB5, 0x19, 0x3B,
        ]
    ]

    /// Proves a chain from a leaf to a trusted authority.
    ///
    /// - Parameters:
    ///   - leaf: the signer's certificate.
    ///   - embedded: the other certificates that came with it, in any order; none of them is believed for being there.
    ///   - rule: what the format asks.
    ///   - trust: where the chain may end.
    /// - Throws: ``Problem``: `untrusted_root`, `certificate_purpose` or `chain_length`, with the certificate.
    package convenience init(
        leaf: Certificate, embedded: [Certificate], rule: ChainRule, trust: Trust
    ) throws(Problem) {
        switch rule {
        case .local:
            guard embedded.isEmpty, leaf.isSelfIssued, leaf.isSigned(by: leaf.publicKey) else {
                throw Problem(.untrustedRoot, "no trusted authority, nor a certificate of its own", leaf)
            }
            if let known = trust.localSigners, !known.contains(leaf.sha256) {
                throw Problem(.untrustedRoot, "the local test signature is another one's", leaf)
            }
            self.init(certificates: [leaf], anchors: [])
        case .appReceipt, .jws:
            let (path, anchors) = try Self.path(from: leaf, embedded, to: trust.roots)
            guard path.count + 1 == rule.length else {
                throw Problem(.chainLength, "the chain has \(path.count + 1) certificates, not \(rule.length)", leaf)
            }
            try Self.checkMarkers(path, rule)
            self.init(certificates: path, anchors: anchors)
        case .transactionVersion2, .transactionVersion3:
            let (path, anchors) = try Self.path(from: leaf, [], to: trust.issuers)
            try Self.checkMarkers(path, rule)
            self.init(certificates: path, anchors: anchors)
        }
    }

    /// The embedded certificates of the path, leaf first and without the anchor, and the anchor with each of its certificates.
    private static func path(
        from leaf: Certificate, _ embedded: [Certificate], to anchors: [TrustAnchor]
    ) throws(Problem) -> ([Certificate], [TrustAnchor]) {
        do {
            let found = try CertificatePath.verify(
                leaf: leaf, untrusted: embedded,
                anchors: try anchors.map { anchor throws(CryptographyError) in
                    try anchor.pathAnchor
                })
            let anchor = anchors[found.anchorIndex]
            return (found.certificates, anchors.filter { $0.key == anchor.key && $0.subject == anchor.subject })
        } catch let failure as PathFailure {
            throw Problem(failure, in: leaf)
        } catch {
            throw Problem(.untrustedRoot, "a trusted authority can't be used", leaf)
        }
    }

    private static func checkMarkers(_ path: [Certificate], _ rule: ChainRule) throws(Problem) {
        if let marker = rule.leafMarker, !path[0].hasExtension(marker), !leavesWithoutMarker.contains(path[0].sha256) {
            throw Problem(.certificatePurpose, "the signer's certificate is not for receipts", path[0])
        }
        if let marker = rule.intermediateMarker, path.count > 1, !path[1].hasExtension(marker),
            !leavesWithoutMarker.contains(path[0].sha256)
        {
            throw Problem(.certificatePurpose, "the intermediate certificate is not for receipts", path[1])
        }
    }
}

extension Problem {
    fileprivate init(_ code: Code, _ message: String, _ certificate: Certificate) {
        self.init(code, message, certificate: certificate.subject)
    }

    /// What OpenSSL found wrong on the way from a leaf to an anchor.
    fileprivate init(_ failure: PathFailure, in leaf: Certificate) {
        let (code, message): (Code, String) =
            switch failure {
            case .untrustedRoot: (.untrustedRoot, "the chain leads to no trusted authority")
            case .signature(let depth): (.untrustedRoot, "certificate \(depth) of the chain is not its issuer's")
            case .notAuthority(let depth), .usage(let depth):
                (.certificatePurpose, "certificate \(depth) of the chain may not sign certificates")
            case .pathLength(let depth): (.chainLength, "certificate \(depth) allows fewer authorities below it")
            case .unhandledCriticalExtension(let depth):
                (.certificatePurpose, "certificate \(depth) has a critical extension of an unknown kind")
            case .other(let code, let depth): (.untrustedRoot, "certificate \(depth) is refused (OpenSSL \(code))")
            }
        self.init(code, message, leaf)
    }
}
