import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

/// Receipts as the App Store makes them.
enum SampleReceipt {
    private static let emptyText: ArraySlice<UInt8> = [0x0C, 0x00]
    private static let zero: ArraySlice<UInt8> = [0x02, 0x01, 0x00]

    /// An app receipt of the sandbox.
    static func receipt(purchases: Int, at date: Instant) -> AppReceipt {
        var receipt = AppReceipt(bundleID: "com.example.windfall.notes")
        receipt.receiptType = "ProductionSandbox"
        receipt.appItemID = 0
        receipt.applicationVersion = "42"
        receipt.opaqueValue = [UInt8](repeating: 4, count: 16)[...]
        receipt.deviceHash = [UInt8](repeating: 5, count: 20)[...]
        receipt.ageRating = "4+"
        receipt.developerID = 0
        receipt.creationDate = date
        receipt.downloadID = 0
        receipt.versionExternalIdentifier = 0
        receipt.originalPurchaseDate = Instant(rfc3339: "2013-08-01T07:00:00Z")
        receipt.originalApplicationVersion = "1.0"
        // What nobody knows: two long attributes, which look encrypted, and some short ones.
        receipt.others = [6, 7].map { ReceiptAttribute(type: $0, value: [UInt8](repeating: 6, count: 64)[...]) }
        receipt.others += [9, 13, 14, 20, 25].map { ReceiptAttribute(type: $0, value: zero) }
        receipt.inApp = (0..<purchases).map { entry($0, at: date) }
        return receipt
    }

    /// One of three kinds of purchase, each with the twenty attributes that entries have had since 2021.
    private static func entry(_ index: Int, at date: Instant) -> InAppEntry {
        let isSubscription = index % 3 == 1
        let bought = Instant(milliseconds: date.milliseconds - Int64(index) * 86_400_000)
        var entry = InAppEntry(
            productID: "com.example.windfall.notes.\(["coins.100", "monthly", "pro"][index % 3])",
            transactionID: String(2_000_000_000_000_000 + index))
        entry.originalTransactionID = String(2_000_000_000_000_000 + index - index % 3)
        entry.purchaseDate = bought
        entry.originalPurchaseDate = bought
        entry.productTypeCode = [1, 3, 0][index % 3]
        entry.expiresDate = isSubscription ? bought.adding(.seconds(2_592_000)) : nil
        entry.itemID = 0
        entry.webOrderLineItemID = isSubscription ? 2_000_000_000_000 + Int64(index) : 0
        entry.isTrialPeriod = false
        entry.isInIntroOfferPeriod = isSubscription ? false : nil
        entry.others = [1709, 1714, 1715, 1716, 1717, 1718].map { ReceiptAttribute(type: $0, value: emptyText) }
        entry.others.append(ReceiptAttribute(type: 1722, value: zero))
        return entry
    }

    /// The signed entries of an iOS 6 style receipt.
    static let purchase: [TransactionReceipt.Entry] = [
        ("original-purchase-date-pst", "2012-12-01 23:15:54 America/Los_Angeles"),
        ("purchase-date-ms", "1354432554000"), ("unique-identifier", "0000b0092818"),
        ("original-transaction-id", "1000000059632385"), ("expires-date", "1354436154000"),
        ("transaction-id", "1000000059632385"), ("original-purchase-date-ms", "1354432554000"),
        ("web-order-line-item-id", "1000000026436290"), ("bvrs", "7"),
        ("expires-date-formatted-pst", "2012-12-02 00:15:54 America/Los_Angeles"), ("item-id", "500000000"),
        ("expires-date-formatted", "2012-12-02 08:15:54 Etc/GMT"), ("product-id", "com.example.windfall.notes.monthly"),
        ("purchase-date", "2012-12-02 07:15:54 Etc/GMT"), ("original-purchase-date", "2012-12-02 07:15:54 Etc/GMT"),
        ("bid", "com.example.windfall.notes"), ("purchase-date-pst", "2012-12-01 23:15:54 America/Los_Angeles"),
        ("quantity", "1"),
    ].map { TransactionReceipt.Entry(key: $0.0, value: $0.1) }
}
