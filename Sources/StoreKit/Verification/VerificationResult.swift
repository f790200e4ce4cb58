public import Foundation
import WindfallSignedData

/// What the store signed, and whether the signature, the chain and the device are right.
///
/// Source: Apple, "VerificationResult".
@frozen public enum VerificationResult<SignedType> {
    case unverified(SignedType, VerificationResult<SignedType>.VerificationError)
    case verified(SignedType)

    /// What is wrong.
    public enum VerificationError: Error, LocalizedError, Equatable, Hashable {
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties

        public var errorDescription: String? {
            switch self {
            case .revokedCertificate: "The signer's certificate was revoked."
            case .invalidCertificateChain: "The signer is not trusted."
            case .invalidDeviceVerification: "It was signed for another device."
            case .invalidEncoding: "It can't be read."
            case .invalidSignature: "The signature is not right."
            case .missingRequiredProperties: "It lacks what it needs."
            }
        }
    }

    /// The value, if it is verified.
    ///
    /// - Throws: the ``VerificationError`` otherwise.
    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .verified(let value): return value
            case .unverified(_, let error): throw error
            }
        }
    }

    /// The value, verified or not.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .verified(let value), .unverified(let value, _): value
        }
    }
}

extension VerificationResult: Sendable where SignedType: Sendable {}
extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: CustomDebugStringConvertible where SignedType: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .verified(let value): "verified: \(value.debugDescription)"
        case .unverified(let value, let error): "unverified (\(error)): \(value.debugDescription)"
        }
    }
}

extension VerificationResult {
    /// - Parameter problem: what a verifier found; nil for nothing.
    init(_ value: SignedType, _ problem: Problem?) {
        guard let problem else {
            self = .verified(value)
            return
        }
        let error: VerificationError =
            switch problem.code {
            case .revoked, .revocationUnknown: .revokedCertificate
            case .signatureMismatch, .algorithmNotAllowed: .invalidSignature
            case .deviceMismatch, .bundleMismatch: .invalidDeviceVerification
            case .malformed, .notBase64, .truncated, .trailingBytes, .unknownFormat, .tooLarge: .invalidEncoding
            default: .invalidCertificateChain
            }
        self = .unverified(value, error)
    }
}

extension VerificationResult where SignedType == Transaction {
    public var jwsRepresentation: String { unsafePayloadValue.signed.text }
    public var headerData: Data { unsafePayloadValue.signed.header }
    public var payloadData: Data { unsafePayloadValue.signed.payload }
    public var signatureData: Data { unsafePayloadValue.signed.signature }
    /// Header and payload as they were signed.
    public var signedData: Data { unsafePayloadValue.signed.signedPart }
    public var signedDate: Date { unsafePayloadValue.signedDate }
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    public var jwsRepresentation: String { unsafePayloadValue.signed.text }
    public var headerData: Data { unsafePayloadValue.signed.header }
    public var payloadData: Data { unsafePayloadValue.signed.payload }
    public var signatureData: Data { unsafePayloadValue.signed.signature }
    /// Header and payload as they were signed.
    public var signedData: Data { unsafePayloadValue.signed.signedPart }
    public var signedDate: Date { unsafePayloadValue.signedDate }
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == AppTransaction {
    public var jwsRepresentation: String { unsafePayloadValue.signed.text }
    public var headerData: Data { unsafePayloadValue.signed.header }
    public var payloadData: Data { unsafePayloadValue.signed.payload }
    public var signatureData: Data { unsafePayloadValue.signed.signature }
    /// Header and payload as they were signed.
    public var signedData: Data { unsafePayloadValue.signed.signedPart }
    public var signedDate: Date { unsafePayloadValue.signedDate }
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
