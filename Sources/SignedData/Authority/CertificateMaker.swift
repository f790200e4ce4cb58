import WindfallCryptography
import WindfallTimeline

/// Makes the certificates of a test authority.
struct CertificateMaker<Source: Randomness> {
    let randomness: Source

    /// 2000-01-01T00:00:00Z in seconds since 1970.
    private var notBefore: Int64 { 946_684_800 }
    /// 2099-12-31T23:59:59Z in seconds since 1970.
    private var notAfter: Int64 { 4_102_444_799 }

    /// A new key under a certificate that signed itself.
    func root(
        _ name: String, _ kind: PrivateKey.Kind, _ digest: DigestAlgorithm
    ) throws(CryptographyError) -> SigningIdentity {
        let key = try PrivateKey.generate(kind)
        let template = template(name, .authority(pathLength: nil), marker: nil)
        let certificate = try template.issue(for: key.publicKey, by: nil, signedWith: key, digest: digest)
        return SigningIdentity(key: key, certificates: [certificate])
    }

    /// A new key whose certificate may sign others.
    func authority(
        _ name: String, under issuer: SigningIdentity, _ kind: PrivateKey.Kind, _ digest: DigestAlgorithm,
        marker: String
    ) throws(CryptographyError) -> SigningIdentity {
        try issue(template(name, .authority(pathLength: 0), marker: marker), under: issuer, kind, digest)
    }

    /// A new key whose certificate may sign data.
    func signer(
        _ name: String, under issuer: SigningIdentity, _ kind: PrivateKey.Kind, _ digest: DigestAlgorithm,
        marker: String
    ) throws(CryptographyError) -> SigningIdentity {
        try issue(template(name, .signer, marker: marker), under: issuer, kind, digest)
    }

    private func issue(
        _ template: CertificateTemplate, under issuer: SigningIdentity, _ kind: PrivateKey.Kind,
        _ digest: DigestAlgorithm
    ) throws(CryptographyError) -> SigningIdentity {
        let key = try PrivateKey.generate(kind)
        let certificate = try template.issue(
            for: key.publicKey, by: issuer.certificates[0], signedWith: issuer.key, digest: digest)
        return SigningIdentity(key: key, certificates: [certificate] + issuer.certificates)
    }

    private func template(_ name: String, _ role: CertificateTemplate.Role, marker: String?) -> CertificateTemplate {
        // 64 bits as Apple's; the first bit set and the second clear, so that every serial number has the same length.
        var serialNumber = randomness.bytes(count: 8)
        serialNumber[0] = serialNumber[0] & 0x3F | 0x40
        return CertificateTemplate(
            subject: CertificateTemplate.Name(
                commonName: name, organization: "Windfall Test", organizationalUnit: "Windfall Test Authority",
                country: "US"),
            serialNumber: serialNumber, notBefore: notBefore, notAfter: notAfter, role: role,
            markers: marker.map { [$0] } ?? [], policies: role == .signer ? [CertificateMarker.policy] : [])
    }
}
