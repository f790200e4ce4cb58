/// Reading the contents of simple values.
extension DERElement {
    /// An INTEGER of at most 64 bits, signed; minimal as DER demands (X.690, 8.3).
    @inline(__always)
    package func integer(in bytes: Span<UInt8>) throws(DERError) -> Int64 {
        guard tag == .integer else { throw DERError(.unexpectedTag, at: start) }
        let octets = bytes.extracting(content)
        guard (1...8).contains(octets.count) else { throw DERError(.badValue, at: content.lowerBound) }
        var value = Int64(Int8(bitPattern: octets[0]))
        for index in 1..<octets.count { value = value << 8 | Int64(octets[index]) }
        if octets.count > 1 {
            let firstNine = UInt16(octets[0]) << 1 | UInt16(octets[1] >> 7)
            guard firstNine != 0, firstNine != 0x1FF else { throw DERError(.badValue, at: content.lowerBound) }
        }
        return value
    }

    /// The content of a UTF8String.
    package func utf8String(in bytes: Span<UInt8>) throws(DERError) -> String {
        guard tag == .utf8String else { throw DERError(.unexpectedTag, at: start) }
        return try utf8(in: bytes)
    }

    /// The content of an IA5String: ASCII only.
    package func ia5String(in bytes: Span<UInt8>) throws(DERError) -> String {
        guard tag == .ia5String else { throw DERError(.unexpectedTag, at: start) }
        for index in content where bytes[index] >= 0x80 { throw DERError(.badValue, at: index) }
        return try utf8(in: bytes)
    }

    /// A reader for the values inside this constructed one.
    package var reader: DERReader { DERReader(content) }

    /// Whether the content is exactly these octets.
    package func holds(_ octets: [UInt8], in bytes: Span<UInt8>) -> Bool {
        guard content.count == octets.count else { return false }
        for index in octets.indices where bytes[content.lowerBound + index] != octets[index] { return false }
        return true
    }

    private func utf8(in bytes: Span<UInt8>) throws(DERError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(content)))
        } catch {
            throw DERError(.badValue, at: content.lowerBound)
        }
    }
}
