package import WindfallCryptography

/// A key with the certificates that say whose it is.
package struct SigningIdentity: Sendable {
    package var key: PrivateKey
    /// The key's certificate first, then its issuer, and so on to the root.
    package var certificates: [Certificate]

    package init(key: PrivateKey, certificates: [Certificate]) {
        precondition(!certificates.isEmpty, "an identity has a certificate")
        self.key = key
        self.certificates = certificates
    }
}
