package import WindfallJSON

/// The three parts of a JWS in its compact form (RFC 7515, 7.1) by their place in the text; nothing is copied.
package struct CompactJWS {
    /// The protected header in base64url.
    package var header: Range<Int>
    /// The payload in base64url.
    package var payload: Range<Int>
    /// The signature in base64url; may be empty.
    package var signature: Range<Int>

    /// What the signature is over: header, dot and payload, as they stand.
    package var signed: Range<Int> { header.lowerBound..<payload.upperBound }

    /// - Throws: ``Problem`` `malformed` where there are not exactly three parts.
    package init(reading text: Span<UInt8>) throws(Problem) {
        var dots: [Int] = []
        for index in text.indices where text[index] == UInt8(ascii: ".") {
            guard dots.count < 2 else { throw Problem(.malformed, "a JWS has three parts", offset: index) }
            dots.append(index)
        }
        guard dots.count == 2 else { throw Problem(.malformed, "a JWS has three parts", offset: text.count) }
        header = 0..<dots[0]
        payload = (dots[0] + 1)..<dots[1]
        signature = (dots[1] + 1)..<text.count
    }

    /// The decoded bytes of a part.
    ///
    /// - Throws: ``Problem`` `not_base64` with the offset in the whole text.
    package static func decode(_ part: Range<Int>, of text: Span<UInt8>, field: String) throws(Problem) -> [UInt8] {
        do {
            return try Base64.decode(text.extracting(part), .url, padding: .refused)
        } catch {
            throw Problem(
                .notBase64, "a part is not base64url", offset: part.lowerBound + error.offset, field: field)
        }
    }

    /// The JSON object that a part holds. Offsets in errors count in the decoded part.
    package static func object(_ part: Range<Int>, of text: Span<UInt8>, field: String) throws(Problem) -> JSONObject {
        let bytes = try decode(part, of: text, field: field)
        let value: JSON
        do {
            value = try JSON(reading: bytes.span)
        } catch {
            throw Problem(error, field: field)
        }
        guard let object = value.object else {
            throw Problem(.malformed, "the part is no JSON object", offset: 0, field: field)
        }
        return object
    }
}
