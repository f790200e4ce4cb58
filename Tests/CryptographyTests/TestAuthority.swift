import WindfallCryptography

/// Times in these tests, in seconds since 1970 UTC.
enum Year {
    static let start2000: Int64 = 946_684_800
    static let start2026: Int64 = 1_767_225_600
    /// The last second of 2099.
    static let end2099: Int64 = 4_102_444_799
}

/// A key with its certificate.
struct Identity {
    let key: PrivateKey
    let certificate: Certificate

    /// A root of its own.
    static func root(_ name: String = "Windfall Test Root", kind: PrivateKey.Kind = .p256) throws -> Identity {
        let key = try PrivateKey.generate(kind)
        let template = CertificateTemplate.test(name, role: .authority(pathLength: nil))
        return Identity(
            key: key,
            certificate: try template.issue(for: key.publicKey, by: nil, signedWith: key, digest: .sha256))
    }

    /// One below this one.
    func issue(
        _ name: String, role: CertificateTemplate.Role, kind: PrivateKey.Kind = .p256, digest: DigestAlgorithm = .sha256
    ) throws -> Identity {
        let key = try PrivateKey.generate(kind)
        return Identity(key: key, certificate: try issue(.test(name, role: role), for: key, digest: digest))
    }

    func issue(
        _ template: CertificateTemplate, for key: PrivateKey, digest: DigestAlgorithm = .sha256
    ) throws -> Certificate {
        try template.issue(for: key.publicKey, by: certificate, signedWith: self.key, digest: digest)
    }
}

extension CertificateTemplate {
    static func test(_ name: String, role: Role, serialNumber: [UInt8] = [0x2A]) -> CertificateTemplate {
        CertificateTemplate(
            subject: Name(commonName: name), serialNumber: serialNumber, notBefore: Year.start2000,
            notAfter: Year.end2099, role: role)
    }
}
