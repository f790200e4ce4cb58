/// Identifiers as the store shows them. Inside they are numbers; text is made and read here, at the edge.
public enum StoreText {
    /// Production identifiers have fifteen digits, the sandbox's sixteen and begin with 2, as Apple's do.
    private static func base(isSandbox: Bool) -> Int64 {
        isSandbox ? 2_000_000_000_000_000 : 100_000_000_000_000
    }

    /// The most that is added to a base, so that no two identifiers of the environments meet.
    private static let most: Int64 = 99_999_999_999_999

    /// A transaction's identifier.
    public static func transactionID(_ number: TransactionNumber, isSandbox: Bool) -> String {
        String(base(isSandbox: isSandbox) + number.value)
    }

    /// The transaction that an identifier names, and its environment; nil for other texts.
    public static func transaction(_ text: String) -> (number: TransactionNumber, isSandbox: Bool)? {
        guard let value = Int64(text), String(value) == text else { return nil }
        for isSandbox in [true, false] {
            let number = value - base(isSandbox: isSandbox)
            if (1...most).contains(number) { return (TransactionNumber(number), isSandbox) }
        }
        return nil
    }

    /// The key of a subscription purchase.
    public static func webOrderLineItemID(_ item: Int64, isSandbox: Bool) -> Int64 {
        item == 0 ? 0 : (isSandbox ? 2_000_000_000_000 : 100_000_000_000) + item
    }

    /// The store's number of an app.
    public static func appleID(_ app: AppNumber) -> Int64 {
        1_000_000_000 + app.value
    }

    /// The store's number of an app's version.
    public static func versionID(_ app: AppNumber, _ record: AppRecord) -> Int64 {
        800_000_000 + app.value * 1000 + record.versionCount
    }

    /// The store's number of a product.
    public static func itemID(_ product: ProductNumber) -> Int64 {
        1_500_000_000 + product.value
    }
}
