package import WindfallCryptography
public import WindfallTimeline

/// An App Store of one's own that signs every format Apple signs, so that what is verified can be issued.
///
/// All names begin with "Windfall Test", all certificates are valid from 2000 to 2099 and carry the markers that Apple's
/// have. Nobody trusts it unless told to: see ``roots``.
public final class TestAuthority: Sendable {
    /// Why an authority can't be made, saved or loaded.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Signs app receipts and iOS 6 style receipts of version 3: RSA-2048, intermediate, root.
    package let receipts: SigningIdentity
    /// Signs iOS 6 style receipts of version 2: RSA-1024 under a store authority.
    package let transactions: SigningIdentity
    /// Signs JWS: P-256, intermediate and root P-384.
    package let payloads: SigningIdentity
    /// Signs app receipts as Xcode does: one RSA-2048 certificate that signed itself.
    package let localReceipts: SigningIdentity
    /// Signs JWS as Xcode does: one P-256 certificate that signed itself.
    package let localPayloads: SigningIdentity

    /// The certificates to trust, in PEM: the two roots, and the two authorities that sign iOS 6 style receipts, which
    /// embed the leaf alone.
    public let roots: String

    package init(
        receipts: SigningIdentity, transactions: SigningIdentity, payloads: SigningIdentity,
        localReceipts: SigningIdentity, localPayloads: SigningIdentity
    ) throws(CryptographyError) {
        self.receipts = receipts
        self.transactions = transactions
        self.payloads = payloads
        self.localReceipts = localReceipts
        self.localPayloads = localPayloads
        roots = try Self.pem(
            receipts.certificates.suffix(2) + transactions.certificates.dropFirst().prefix(1)
                + payloads.certificates.suffix(1))
    }

    /// Makes new keys and certificates, in memory.
    ///
    /// - Parameter randomness: serial numbers; keys always come from OpenSSL's own randomness.
    public convenience init(randomness: some Randomness) throws(Failure) {
        do {
            let maker = CertificateMaker(randomness: randomness)
            let root = try maker.root("Windfall Test Root CA", .rsa(bits: 2048), .sha256)
            let intermediate = try maker.authority(
                "Windfall Test Worldwide Developer Relations", under: root, .rsa(bits: 2048), .sha256,
                marker: CertificateMarker.intermediate)
            let store = try maker.authority(
                "Windfall Test iTunes Store", under: root, .rsa(bits: 2048), .sha256,
                marker: CertificateMarker.store)
            let payloadRoot = try maker.root("Windfall Test Root CA - G3", .p384, .sha384)
            let payloadIntermediate = try maker.authority(
                "Windfall Test Worldwide Developer Relations - G6", under: payloadRoot, .p384, .sha384,
                marker: CertificateMarker.intermediate)
            try self.init(
                receipts: try maker.signer(
                    "Windfall Test Receipt Signing", under: intermediate, .rsa(bits: 2048), .sha256,
                    marker: CertificateMarker.receipt),
                transactions: try maker.signer(
                    "Windfall Test PurchaseReceiptCertificate", under: store, .rsa(bits: 1024), .sha256,
                    marker: CertificateMarker.transaction),
                payloads: try maker.signer(
                    "Windfall Test ECC Receipt Signing", under: payloadIntermediate, .p256, .sha384,
                    marker: CertificateMarker.receipt),
                localReceipts: try maker.root("Windfall Test StoreKit", .rsa(bits: 2048), .sha256),
                localPayloads: try maker.root("Windfall Test StoreKit Testing", .p256, .sha256))
        } catch {
            throw Failure("keys and certificates can't be made: \(error)")
        }
    }

    /// Certificates one after the other in PEM.
    static func pem(_ certificates: some Sequence<Certificate>) throws(CryptographyError) -> String {
        var text = ""
        for certificate in certificates { text += try certificate.pem }
        return text
    }

    /// Trust in this authority and in no other.
    public var trust: Trust {
        var trust = Trust.nobody
        do {
            try trust.add(certificates: Array(roots.utf8))
        } catch {
            preconditionFailure("the authority's own certificates can be read")
        }
        return trust
    }
}
