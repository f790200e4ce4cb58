package import WindfallCryptography
package import WindfallJSON

/// Signs payloads as the App Store does (RFC 7515; ES256, RFC 7518, 3.4).
package enum JWSWriter {
    /// - Parameters:
    ///   - payload: written compactly, in the order of its members.
    ///   - identity: a P-256 key; all of its certificates go into `x5c`, leaf first.
    ///   - extra: further members of the header, before `x5c`; Apple has none, Xcode `kid` and `typ`.
    /// - Returns: the compact form.
    package static func sign(
        _ payload: JSONObject, with identity: SigningIdentity, extra: [JSONObject.Member] = []
    ) throws(CryptographyError) -> String {
        var header = JSONObject()
        header["alg"] = .string("ES256")
        for member in extra { header[member.key] = member.value }
        header["x5c"] = .array(
            identity.certificates.map { certificate in
                let der = certificate.der
                return .string(Base64.encode(der.span))
            })
        let signed = "\(part(header)).\(part(payload))"
        let bytes = Array(signed.utf8)
        let signature = try identity.key.signRaw(bytes.span, digest: .sha256)
        return "\(signed).\(Base64.encode(signature.span, .url, padded: false))"
    }

    private static func part(_ object: JSONObject) -> String {
        let bytes = JSON.object(object).bytes()
        return Base64.encode(bytes.span, .url, padded: false)
    }
}
