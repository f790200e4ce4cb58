/// Where spaces and newlines stand in a JSON document.
public struct JSONStyle: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case compact, pretty, verifyReceipt, xcode }

    let kind: Kind

    /// No white space at all: `{"a":1,"b":[2,3]}`.
    public static let compact = JSONStyle(kind: .compact)
    /// A line for each member and element, two spaces for each level: `"key": value`.
    public static let pretty = JSONStyle(kind: .pretty)
    /// As Apple's `verifyReceipt` writes its answers (measured on recorded ones): `"key":value`, a comma and a space
    /// between members, a newline before each element of an array and before some keys.
    public static let verifyReceipt = JSONStyle(kind: .verifyReceipt)

    /// As Xcode writes its files (measured on `.storekit` files): as ``pretty``, but `"key" : value`, and an empty array or
    /// object has a blank line between its brackets. Keys keep their order; see ``JSON/sortedByKey()``.
    public static let xcode = JSONStyle(kind: .xcode)

    /// Whether members and elements have lines of their own.
    var hasLines: Bool { kind == .pretty || kind == .xcode }

    /// What stands between a key and its value.
    var colon: String {
        switch kind {
        case .compact, .verifyReceipt: ":"
        case .pretty: ": "
        case .xcode: " : "
        }
    }

    /// The keys that ``verifyReceipt`` starts a line with.
    static let verifyReceiptLineStarts: Set<String> = [
        "receipt", "in_app", "latest_receipt_info", "latest_receipt", "pending_renewal_info",
    ]
}
