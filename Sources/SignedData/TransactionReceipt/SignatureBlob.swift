/// The signature of an iOS 6 style receipt: version, RSA signature, length, and the signer's certificate.
struct SignatureBlob {
    /// 2 (until 2015) or 3 (from 2017).
    var version: UInt8
    var signature: Range<Int>
    /// The certificate in DER; its issuer is not embedded.
    var certificate: Range<Int>

    /// - Throws: ``Problem`` `algorithm_not_allowed` for another version, `signature_mismatch` for another shape.
    init(reading bytes: Span<UInt8>) throws(Problem) {
        guard bytes.count > 0 else { throw Self.problem("the signature is empty", at: 0) }
        version = bytes[0]
        let length: Int
        switch version {
        case 2: length = 128
        case 3: length = 256
        default:
            throw Problem(
                .algorithmNotAllowed, "the signature is of a version that is neither 2 nor 3", offset: 0,
                field: "signature")
        }
        guard bytes.count >= 1 + length + 4 else { throw Self.problem("the signature is too short", at: bytes.count) }
        signature = 1..<(1 + length)
        var announced = 0
        for index in signature.upperBound..<(signature.upperBound + 4) {
            announced = announced << 8 | Int(bytes[index])
        }
        certificate = (signature.upperBound + 4)..<bytes.count
        guard announced == certificate.count else {
            throw Self.problem("the certificate has another length than announced", at: signature.upperBound)
        }
    }

    private static func problem(_ message: String, at offset: Int) -> Problem {
        Problem(.signatureMismatch, message, offset: offset, field: "signature")
    }
}
