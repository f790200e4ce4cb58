/// Base64 and base64url (RFC 4648, 4 and 5), strict: no white space, no stray bits, padding only as asked for.
package enum Base64 {
    /// Which 64 characters.
    package enum Alphabet: Hashable, Sendable {
        /// With `+` and `/`.
        case standard
        /// With `-` and `_`, as JWS has it (RFC 7515, 2).
        case url
    }

    /// Whether `=` fills up the last group.
    package enum Padding: Hashable, Sendable {
        case required, refused, optional
    }

    /// The offset of the first character that does not fit.
    package struct Failure: Error, Hashable, Sendable {
        package var offset: Int
    }

    /// Decodes text.
    ///
    /// - Throws: ``Failure`` for a character outside the alphabet, a wrong number of characters or of `=`, or bits that
    ///   belong to no byte and are not zero: no two texts give the same bytes.
    package static func decode(
        _ text: Span<UInt8>, _ alphabet: Alphabet = .standard, padding: Padding = .required
    ) throws(Failure) -> [UInt8] {
        var end = text.count
        while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        let fill = text.count - end
        let rest = end & 3
        guard rest != 1 else { throw Failure(offset: max(0, end - 1)) }
        let needed = rest == 0 ? 0 : 4 - rest
        let isPadded =
            switch padding {
            case .required: fill == needed
            case .refused: fill == 0
            case .optional: fill == needed || fill == 0
            }
        guard isPadded else { throw Failure(offset: end) }

        let values = alphabet == .standard ? standardValues : urlValues
        var bytes = [UInt8](repeating: 0, count: end / 4 * 3 + (rest == 0 ? 0 : rest - 1))
        guard fillGroups(of: text, upTo: end & ~3, values.span, into: &bytes),
            rest == 0
                || fillRest(of: text, from: end & ~3, count: rest, values.span, into: &bytes)
        else {
            for offset in 0..<end where values[Int(text[offset])] > 63 { throw Failure(offset: offset) }
            throw Failure(offset: end - 1)
        }
        return bytes
    }

    /// Encodes bytes.
    package static func encode(
        _ bytes: Span<UInt8>, _ alphabet: Alphabet = .standard, padded: Bool = true
    ) -> String {
        let digits = alphabet == .standard ? standardDigits : urlDigits
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group: UInt32 = 0
            for place in 0..<3 { group = group << 8 | (place < count ? UInt32(bytes[index + place]) : 0) }
            for place in 0...count { text.append(digits[Int(group >> (18 - 6 * UInt32(place)) & 63)]) }
            if padded { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - count)) }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func fillGroups(
        of text: Span<UInt8>, upTo end: Int, _ values: Span<UInt8>, into bytes: inout [UInt8]
    ) -> Bool {
        var output = bytes.mutableSpan
        var bad: UInt8 = 0
        var place = 0
        var index = 0
        while index < end {
            let a = values[Int(text[index])]
            let b = values[Int(text[index + 1])]
            let c = values[Int(text[index + 2])]
            let d = values[Int(text[index + 3])]
            bad |= a | b | c | d
            output[place] = a << 2 | b >> 4
            output[place + 1] = b << 4 | c >> 2
            output[place + 2] = c << 6 | d
            index += 4
            place += 3
        }
        return bad & 0xC0 == 0
    }

    /// The last two or three characters; bits beyond the last byte must be zero.
    private static func fillRest(
        of text: Span<UInt8>, from start: Int, count: Int, _ values: Span<UInt8>, into bytes: inout [UInt8]
    ) -> Bool {
        let a = values[Int(text[start])]
        let b = values[Int(text[start + 1])]
        let c = count == 3 ? values[Int(text[start + 2])] : 0
        guard (a | b | c) & 0xC0 == 0 else { return false }
        bytes[bytes.count - count + 1] = a << 2 | b >> 4
        guard count == 3 else { return b & 0x0F == 0 }
        bytes[bytes.count - 1] = b << 4 | c >> 2
        return c & 0x03 == 0
    }

    private static let standardDigits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardValues = values(of: standardDigits)
    private static let urlValues = values(of: urlDigits)

    /// For each byte its six bits, or 255 for one that is no digit.
    private static func values(of digits: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }
}
