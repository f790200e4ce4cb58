extension JSONReader {
    /// The bytes from `start` up to `end` as text.
    ///
    /// - Throws: ``JSONError`` `.invalidUTF8`, at the first byte of the sequence that is not UTF-8.
    static func text(of bytes: Span<UInt8>, from start: Int, to end: Int) throws(JSONError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(start..<end)))
        } catch {
            throw JSONError(.invalidUTF8, at: start + error.byteOffsets.lowerBound)
        }
    }

    /// Reads a string from its opening quote on.
    mutating func string(in bytes: Span<UInt8>) throws(JSONError) -> String {
        let start = offset + 1
        let end = try endOfPlain(in: bytes, from: start)
        if bytes[end] == UInt8(ascii: "\"") {
            let text = try Self.text(of: bytes, from: start, to: end)
            offset = end + 1
            return text
        }
        return try stringWithEscapes(in: bytes, from: start)
    }

    /// The offset of the first quote or backslash.
    private func endOfPlain(in bytes: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
            guard byte >= 0x20 else { throw JSONError(.malformed, at: place) }
            place += 1
        }
        throw JSONError(.truncated, at: bytes.count)
    }

    /// Reads a string piece by piece: plain bytes, an escape, plain bytes.
    private mutating func stringWithEscapes(in bytes: Span<UInt8>, from start: Int) throws(JSONError) -> String {
        unescaped.removeAll(keepingCapacity: true)
        var pieceStart = start
        while true {
            let pieceEnd = try endOfPlain(in: bytes, from: pieceStart)
            // Each piece is checked by itself: an escape cannot complete a sequence, and offsets stay those of `bytes`.
            unescaped.append(contentsOf: try Self.text(of: bytes, from: pieceStart, to: pieceEnd).utf8)
            offset = pieceEnd
            if bytes[pieceEnd] == UInt8(ascii: "\"") {
                offset += 1
                return String(decoding: unescaped, as: UTF8.self)
            }
            try appendEscape(in: bytes)
            pieceStart = offset
        }
    }

    /// Reads the escape at `offset` (RFC 8259 section 7) and goes past it.
    private mutating func appendEscape(in bytes: Span<UInt8>) throws(JSONError) {
        guard offset + 1 < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
        let byte: UInt8
        switch bytes[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = bytes[offset + 1]
        case UInt8(ascii: "b"): byte = 0x08
        case UInt8(ascii: "f"): byte = 0x0C
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape(in: bytes)
            unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            return
        default:
            throw JSONError(.invalidEscape, at: offset)
        }
        unescaped.append(byte)
        offset += 2
    }

    /// Reads a `\u` escape, or the two of a surrogate pair, and goes past it.
    private mutating func unicodeEscape(in bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let start = offset
        let first = try hexadecimalUnit(in: bytes, startOfCharacter: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A surrogate: the other half must follow at once.
        guard UTF16.isLeadSurrogate(first) else { throw JSONError(.invalidEscape, at: start) }
        for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")].enumerated() {
            guard offset + expected.offset < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
            guard bytes[offset + expected.offset] == expected.element else {
                throw JSONError(.invalidEscape, at: start)
            }
        }
        let second = try hexadecimalUnit(in: bytes, startOfCharacter: start)
        guard UTF16.isTrailSurrogate(second) else { throw JSONError(.invalidEscape, at: start) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Reads `\u` and four hexadecimal digits and goes past them.
    private mutating func hexadecimalUnit(
        in bytes: Span<UInt8>, startOfCharacter start: Int
    ) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for place in offset + 2..<offset + 6 {
            guard place < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
            let digit: UInt8
            switch bytes[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[place] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[place] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[place] - UInt8(ascii: "A") + 10
            default: throw JSONError(.invalidEscape, at: start)
            }
            unit = unit << 4 | UInt16(digit)
        }
        offset += 6
        return unit
    }
}
