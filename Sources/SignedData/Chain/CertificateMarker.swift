/// The object identifiers by which Apple marks what a certificate is for.
package enum CertificateMarker {
    /// In the leaf of app receipts and JWS.
    package static let receipt = "1.2.840.113635.100.6.11.1"
    /// In the intermediate of app receipts and JWS.
    package static let intermediate = "1.2.840.113635.100.6.2.1"
    /// In the leaf of iOS 6 style receipts of version 2.
    static let transaction = "1.2.840.113635.100.6.5.1"
    /// In the authority of iOS 6 style receipts of version 2.
    static let store = "1.2.840.113635.100.6.2.2"
    /// The policy of certificates that sign receipts.
    static let policy = "1.2.840.113635.100.5.6.1"
}
