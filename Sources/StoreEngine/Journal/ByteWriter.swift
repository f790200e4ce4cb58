/// Writes the binary form of events and of the state: whole numbers in as few bytes as they need, texts with their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// A number that is not negative: seven bits a byte, the low ones first.
    mutating func count(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func count(_ value: Int) {
        count(UInt64(value))
    }

    /// A number of either sign: small ones of both signs take few bytes.
    mutating func integer(_ value: Int64) {
        count(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func flag(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    mutating func blob(_ value: some Collection<UInt8>) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func text(_ value: String) {
        blob(value.utf8)
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    mutating func list<Value>(_ values: some Collection<Value>, _ write: (inout ByteWriter, Value) -> Void) {
        count(values.count)
        for value in values { write(&self, value) }
    }
}
