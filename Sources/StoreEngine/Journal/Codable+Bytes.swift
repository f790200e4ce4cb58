import WindfallTimeline

/// A value that has a binary form in the journal and in snapshots.
protocol ByteCodable {
    func write(to bytes: inout ByteWriter)
    init(from bytes: inout ByteReader) throws(ByteReader.Failure)
}

extension ByteWriter {
    mutating func value(_ value: some ByteCodable) {
        value.write(to: &self)
    }

    mutating func optional(_ value: (some ByteCodable)?) {
        optional(value) { $0.value($1) }
    }

    mutating func list(_ values: some Collection<some ByteCodable>) {
        list(values) { $0.value($1) }
    }
}

extension ByteReader {
    mutating func value<Value: ByteCodable>(_: Value.Type = Value.self) throws(Failure) -> Value {
        try Value(from: &self)
    }

    mutating func optional<Value: ByteCodable>(_: Value.Type = Value.self) throws(Failure) -> Value? {
        try flag() ? try Value(from: &self) : nil
    }

    mutating func list<Value: ByteCodable>(_: Value.Type = Value.self) throws(Failure) -> [Value] {
        try list { bytes throws(Failure) in try Value(from: &bytes) }
    }
}

extension Int64: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.integer(self)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        self = try bytes.integer()
    }
}

extension String: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.text(self)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        self = try bytes.text()
    }
}

extension Instant: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.integer(milliseconds)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        self.init(milliseconds: try bytes.integer())
    }
}

/// An enumeration whose raw value is written as one byte.
protocol ByteRawCodable: ByteCodable, RawRepresentable where RawValue == UInt8 {}

extension ByteRawCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.byte(rawValue)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        let offset = bytes.offset
        guard let value = Self(rawValue: try bytes.byte()) else { throw ByteReader.Failure(offset: offset) }
        self = value
    }
}
