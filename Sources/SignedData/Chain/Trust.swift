import WindfallCryptography

/// Whose signatures are believed. Nothing is believed that is not named here.
public struct Trust: Sendable {
    /// Whether data of the environments `Xcode` and `LocalTesting`, which anybody can sign, may pass.
    public var allowsLocalTesting = false
    /// Whose local test signatures pass, by the certificate's SHA-256; nil for anybody's.
    package var localSigners: Set<[UInt8]>?
    /// Authorities that may end the chain of an app receipt or a JWS.
    package private(set) var roots: [TrustAnchor]
    /// Authorities that may have signed the leaf of an iOS 6 style receipt, which embeds the leaf alone.
    package private(set) var issuers: [TrustAnchor]

    /// Apple's authorities and no others.
    public static let apple = Trust(
        roots: [.appleRootCA, .appleRootCAG2, .appleRootCAG3],
        issuers: [
            .iTunesStoreCA, .worldwideDeveloperRelations2008, .worldwideDeveloperRelations2013,
            .worldwideDeveloperRelationsG5, .worldwideDeveloperRelationsG7, .worldwideDeveloperRelationsG8,
        ])

    /// Nobody yet; see ``add(certificates:)``.
    public static let nobody = Trust(roots: [], issuers: [])

    /// How many certificates one file may hold.
    private static let maximumCertificates = 256

    /// Believes authorities in addition: self-signed certificates as roots, others as issuers of iOS 6 style receipts.
    ///
    /// - Parameter bytes: certificates in PEM, at most 256, or one in DER.
    /// - Throws: ``Problem`` `malformed` when there is no readable certificate; nothing is added then.
    public mutating func add(certificates bytes: [UInt8]) throws(Problem) {
        let certificates: [Certificate]
        do {
            certificates =
                bytes.first == DERTag.sequence.octet
                ? [try Certificate(der: bytes.span)]
                : try Certificate.readPEM(bytes.span, limit: Self.maximumCertificates)
        } catch {
            throw Problem(.malformed, "not a certificate in PEM or DER")
        }
        guard !certificates.isEmpty else { throw Problem(.malformed, "no certificate in PEM or DER") }
        for anchor in certificates.map(TrustAnchor.init) {
            if anchor.isRoot { roots.append(anchor) } else { issuers.append(anchor) }
        }
    }
}
