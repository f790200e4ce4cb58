/// Where spaces and newlines stand in a JSON document.
public struct JSONStyle: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case compact, pretty, verifyReceipt }

    let kind: Kind

    /// No white space at all: `{"a":1,"b":[2,3]}`.
    public static let compact = JSONStyle(kind: .compact)
    /// A line for each member and element, two spaces for each level: `"key": value`.
    public static let pretty = JSONStyle(kind: .pretty)
    /// As Apple's `verifyReceipt` writes its answers (measured on recorded ones): `"key":value`, a comma and a space
    /// between members, a newline before each element of an array and before some keys.
    public static let verifyReceipt = JSONStyle(kind: .verifyReceipt)

    /// The keys that ``verifyReceipt`` starts a line with.
    static let verifyReceiptLineStarts: Set<String> = [
        "receipt", "in_app", "latest_receipt_info", "latest_receipt", "pending_renewal_info",
    ]
}
