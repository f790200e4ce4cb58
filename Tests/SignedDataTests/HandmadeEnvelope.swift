import WindfallCryptography
import WindfallSignedData

/// Object identifiers, content octets only, as RFC 5652 and RFC 8017 have them.
enum Identifier {
    static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    static let envelopedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03]
    static let contentType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
    static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
    static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    static let md5WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x04]
    static let sha1WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05]
    static let pss: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]
    static let sha256WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]
    static let ecdsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
    static let md5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]
    static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    static let sha512: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]
}

/// A PKCS#7 envelope that is put together part by part, so that any one of them can be a wrong one.
struct HandmadeEnvelope {
    var type = Identifier.signedData
    var contentType = Identifier.data
    /// What stands in the `[0]` of the content: one octet string, or something else in its place.
    var content: [UInt8]
    /// What stands in the `[0]` of the certificates.
    var certificates: [[UInt8]]
    var signers: [Signer]
    /// What follows the outer SEQUENCE.
    var tail: [UInt8] = []

    struct Signer {
        var issuer: [UInt8]
        var serialNumber: [UInt8]
        var digest = Identifier.sha256
        var signatureAlgorithm = Identifier.rsa
        /// What stands after the signature's identifier; NULL as a rule.
        var parameters: [UInt8] = [0x05, 0x00]
        /// The signed attributes, whole; nil for a signature over the content itself.
        var attributes: [[UInt8]]?
        var signature: [UInt8]

        var bytes: [UInt8] {
            let null: [UInt8] = [0x05, 0x00]
            return DERWriter.constructed(
                .sequence,
                [
                    DERWriter.integer(1),
                    DERWriter.sequence(issuer, DERWriter.element(.integer, serialNumber)),
                    DERWriter.sequence(DERWriter.element(.objectIdentifier, digest), null),
                ] + (attributes.map { [DERWriter.constructed(.context(0), $0)] } ?? []) + [
                    DERWriter.sequence(DERWriter.element(.objectIdentifier, signatureAlgorithm), parameters),
                    DERWriter.element(.octetString, signature),
                ])
        }
    }

    /// A right envelope: one signer, SHA-256.
    ///
    /// - Parameter attributes: signed in place of the content, where there are any.
    init(_ payload: [UInt8], by identity: SigningIdentity, attributes: [[UInt8]]? = nil) throws {
        let signed = attributes.map { DERWriter.constructed(.set, $0) } ?? payload
        content = DERWriter.element(.octetString, payload)
        certificates = identity.certificates.map(\.der)
        signers = [
            Signer(
                issuer: identity.certificates[0].issuerDER, serialNumber: identity.certificates[0].serialNumber,
                attributes: attributes, signature: try identity.key.sign(signed.span, digest: .sha256))
        ]
    }

    var bytes: [UInt8] {
        let info = DERWriter.sequence(
            DERWriter.element(.objectIdentifier, contentType), DERWriter.element(.context(0), content))
        let signed = DERWriter.sequence(
            DERWriter.integer(1), DERWriter.setOf([]), info, DERWriter.constructed(.context(0), certificates),
            DERWriter.constructed(.set, signers.map(\.bytes)))
        return DERWriter.sequence(
            DERWriter.element(.objectIdentifier, type), DERWriter.element(.context(0), signed)) + tail
    }

    /// An attribute with one value.
    static func attribute(_ type: [UInt8], _ values: [UInt8]...) -> [UInt8] {
        DERWriter.sequence(DERWriter.element(.objectIdentifier, type), DERWriter.constructed(.set, values))
    }

    /// The two attributes that there must be.
    static func attributes(
        digestOf payload: [UInt8], _ algorithm: DigestAlgorithm = .sha256, type: [UInt8] = Identifier.data
    ) -> [[UInt8]] {
        let digest = Digest.bytes(algorithm, of: payload.span)
        return [
            attribute(Identifier.contentType, DERWriter.element(.objectIdentifier, type)),
            attribute(Identifier.messageDigest, DERWriter.element(.octetString, digest)),
        ]
    }
}

/// One receipt attribute: its type, and the octets of its value.
struct HandmadeAttribute {
    var type: Int64
    var value: [UInt8]

    init(_ type: Int64, _ value: [UInt8]) {
        self.type = type
        self.value = value
    }

    static func text(_ type: Int64, _ text: String) -> HandmadeAttribute { .init(type, DERWriter.utf8String(text)) }
    static func date(_ type: Int64, _ text: String) -> HandmadeAttribute { .init(type, DERWriter.ia5String(text)) }
    static func purchase(_ attributes: [HandmadeAttribute]) -> HandmadeAttribute { .init(17, attributes.payload) }

    var bytes: [UInt8] {
        DERWriter.sequence(
            DERWriter.integer(type), DERWriter.integer(1), DERWriter.element(.octetString, value))
    }
}

extension [HandmadeAttribute] {
    /// The SET of them, in the order given.
    var payload: [UInt8] { DERWriter.constructed(.set, map(\.bytes)) }
}
