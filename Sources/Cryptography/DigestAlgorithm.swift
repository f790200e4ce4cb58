/// A digest that a signature, a certificate or a receipt may use.
package enum DigestAlgorithm: Hashable, Sendable, CaseIterable {
    case sha1, sha256, sha384, sha512

    /// The length of a digest, in bytes.
    package var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
