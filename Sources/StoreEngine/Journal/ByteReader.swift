/// Reads what ``ByteWriter`` wrote; bad bytes are refused with their offset, whatever they are.
struct ByteReader {
    /// Why bytes can't be read.
    struct Failure: Error, Hashable, Sendable {
        /// The offset of the first byte that does not fit.
        var offset: Int
    }

    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        offset = 0
    }

    var isAtEnd: Bool { offset >= bytes.endIndex }

    mutating func byte() throws(Failure) -> UInt8 {
        guard offset < bytes.endIndex else { throw Failure(offset: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func unsigned() throws(Failure) -> UInt64 {
        let start = offset
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw Failure(offset: start) }
            value |= UInt64(next & 0x7F) << shift
            if next & 0x80 == 0 { return value }
            shift += 7
            guard shift <= 63 else { throw Failure(offset: start) }
        }
    }

    /// A number of things; each takes at least a byte, so there can't be more than bytes are left.
    mutating func count() throws(Failure) -> Int {
        let start = offset
        let value = try unsigned()
        guard value <= UInt64(bytes.endIndex - offset) else { throw Failure(offset: start) }
        return Int(value)
    }

    mutating func integer() throws(Failure) -> Int64 {
        let value = try unsigned()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// An integer of which a store can hold no other: bytes from outside may say anything, and sums are made of them.
    mutating func integer(in range: ClosedRange<Int64>) throws(Failure) -> Int64 {
        let start = offset
        let value = try integer()
        guard range.contains(value) else { throw Failure(offset: start) }
        return value
    }

    /// What counts up from zero, one by one.
    mutating func tally() throws(Failure) -> Int64 {
        try integer(in: 0...(1 << 53))
    }

    mutating func flag() throws(Failure) -> Bool {
        let start = offset
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw Failure(offset: start)
        }
    }

    mutating func blob() throws(Failure) -> [UInt8] {
        let count = try count()
        defer { offset += count }
        return Array(bytes[offset..<(offset + count)])
    }

    mutating func text() throws(Failure) -> String {
        let start = offset
        guard let text = String(validating: try blob(), as: UTF8.self) else { throw Failure(offset: start) }
        return text
    }

    mutating func optional<Value>(
        _ read: (inout ByteReader) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func list<Value>(_ read: (inout ByteReader) throws(Failure) -> Value) throws(Failure) -> [Value] {
        let count = try count()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }
}
