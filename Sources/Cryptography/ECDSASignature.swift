/// A P-256 signature in DER (RFC 3279 2.2.3), written on the stack from the form that JWS has (RFC 7518 3.4).
struct ECDSASignature: ~Copyable {
    /// r and s of P-256, in bytes.
    static let scalarCount = 32
    /// Two INTEGERs of at most 33 bytes with their headers, and the SEQUENCE's header.
    private(set) var buffer = InlineArray<72, UInt8>(repeating: 0)
    /// How many bytes of the buffer the DER has.
    private(set) var count = 2

    /// - Parameter raw: r and s, 32 bytes each, big-endian; nil when the length is another.
    ///   Whether r and s are in range is for the check of the signature to say.
    init?(raw: Span<UInt8>) {
        guard raw.count == 2 * Self.scalarCount else { return nil }
        append(raw.extracting(first: Self.scalarCount))
        append(raw.extracting(last: Self.scalarCount))
        buffer[0] = 0x30
        buffer[1] = UInt8(count - 2)
    }

    /// Writes one INTEGER: without leading zeros, but with one where the first bit would make it negative.
    private mutating func append(_ scalar: Span<UInt8>) {
        var first = 0
        while first < scalar.count - 1, scalar[first] == 0 { first += 1 }
        let needsZero = scalar[first] >= 0x80
        buffer[count] = 0x02
        buffer[count + 1] = UInt8(scalar.count - first + (needsZero ? 1 : 0))
        count += needsZero ? 3 : 2
        for index in first..<scalar.count {
            buffer[count] = scalar[index]
            count += 1
        }
    }
}
