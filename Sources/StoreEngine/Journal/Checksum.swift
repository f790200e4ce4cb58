/// CRC-32 (ISO 3309, as in zlib, gzip and PNG): finds bytes that changed by accident.
package struct Checksum: Sendable {
    private var register: UInt32 = 0xFFFF_FFFF

    package init() {}

    /// The checksum of all bytes so far; 0 for none.
    package var value: UInt32 { ~register }

    package mutating func update(_ bytes: Span<UInt8>) {
        var register = register
        for index in bytes.indices {
            register = Self.table[Int((register ^ UInt32(bytes[index])) & 0xFF)] ^ register >> 8
        }
        self.register = register
    }

    /// The checksum of bytes that lie in one piece.
    package static func value(of bytes: Span<UInt8>) -> UInt32 {
        var checksum = Checksum()
        checksum.update(bytes)
        return checksum.value
    }

    /// What each low byte adds, with the polynomial 0x04C11DB7 reflected.
    private static let table: [UInt32] = (0..<256 as Range<UInt32>).map { byte in
        (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }
}
