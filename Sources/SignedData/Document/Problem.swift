/// What is wrong with signed data, and where.
public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name for one kind of trouble, and which of the three answers it gives.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The three answers that are not *genuine*.
        public enum Answer: Hashable, Sendable {
            /// The bytes can't be read: nothing is known of what they say.
            case unreadable
            /// The bytes were read; what they say is not proved, or proved wrong.
            case notGenuine
            /// The proof needs something that could not be had just now; never a *no*.
            case unchecked
        }

        /// The name as it stands in answers, for example `signature_mismatch`.
        public let name: String
        public let answer: Answer

        public var description: String { name }

        /// Neither base64 nor base64url where it must be.
        public static let notBase64 = Code(name: "not_base64", answer: .unreadable)
        /// More bytes than the reader's limit.
        public static let tooLarge = Code(name: "too_large", answer: .unreadable)
        /// The bytes end before what they announce.
        public static let truncated = Code(name: "truncated", answer: .unreadable)
        /// The bytes break their own format.
        public static let malformed = Code(name: "malformed", answer: .unreadable)
        /// Bytes after the end.
        public static let trailingBytes = Code(name: "trailing_bytes", answer: .unreadable)
        /// None of the formats that Apple signs.
        public static let unknownFormat = Code(name: "unknown_format", answer: .unreadable)
        /// The signature is not the signer's over these bytes.
        public static let signatureMismatch = Code(name: "signature_mismatch", answer: .notGenuine)
        /// The chain does not lead to a trusted root.
        public static let untrustedRoot = Code(name: "untrusted_root", answer: .notGenuine)
        /// A certificate of the chain was not valid at the instant of signing.
        public static let certificateExpired = Code(name: "certificate_expired", answer: .notGenuine)
        /// A certificate that is not meant for this: its marker extension is missing, or it may not sign certificates.
        public static let certificatePurpose = Code(name: "certificate_purpose", answer: .notGenuine)
        /// Not exactly the certificates that the format has.
        public static let chainLength = Code(name: "chain_length", answer: .notGenuine)
        /// Another algorithm than the format allows.
        public static let algorithmNotAllowed = Code(name: "algorithm_not_allowed", answer: .notGenuine)
        /// Made by Xcode or for local testing, which was not asked for.
        public static let localTesting = Code(name: "local_testing", answer: .notGenuine)
        /// For another app than the one asked for.
        public static let bundleMismatch = Code(name: "bundle_mismatch", answer: .notGenuine)
        /// For another device than the one asked for (F32).
        public static let deviceMismatch = Code(name: "device_mismatch", answer: .notGenuine)
        /// The receipt's own expiration date has passed (F28).
        public static let expired = Code(name: "expired", answer: .notGenuine)
        /// The authority has revoked a certificate of the chain.
        public static let revoked = Code(name: "revoked", answer: .notGenuine)
        /// The authority could not be asked whether a certificate was revoked.
        public static let revocationUnknown = Code(name: "revocation_unknown", answer: .unchecked)
    }

    public var code: Code
    /// One sentence for a person; holds no secret and nothing of the receipt's content beyond names of fields.
    public var message: String
    /// The offset of the first byte that does not fit, from the start of the decoded bytes.
    public var offset: Int?
    /// The field, under Apple's name.
    public var field: String?
    /// The certificate, by its subject.
    public var certificate: String?

    public init(
        _ code: Code, _ message: String, offset: Int? = nil, field: String? = nil, certificate: String? = nil
    ) {
        self.code = code
        self.message = message
        self.offset = offset
        self.field = field
        self.certificate = certificate
    }

    public var description: String { "\(code.name): \(message)" }
}
