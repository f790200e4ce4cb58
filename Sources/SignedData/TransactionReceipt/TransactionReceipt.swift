/// An iOS 6 style receipt of one transaction: a property list that holds the signed purchase and the signature (F17, F24).
///
/// Apple calls its format private: the signature may be checked, but what was bought is taken from the store's answer (D4).
public struct TransactionReceipt: Hashable, Sendable {
    /// One entry of a property list.
    public struct Entry: Hashable, Sendable {
        public var key: String
        public var value: String

        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The signed entries, under their own names with hyphens (`transaction-id`), in the order of the receipt.
    public var purchase: [Entry]
    /// The bytes that the signature covers, besides the version before them.
    package var purchaseBytes: [UInt8]
    /// `environment`: `Sandbox`, or nil, which stands for production. Outside the signature: it proves nothing (F19).
    public var environmentName: String?
    /// `pod`: the store's data centre; 100 in the sandbox.
    public var pod: String?
    /// `signing-status`: `0`.
    public var signingStatus: String?
    /// The signature blob; nil where the receipt has none.
    package var signature: [UInt8]?

    /// The value of a signed entry.
    ///
    /// - Parameter key: the entry's name with hyphens.
    public subscript(key: String) -> String? {
        purchase.first { $0.key == key }?.value
    }

    public var bundleID: String? { self["bid"] }
    public var productID: String? { self["product-id"] }
    public var transactionID: String? { self["transaction-id"] }
    public var originalTransactionID: String? { self["original-transaction-id"] }
}
