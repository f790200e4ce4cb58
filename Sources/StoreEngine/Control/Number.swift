/// A number that the store counts up for one kind of thing, so that two kinds can't be swapped. Text is made at the edge.
public struct Number<Owner>: Hashable, Comparable, Sendable {
    public var value: Int64

    public init(_ value: Int64) {
        self.value = value
    }

    public static func < (a: Self, b: Self) -> Bool {
        a.value < b.value
    }

    /// The place in a list that holds number 1 first; nil for a number that was never given out.
    func index(in count: Int) -> Int? {
        value >= 1 && value <= Int64(count) ? Int(value - 1) : nil
    }
}

extension Number: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.integer(value)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        value = try bytes.integer(in: 0...1_000_000_000_000)
    }
}

public typealias DeveloperNumber = Number<DeveloperRecord>
public typealias AppNumber = Number<AppRecord>
public typealias ProductNumber = Number<ProductRecord>
public typealias AccountNumber = Number<AccountRecord>
public typealias DeviceNumber = Number<DeviceRecord>
public typealias TransactionNumber = Number<TransactionRecord>
