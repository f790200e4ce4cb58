/// One attribute of an app receipt as it stands in the signed bytes: `SEQUENCE { type, version, value }`.
public struct ReceiptAttribute: Hashable, Sendable {
    /// The attribute's type number, for example 17 for an in-app purchase.
    public var type: Int64
    /// The attribute's version: 1, except for attribute 4 (2 in App Store receipts since 2014 at the latest).
    public var version: Int64
    /// The octets of the value, for most types one more DER value.
    public var value: ArraySlice<UInt8>

    public init(type: Int64, version: Int64 = 1, value: ArraySlice<UInt8>) {
        self.type = type
        self.version = version
        self.value = value
    }
}
