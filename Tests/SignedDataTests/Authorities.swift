import WindfallCommerce
import WindfallCryptography
import WindfallSignedData
import WindfallTimeline

/// The object identifiers by which the App Store marks certificates, written down once more for the tests.
enum Marker {
    static let receipt = "1.2.840.113635.100.6.11.1"
    static let intermediate = "1.2.840.113635.100.6.2.1"
    static let transaction = "1.2.840.113635.100.6.5.1"
    static let store = "1.2.840.113635.100.6.2.2"
}

/// Certificates of any shape, so that a chain can have any fault.
extension SigningIdentity {
    /// 2000-01-01T00:00:00Z to 2099-12-31T23:59:59Z.
    static let always = Instant(seconds: 946_684_800)...Instant(seconds: 4_102_444_799)

    /// Short RSA keys are made quickly, and old receipts have them.
    static let shortRSA = PrivateKey.Kind.rsa(bits: 1024)

    /// A new key under a certificate that signed itself.
    static func root(
        _ name: String, _ kind: PrivateKey.Kind = shortRSA,
        role: CertificateTemplate.Role = .authority(pathLength: nil),
        markers: [String] = [], valid: ClosedRange<Instant> = always
    ) throws -> SigningIdentity {
        let key = try PrivateKey.generate(kind)
        let template = template(name, role, markers, valid, serialNumber: [1])
        let certificate = try template.issue(for: key.publicKey, by: nil, signedWith: key, digest: .sha256)
        return SigningIdentity(key: key, certificates: [certificate])
    }

    /// A new key whose certificate this identity signs, whether it may or not.
    ///
    /// - Parameter serialNumber: the certificates that one issuer makes must differ in it.
    func issue(
        _ name: String, _ kind: PrivateKey.Kind = shortRSA, role: CertificateTemplate.Role = .signer,
        markers: [String] = [Marker.receipt], valid: ClosedRange<Instant> = always, serialNumber: [UInt8] = [2]
    ) throws -> SigningIdentity {
        let newKey = try PrivateKey.generate(kind)
        let template = Self.template(name, role, markers, valid, serialNumber: serialNumber)
        let certificate = try template.issue(
            for: newKey.publicKey, by: certificates[0], signedWith: key, digest: .sha256)
        return SigningIdentity(key: newKey, certificates: [certificate] + certificates)
    }

    /// A new key for an intermediate authority of receipts and JWS.
    func issueAuthority(
        _ name: String = "Intermediate", _ kind: PrivateKey.Kind = shortRSA, markers: [String] = [Marker.intermediate],
        valid: ClosedRange<Instant> = always
    ) throws -> SigningIdentity {
        try issue(name, kind, role: .authority(pathLength: nil), markers: markers, valid: valid)
    }

    /// The same key with other certificates, or the same ones in another order.
    func with(_ certificates: [Certificate]) -> SigningIdentity {
        SigningIdentity(key: key, certificates: certificates)
    }

    /// Trust in the last certificate, and in no other.
    var trust: Trust {
        get throws { try Trust.only(certificates[certificates.count - 1]) }
    }

    private static func template(
        _ name: String, _ role: CertificateTemplate.Role, _ markers: [String], _ valid: ClosedRange<Instant>,
        serialNumber: [UInt8]
    ) -> CertificateTemplate {
        CertificateTemplate(
            subject: CertificateTemplate.Name(commonName: name), serialNumber: serialNumber,
            notBefore: valid.lowerBound.seconds, notAfter: valid.upperBound.seconds, role: role, markers: markers)
    }
}

extension Trust {
    /// Trust in these certificates, and in no others.
    static func only(_ certificates: Certificate...) throws -> Trust {
        var trust = Trust.nobody
        for certificate in certificates { try trust.add(certificates: certificate.der) }
        return trust
    }
}

/// The smallest certificates and the smallest receipt there are, made once: what is tried for each bit should have few.
enum Small {
    /// RSA-1024 throughout: app receipts.
    static let receipts = made {
        try SigningIdentity.root("R").issueAuthority("I").issue("L")
    }
    /// RSA-1024 under a store authority: iOS 6 style receipts of version 2.
    static let transactions = made {
        try SigningIdentity.root("R").issueAuthority("S", markers: [Marker.store])
            .issue("L", markers: [Marker.transaction])
    }
    /// RSA-2048 for the leaf: iOS 6 style receipts of version 3.
    static let transactions3 = made {
        try SigningIdentity.root("R").issueAuthority("I").issue("L", .rsa(bits: 2048))
    }
    /// P-256 throughout: JWS.
    static let payloads = made {
        try SigningIdentity.root("R", .p256).issueAuthority("I", .p256).issue("L", .p256)
    }

    /// An app receipt with one purchase, under the smallest certificates.
    static let receipt: AppReceipt = {
        var receipt = AppReceipt(bundleID: "a.b")
        receipt.receiptType = "ProductionSandbox"
        receipt.creationDate = Issued.date
        var entry = InAppEntry(productID: "p", transactionID: "1")
        entry.quantity = 1
        entry.purchaseDate = Issued.date
        receipt.inApp = [entry]
        return receipt
    }()

    private static func made(_ make: () throws -> SigningIdentity) -> SigningIdentity {
        do {
            return try make()
        } catch {
            fatalError("\(error)")
        }
    }
}
