import WindfallCOpenSSL

/// An X.509 certificate (RFC 5280). Immutable, and shared between threads.
package final class Certificate: Sendable {
    /// The bytes that it was read from.
    package let der: [UInt8]
    /// SHA-256 over ``der``, 32 bytes.
    package let sha256: [UInt8]
    /// The content of the serial number's INTEGER, big-endian, as short as DER wants it.
    package let serialNumber: [UInt8]
    /// The first second at which it is valid, in seconds since 1970 UTC.
    package let notBefore: Int64
    /// The last second at which it is valid, in seconds since 1970 UTC.
    package let notAfter: Int64
    package let publicKey: PublicKey
    /// Whether basicConstraints makes it an authority.
    package let isAuthority: Bool
    /// Addresses of OCSP responders (authority information access), as the certificate has them.
    package let ocspURLs: [String]
    let subjectName: DistinguishedName
    let issuerName: DistinguishedName
    let handle: CertificateHandle

    /// Reads one certificate.
    ///
    /// - Parameter der: the certificate in DER, and nothing after it.
    /// - Throws: `.certificateUnreadable`, `.trailingBytes`, `.timeUnreadable`, or `.keyUnreadable` for a key of an
    ///   unknown kind. Nothing is checked but the form.
    package init(der: Span<UInt8>) throws(CryptographyError) {
        handle = try CertificateHandle.read(der)
        // What surrounds the signed part is not signed: only its one DER form is accepted.
        let canonical = try handle.der()
        guard ByteComparison.areEqual(canonical.span, der) else {
            throw CryptographyError(.certificateUnreadable)
        }
        handle.readExtensions()
        (notBefore, notAfter) = try handle.validity()
        subjectName = try unsafe DistinguishedName(X509_get_subject_name(handle.pointer))
        issuerName = try unsafe DistinguishedName(X509_get_issuer_name(handle.pointer))
        serialNumber = try handle.serialNumber()
        publicKey = try handle.publicKey()
        isAuthority = handle.isAuthority()
        ocspURLs = handle.responderAddresses()
        sha256 = Digest.bytes(.sha256, of: der)
        self.der = [UInt8](copying: der)
    }

    /// The subject in one line (RFC 2253), what is not to be printed as `\XX`.
    package var subject: String { subjectName.text }
    /// The issuer in one line (RFC 2253), what is not to be printed as `\XX`.
    package var issuer: String { issuerName.text }
    /// The subject's first commonName, what is not to be printed as `\XX`.
    package var commonName: String? { subjectName.commonName }
    /// The subject's Name in DER.
    package var subjectDER: [UInt8] { subjectName.der }
    /// The issuer's Name in DER.
    package var issuerDER: [UInt8] { issuerName.der }
    /// Whether subject and issuer are the same name, byte for byte. It says nothing about the signature.
    package var isSelfIssued: Bool { subjectName.der == issuerName.der }

    /// Whether it has an extension, whatever its value.
    ///
    /// - Parameter identifier: an object identifier in dotted form; any other text is no extension's.
    package func hasExtension(_ identifier: String) -> Bool {
        handle.hasExtension(identifier)
    }

    /// Whether the signature on it is the key's. Only that: no name, no validity, no constraint is looked at.
    package func isSigned(by key: PublicKey) -> Bool {
        let result = unsafe X509_verify(handle.pointer, key.handle.pointer)
        if result != 1 { ERR_clear_error() }
        return result == 1
    }
}
