/// A digest that a signature, a certificate or a receipt may use.
public enum DigestAlgorithm: Hashable, Sendable {
    case sha1, sha256, sha384, sha512
}
