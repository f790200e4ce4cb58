/// CRC-32 (ISO 3309, as in zlib, gzip and PNG): finds bytes that changed by accident.
package struct Checksum: Sendable {
    private var register: UInt32 = 0xFFFF_FFFF

    package init() {}

    /// The checksum of all bytes so far; 0 for none.
    package var value: UInt32 { ~register }

    package mutating func update(_ bytes: Span<UInt8>) {
        let tables = Self.tables
        var register = register
        var index = 0
        while bytes.count - index >= 8 {
            for place in 0..<4 { register ^= UInt32(bytes[index + place]) << (8 * UInt32(place)) }
            var sum: UInt32 = 0
            for place in 0..<4 {
                sum ^= tables[(7 - place) << 8 | Int(register >> (8 * UInt32(place)) & 0xFF)]
                sum ^= tables[(3 - place) << 8 | Int(bytes[index + place + 4])]
            }
            register = sum
            index += 8
        }
        while index < bytes.count {
            register = tables[Int((register ^ UInt32(bytes[index])) & 0xFF)] ^ register >> 8
            index += 1
        }
        self.register = register
    }

    /// The checksum of bytes that lie in one piece.
    package static func value(of bytes: Span<UInt8>) -> UInt32 {
        var checksum = Checksum()
        checksum.update(bytes)
        return checksum.value
    }

    /// What each byte adds when 0 to 7 others follow it, 256 numbers each, with the polynomial 0x04C11DB7 reflected.
    /// Eight bytes are taken at a time ("slicing by eight", Kounavis and Berry, 2005).
    private static let tables: [UInt32] = {
        var tables = (0..<256 as Range<UInt32>).map { byte in
            (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
        }
        for index in 256..<8 * 256 {
            let before = tables[index - 256]
            tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
        }
        return tables
    }()
}
