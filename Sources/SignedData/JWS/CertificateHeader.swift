import WindfallCryptography
import WindfallJSON

/// The protected header of Apple's JWS: the algorithm's name and the certificates (RFC 7515, 4.1.6).
struct CertificateHeader {
    /// The certificates in the order given: leaf, intermediate, root.
    var certificates: [[UInt8]]

    /// How many certificates a header may have at all; Apple's have three.
    private static let maximumCertificates = 16

    /// - Parameter object: the decoded header. Its `alg` chooses nothing: ES256 is what is checked, and a header that says
    ///   otherwise is refused.
    /// - Throws: ``Problem``: `algorithm_not_allowed`, `chain_length` or `untrusted_root`.
    init(_ object: JSONObject) throws(Problem) {
        guard object["alg"]?.text == "ES256" else {
            throw Problem(.algorithmNotAllowed, "the algorithm is not ES256", field: "alg")
        }
        // A header that must be understood and is not makes the JWS invalid (RFC 7515, 4.1.11).
        guard object["crit"] == nil else {
            throw Problem(.algorithmNotAllowed, "the header asks for an extension", field: "crit")
        }
        guard let chain = object["x5c"]?.array else {
            throw Problem(.chainLength, "the header holds no certificates", field: "x5c")
        }
        guard chain.count <= Self.maximumCertificates else {
            throw Problem(.chainLength, "the header holds \(chain.count) certificates", field: "x5c")
        }
        certificates = []
        for (index, element) in chain.enumerated() {
            guard let text = element.text else {
                throw Problem(.untrustedRoot, "a certificate is no text", field: "x5c[\(index)]")
            }
            do {
                certificates.append(try Base64.decode(Array(text.utf8).span))
            } catch {
                throw Problem(
                    .untrustedRoot, "a certificate is not base64", offset: error.offset, field: "x5c[\(index)]")
            }
        }
    }

    /// One certificate, read.
    func certificate(_ index: Int) throws(Problem) -> Certificate {
        let bytes = certificates[index]
        do {
            return try Certificate(der: bytes.span)
        } catch {
            throw Problem(.untrustedRoot, "a certificate can't be read", field: "x5c[\(index)]")
        }
    }
}
