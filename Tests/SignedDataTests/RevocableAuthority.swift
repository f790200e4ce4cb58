import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Root, intermediate and signer whose certificates name OCSP responders.
struct RevocableAuthority {
    let root: Certificate
    let rootKey: PrivateKey
    let intermediate: Certificate
    let intermediateKey: PrivateKey
    let leaf: Certificate
    private let identity: SigningIdentity

    /// - Parameters:
    ///   - address: the responder that the leaf names.
    ///   - intermediateAddress: the one that the intermediate names.
    init(address: String?, intermediateAddress: String? = "http://ocsp.example/intermediate") throws {
        func template(
            _ name: String, _ role: CertificateTemplate.Role, _ serial: UInt8, _ marker: String?, _ url: String?
        ) -> CertificateTemplate {
            CertificateTemplate(
                subject: CertificateTemplate.Name(commonName: name), serialNumber: [serial], notBefore: 946_684_800,
                notAfter: 4_102_444_799, role: role, markers: marker.map { [$0] } ?? [], ocspURL: url)
        }
        rootKey = try PrivateKey.generate(.p256)
        root = try template("Windfall Test Root", .authority(pathLength: nil), 0x10, nil, nil)
            .issue(for: rootKey.publicKey, by: nil, signedWith: rootKey, digest: .sha256)
        intermediateKey = try PrivateKey.generate(.p256)
        intermediate = try template(
            "Windfall Test Intermediate", .authority(pathLength: 0), 0x20, CertificateMarker.intermediate,
            intermediateAddress
        ).issue(for: intermediateKey.publicKey, by: root, signedWith: rootKey, digest: .sha256)
        let key = try PrivateKey.generate(.p256)
        leaf = try template("Windfall Test Signer", .signer, 0x30, CertificateMarker.receipt, address)
            .issue(for: key.publicKey, by: intermediate, signedWith: intermediateKey, digest: .sha256)
        identity = SigningIdentity(key: key, certificates: [leaf, intermediate, root])
    }

    var rootDER: [UInt8] { root.der }

    /// A verifier that trusts this authority alone.
    func verifier() throws -> Verifier {
        var trust = Trust.nobody
        try trust.add(certificates: root.der)
        return Verifier(trust: trust)
    }

    /// A transaction that this authority signed, read.
    func reading(at now: Instant, verifier: Verifier? = nil) throws -> Reading<TransactionPayload> {
        let text = try JWSWriter.sign(Issued.transaction, with: identity)
        return try (verifier ?? self.verifier()).read(jws: Array(text.utf8), at: now)
    }
}
