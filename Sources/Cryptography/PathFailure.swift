import WindfallCOpenSSL

/// Why there is no path from a leaf to an anchor. `depth` tells at which certificate: 0 is the leaf, 1 its issuer.
package enum PathFailure: Error, Hashable, Sendable {
    /// No anchor, and no certificate on the way to one, issued the certificate.
    case untrustedRoot(depth: Int)
    /// The certificate's signature is not its issuer's.
    case signature(depth: Int)
    /// The certificate issued another one, but is no authority.
    case notAuthority(depth: Int)
    /// There are more authorities below the certificate than it allows.
    case pathLength(depth: Int)
    /// The certificate issued another one, but its key is not for signing certificates.
    case usage(depth: Int)
    /// The certificate has a critical extension of an unknown kind.
    case unhandledCriticalExtension(depth: Int)
    /// Something else; the code is OpenSSL's (`X509_V_ERR_…`), 1 when it gave none.
    case other(code: Int32, depth: Int)

    init(code: Int32, depth: Int) {
        switch code {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
            self = .untrustedRoot(depth: depth)
        case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE:
            self = .signature(depth: depth)
        case X509_V_ERR_INVALID_CA:
            self = .notAuthority(depth: depth)
        case X509_V_ERR_PATH_LENGTH_EXCEEDED:
            self = .pathLength(depth: depth)
        case X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_INVALID_PURPOSE:
            self = .usage(depth: depth)
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
            self = .unhandledCriticalExtension(depth: depth)
        default:
            self = .other(code: code == X509_V_OK ? X509_V_ERR_UNSPECIFIED : code, depth: depth)
        }
    }
}
