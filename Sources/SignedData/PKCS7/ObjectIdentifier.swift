import WindfallCryptography

/// The content octets of the object identifiers that receipts use.
enum ObjectIdentifier {
    /// 1.2.840.113549.1.7.2
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    /// 1.2.840.113549.1.7.1
    static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    /// 1.2.840.113549.1.9.3, an attribute that names the type of the content.
    static let contentType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
    /// 1.2.840.113549.1.9.4, an attribute that holds the digest of the content.
    static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
    /// 1.2.840.113549.1.9.5, an attribute that holds the signer's own time.
    static let signingTime: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x05]
    /// 1.2.840.113549.1.1.1: the digest stands beside it.
    static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    /// 1.2.840.113549.1.1.5
    static let sha1WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05]
    /// 1.2.840.113549.1.1.11, as Xcode's receipts have it.
    static let sha256WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]
    /// 1.3.14.3.2.26
    static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    /// 2.16.840.1.101.3.4.2.1
    static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
}

extension DigestAlgorithm {
    /// The content octets of the digest's object identifier; only the two that receipts are signed with have one here.
    var objectIdentifier: [UInt8] {
        switch self {
        case .sha1: ObjectIdentifier.sha1
        case .sha256: ObjectIdentifier.sha256
        case .sha384, .sha512: preconditionFailure("receipts are signed with SHA-1 or SHA-256")
        }
    }
}
