/// A position in DER bytes. The bytes come with each call, so that nothing is copied and nothing is kept.
///
/// Definite lengths must be minimal. Indefinite lengths are read too, since Xcode's receipts use them (X.690, 8.1.3.6).
/// Nothing recurses on outside bytes: nesting is counted and bounded.
package struct DERReader {
    /// How deep indefinite lengths may nest; Xcode's receipts nest them four deep.
    package static let maximumDepth = 16

    /// The offset of the next element.
    package private(set) var offset: Int
    /// The offset after the last byte that may be read.
    package let end: Int

    /// - Parameter range: where to read; must lie within the bytes given later.
    package init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { offset >= end }

    /// Reads the next element and moves past it.
    @inline(__always)
    package mutating func next(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        if end - offset >= 2, bytes[offset] & 0x1F != 0x1F, let element = nextIfShort(in: bytes) { return element }
        return try nextOfAnyForm(in: bytes)
    }

    /// Reads the next element, which must have the given tag.
    @inline(__always)
    package mutating func next(_ tag: DERTag, in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        if end - offset >= 2, bytes[offset] == tag.octet, let element = nextIfShort(in: bytes) { return element }
        let start = offset
        let element = try nextOfAnyForm(in: bytes)
        guard element.tag == tag else { throw DERError(.unexpectedTag, at: start) }
        return element
    }

    /// Reads the next element if its length is one octet, as nearly all are; otherwise stays where it is.
    ///
    /// Two octets are there, and the first is a whole tag.
    @inline(__always)
    private mutating func nextIfShort(in bytes: Span<UInt8>) -> DERElement? {
        let content = offset + 2
        let length = Int(bytes[offset + 1])
        guard length < 0x80, length <= end - content else { return nil }
        let element = DERElement(
            tag: DERTag(octet: bytes[offset]), start: offset, content: content..<(content + length),
            end: content + length)
        offset = element.end
        return element
    }

    /// Reads the next element, whatever the form of its length.
    private mutating func nextOfAnyForm(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        let start = offset
        let (tag, length) = try header(in: bytes)
        guard let length else {
            let content = offset
            try skipIndefinite(in: bytes)
            return DERElement(tag: tag, start: start, content: content..<(offset - 2), end: offset)
        }
        guard length <= end - offset else { throw DERError(.truncated, at: end) }
        let content = offset..<(offset + length)
        offset = content.upperBound
        return DERElement(tag: tag, start: start, content: content, end: offset)
    }

    /// Reads the next element if it has the given tag; otherwise stays where it is.
    package mutating func nextIfPresent(_ tag: DERTag, in bytes: Span<UInt8>) throws(DERError) -> DERElement? {
        guard offset < end, bytes[offset] == tag.octet else { return nil }
        return try next(in: bytes)
    }

    /// Refuses bytes after the last element.
    package func finish() throws(DERError) {
        guard isAtEnd else { throw DERError(.trailingBytes, at: offset) }
    }

    /// Reads tag and length; a length of nil is the indefinite form.
    private mutating func header(in bytes: Span<UInt8>) throws(DERError) -> (DERTag, Int?) {
        let start = offset
        let tag = DERTag(octet: try byte(in: bytes))
        // No format here has a tag number above 30, whose form has more octets.
        guard tag.octet & 0x1F != 0x1F else { throw DERError(.unexpectedTag, at: start) }
        let first = try byte(in: bytes)
        if first < 0x80 { return (tag, Int(first)) }
        if first == 0x80 {
            guard tag.isConstructed else { throw DERError(.lengthNotSupported, at: offset - 1) }
            return (tag, nil)
        }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count) else { throw DERError(.lengthNotSupported, at: offset - 1) }
        let lengthStart = offset
        var value = 0
        for _ in 0..<count { value = value << 8 | Int(try byte(in: bytes)) }
        guard value >= 0x80, value >> (8 * (count - 1)) != 0 else {
            throw DERError(.lengthNotMinimal, at: lengthStart)
        }
        return (tag, value)
    }

    private mutating func byte(in bytes: Span<UInt8>) throws(DERError) -> UInt8 {
        guard offset < end else { throw DERError(.truncated, at: end) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Moves past the end-of-contents octets that close the indefinite length just opened.
    private mutating func skipIndefinite(in bytes: Span<UInt8>) throws(DERError) {
        var open = 1
        while open > 0 {
            let start = offset
            let (tag, length) = try header(in: bytes)
            if let length {
                if tag.octet == 0 {
                    guard length == 0 else { throw DERError(.badValue, at: start) }
                    open -= 1
                } else {
                    guard length <= end - offset else { throw DERError(.truncated, at: end) }
                    offset += length
                }
            } else {
                open += 1
                guard open <= Self.maximumDepth else { throw DERError(.tooDeep, at: start) }
            }
        }
    }
}
