import WindfallCryptography
import WindfallSignedData

/// OpenSSL's check of a signature and nothing else, over the content that the measured work checks too.
enum Bare {
    /// RSA-2048 over the payload of an app receipt.
    static func receipt(_ envelopeBytes: [UInt8], by identity: SigningIdentity) throws -> Work {
        let envelope = try SignedEnvelope(reading: envelopeBytes.span)
        guard case .inPlace(let content) = envelope.content else { preconditionFailure("signed in one piece") }
        let key = identity.certificates[0].publicKey
        let digest = try envelope.signer.digest.get()
        return Work {
            let bytes = envelopeBytes.span
            return BareVerification.verifies(
                bytes.extracting(envelope.signer.signature), of: bytes.extracting(content), key: key, digest: digest)
        }
    }

    /// P-256 over the signed part of a JWS, with a signature in the form that OpenSSL wants.
    static func jws(_ text: [UInt8], by identity: SigningIdentity) throws -> Work {
        let signed = try CompactJWS(reading: text.span).signed
        let signature = try identity.key.sign(text.span.extracting(signed), digest: .sha256)
        let key = identity.certificates[0].publicKey
        return Work {
            let bytes = text.span
            return BareVerification.verifies(
                signature.span, of: bytes.extracting(signed), key: key, digest: .sha256)
        }
    }
}

extension Measure.Comparison {
    /// How fast the work is beside the bare check of an RSA-2048 signature.
    static func bareRSA(_ work: Work) -> Measure.Comparison {
        Measure.Comparison(work: work, ratio: .ofSpeeds, name: "speed of bare RSA-2048 verification")
    }

    /// How fast the work is beside the bare check of a P-256 signature.
    static func bareP256(_ work: Work) -> Measure.Comparison {
        Measure.Comparison(work: work, ratio: .ofSpeeds, name: "speed of bare P-256 verification")
    }
}
