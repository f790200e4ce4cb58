/// What a certificate is to say, apart from its key and its signature. For test authorities and tests.
package struct CertificateTemplate: Hashable, Sendable {
    /// The parts of a subject's name; the order in the certificate is country, organisation, unit, common name.
    package struct Name: Hashable, Sendable {
        /// At most 64 characters, as the other parts (RFC 5280 appendix A.1).
        package var commonName: String
        package var organization: String?
        package var organizationalUnit: String?
        /// Two letters (ISO 3166).
        package var country: String?

        package init(
            commonName: String, organization: String? = nil, organizationalUnit: String? = nil, country: String? = nil
        ) {
            self.commonName = commonName
            self.organization = organization
            self.organizationalUnit = organizationalUnit
            self.country = country
        }
    }

    /// What the certificate's key may do.
    package enum Role: Hashable, Sendable {
        /// basicConstraints without CA; keyUsage digitalSignature.
        case signer
        /// basicConstraints with CA; keyUsage keyCertSign and cRLSign. `pathLength` is how many authorities may follow
        /// below it, nil for any number.
        case authority(pathLength: Int?)
        /// An answering machine for OCSP, in its issuer's name (RFC 6960 4.2.2.2).
        case ocspResponder
    }

    package var subject: Name
    /// Big-endian, 1 to 20 bytes, not all zero; a leading zero bit is added where DER needs one.
    package var serialNumber: [UInt8]
    /// The first and the last second of the validity, in seconds since 1970 UTC.
    package var notBefore: Int64
    package var notAfter: Int64
    package var role: Role
    /// Object identifiers of extensions with the value NULL, not critical, in dotted form.
    package var markers: [String]
    /// Object identifiers of certificate policies, in dotted form.
    package var policies: [String]
    /// The address of an OCSP responder.
    package var ocspURL: String?

    package init(
        subject: Name, serialNumber: [UInt8], notBefore: Int64, notAfter: Int64, role: Role,
        markers: [String] = [], policies: [String] = [], ocspURL: String? = nil
    ) {
        self.subject = subject
        self.serialNumber = serialNumber
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.role = role
        self.markers = markers
        self.policies = policies
        self.ocspURL = ocspURL
    }

    /// The last second of the year 9999, the last that a certificate can name.
    private static let lastTime: Int64 = 253_402_300_799

    /// - Throws: `.templateNotUsable` for values that would not go into a certificate, or would go in as something
    ///   else.
    func check() throws(CryptographyError) {
        let isUsable =
            !subject.commonName.isEmpty
            && (1...20).contains(serialNumber.count) && serialNumber.contains { $0 != 0 }
            && 0 <= notBefore && notBefore <= notAfter && notAfter <= Self.lastTime
            && (markers + policies).allSatisfy(Self.isIdentifier)
            && ocspURL.map(Self.isAddress) ?? true
        guard isUsable else { throw CryptographyError(.templateNotUsable) }
        if case .authority(let pathLength?) = role, !(0...255).contains(pathLength) {
            throw CryptographyError(.templateNotUsable)
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        text.contains(".") && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }

    /// Only what cannot end a value in OpenSSL's notation for extensions, whose separators are commas and semicolons.
    private static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://"))
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != 0x2C && $0 != 0x3B && $0 != 0x22 && $0 != 0x5C
            }
    }
}
