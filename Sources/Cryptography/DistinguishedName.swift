import WindfallCOpenSSL

/// The name of a subject or an issuer, as a certificate has it.
struct DistinguishedName: Sendable {
    /// The Name's own bytes (RFC 5280 4.1.2.4).
    let der: [UInt8]
    /// One line (RFC 2253), with everything escaped that is not to be printed.
    let text: String
    /// The first commonName, escaped in the same way.
    let commonName: String?

    init(_ name: OpaquePointer?) throws(CryptographyError) {
        guard let name = unsafe name else { throw .taken(.certificateUnreadable) }
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard unsafe X509_NAME_get0_der(name, &start, &count) == 1 else { throw .taken(.certificateUnreadable) }
        der = unsafe [UInt8](copying: start, count: count)

        let line = try MemoryStream()
        guard unsafe X509_NAME_print_ex(line.handle, name, 0, windfall_name_flags()) >= 0 else {
            throw .taken(.certificateUnreadable)
        }
        text = Self.escaped(line.contents())
        commonName = unsafe Self.commonName(of: name)
    }

    private static func commonName(of name: OpaquePointer) -> String? {
        let position = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard position >= 0, let entry = unsafe X509_NAME_get_entry(name, position) else { return nil }
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(&start, X509_NAME_ENTRY_get_data(entry))
        guard count >= 0, let start = unsafe start else {
            ERR_clear_error()
            return nil
        }
        defer { unsafe CRYPTO_free(start, "", 0) }
        return unsafe escaped([UInt8](copying: start, count: Int(count)))
    }

    /// Text from outside, with what could move a terminal's cursor or turn the direction of writing as `\XX`
    /// (RFC 2253 2.4).
    private static func escaped(_ utf8: [UInt8]) -> String {
        var result = ""
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    result += byte < 0x10 ? "\\0" : "\\"
                    result += String(byte, radix: 16, uppercase: true)
                }
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
