import WindfallCommerce
import WindfallTimeline

/// Walks a `SET OF ReceiptAttribute` and reads values out of it.
///
/// Every error names the field, under Apple's name, and the offset of the byte that does not fit.
struct AttributeReader {
    /// One attribute by its place: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
    struct Attribute {
        var type: Int64
        var version: Int64
        var value: Range<Int>
    }

    private var walk: DERReader
    /// The single-valued types met so far, a bit each.
    private var seen: UInt64 = 0

    /// - Parameter set: the whole encoding of the SET and nothing else.
    init(set: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var outer = DERReader(set)
        walk = try outer.next(.set, in: bytes).reader
        try outer.finish()
    }

    /// The next attribute; nil at the end.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) throws(DERError) -> Attribute? {
        guard !walk.isAtEnd else { return nil }
        let sequence = try walk.next(.sequence, in: bytes)
        if let attribute = Attribute(usual: sequence.content, in: bytes) { return attribute }
        return try Attribute(sequence, in: bytes)
    }

    /// Notes that a single-valued attribute was met.
    ///
    /// A second one is refused: two readers that pick different ones would disagree on what was signed.
    ///
    /// - Parameter bit: 0 to 63, one for each type.
    mutating func claim(_ bit: Int64, at offset: Int) throws(DERError) {
        let mask: UInt64 = 1 << UInt64(bit & 63)
        guard seen & mask == 0 else { throw DERError(.badValue, at: offset) }
        seen |= mask
    }
}

extension AttributeReader.Attribute {
    /// Reads the parts of an attribute one after the other.
    fileprivate init(_ sequence: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var parts = sequence.reader
        type = try parts.next(.integer, in: bytes).integer(in: bytes)
        version = try parts.next(.integer, in: bytes).integer(in: bytes)
        value = try parts.next(.octetString, in: bytes).content
        try parts.finish()
    }

    /// Reads the parts at once if they have the shape of nearly all that stand in purchases: a type of two octets, a
    /// version of one, a short value. nil leaves the judgement to the reader of any shape.
    @inline(__always)
    fileprivate init?(usual content: Range<Int>, in bytes: Span<UInt8>) {
        let parts = bytes.extracting(content)
        let header = 9
        guard parts.count >= header, parts.count - header < 0x80,
            parts[0] == DERTag.integer.octet, parts[1] == 2, (1..<0x80).contains(parts[2]),
            parts[4] == DERTag.integer.octet, parts[5] == 1,
            parts[7] == DERTag.octetString.octet, Int(parts[8]) == parts.count - header
        else { return nil }
        type = Int64(parts[2]) << 8 | Int64(parts[3])
        version = Int64(Int8(bitPattern: parts[6]))
        value = (content.lowerBound + header)..<content.upperBound
    }
}

/// Reading the DER value inside an attribute's octets.
extension AttributeReader.Attribute {
    private func inner(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        var walk = DERReader(value)
        let element = try walk.next(in: bytes)
        try walk.finish()
        return element
    }

    func integer(in bytes: Span<UInt8>) throws(DERError) -> Int64 {
        try inner(in: bytes).integer(in: bytes)
    }

    /// A text, in either of the string types that receipts use.
    func text(in bytes: Span<UInt8>) throws(DERError) -> String {
        let element = try inner(in: bytes)
        return element.tag == .ia5String ? try element.ia5String(in: bytes) : try element.utf8String(in: bytes)
    }

    /// A date in RFC 3339, with or without fraction, with any offset; an empty text is no date.
    func instant(in bytes: Span<UInt8>) throws(DERError) -> Instant? {
        let element = try inner(in: bytes)
        guard element.tag == .ia5String || element.tag == .utf8String else {
            throw DERError(.unexpectedTag, at: element.start)
        }
        if element.content.isEmpty { return nil }
        guard let instant = Instant(rfc3339: bytes.extracting(element.content)) else {
            throw DERError(.badValue, at: element.content.lowerBound)
        }
        return instant
    }

    func flag(in bytes: Span<UInt8>) throws(DERError) -> Bool {
        try integer(in: bytes) != 0
    }
}
