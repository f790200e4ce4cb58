import WindfallCryptography
import WindfallTimeline

extension TrustAnchor {
    /// An authority as it is written down in this source.
    ///
    /// - Parameters:
    ///   - subject: its Name in DER, in base64 of any number of lines.
    ///   - key: its SubjectPublicKeyInfo in DER, likewise.
    ///   - sha256: the fingerprint of its certificate, 64 hexadecimal digits.
    ///   - notBefore: seconds since 1970 UTC.
    ///   - notAfter: seconds since 1970 UTC.
    init(subject: String, key: String, sha256: String, notBefore: Int64, notAfter: Int64, isRoot: Bool) {
        self.subject = Self.bytes(base64: subject)
        self.key = Self.bytes(base64: key)
        self.sha256 = Self.bytes(hex: sha256)
        validity = Instant(seconds: notBefore)...Instant(seconds: notAfter)
        name = Self.commonName(in: self.subject)
        self.isRoot = isRoot
    }

    private static func bytes(base64 text: String) -> [UInt8] {
        let characters: [UInt8] = text.utf8.filter { $0 != UInt8(ascii: "\n") }
        let bytes = try? Base64.decode(characters.span)
        guard let bytes else { preconditionFailure("a constant is not base64") }
        return bytes
    }

    private static func bytes(hex text: String) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(text), bytes.count == 32 else {
            preconditionFailure("a constant is not a SHA-256 fingerprint")
        }
        return bytes
    }

    /// The value of the attribute 2.5.4.3 in a Name.
    private static func commonName(in name: [UInt8]) -> String {
        let bytes = name.span
        do {
            var outer = DERReader(0..<bytes.count)
            var parts = try outer.next(.sequence, in: bytes).reader
            while !parts.isAtEnd {
                var one = try parts.next(.set, in: bytes).reader
                var attribute = try one.next(.sequence, in: bytes).reader
                let type = try attribute.next(.objectIdentifier, in: bytes)
                let value = try attribute.next(in: bytes)
                if type.holds([0x55, 0x04, 0x03], in: bytes) {
                    return String(decoding: name[value.content], as: UTF8.self)
                }
            }
        } catch {
            preconditionFailure("a constant is not a Name")
        }
        preconditionFailure("a constant names nobody")
    }
}
