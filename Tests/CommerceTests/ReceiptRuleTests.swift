import Testing
import WindfallCommerce
import WindfallTimeline

@Suite("Rules of the app receipt") struct ReceiptRuleTests {
    private let now = Instant(milliseconds: 1_600_000_000_000)

    private func entry(_ id: String, _ type: ProductType?, configured: (inout InAppEntry) -> Void = { _ in })
        -> InAppEntry
    {
        var entry = InAppEntry(productID: "com.example.\(id)", transactionID: id)
        entry.productTypeCode = type?.receiptCode
        entry.purchaseDate = Instant(milliseconds: now.milliseconds - 1000)
        configured(&entry)
        return entry
    }

    @Test("F28: a receipt expires at its expiration date, and never without one")
    func expiry() {
        var receipt = AppReceipt(bundleID: "com.example")
        #expect(!receipt.hasExpired(at: Instant(milliseconds: .max)))
        receipt.expirationDate = now
        #expect(!receipt.hasExpired(at: Instant(milliseconds: now.milliseconds - 1)))
        #expect(receipt.hasExpired(at: now))
    }

    @Test("F30: only a finished consumable leaves at a refresh")
    func refresh() {
        var receipt = AppReceipt(bundleID: "com.example")
        let stay = ProductType.allCases.filter { $0 != .consumable }.map { entry("\($0)", $0) }
        var unknown = entry("unknown", nil)
        receipt.inApp = stay + [entry("spent", .consumable), entry("open", .consumable), unknown]
        unknown.productTypeCode = 9
        unknown.transactionID = "new type"
        receipt.inApp.append(unknown)

        let everything = Set(receipt.inApp.map(\.transactionID)).subtracting(["open"])
        let refreshed = receipt.refreshed(finished: everything)
        #expect(refreshed.inApp.map(\.transactionID) == stay.map(\.transactionID) + ["open", "unknown", "new type"])
        #expect(receipt.refreshed(finished: []) == receipt)
        #expect(refreshed.refreshed(finished: everything) == refreshed)
    }

    @Test("F31: a cancelled purchase counts as never made, but stays in the receipt")
    func cancelled() {
        var receipt = AppReceipt(bundleID: "com.example")
        receipt.inApp = [
            entry("kept", .nonConsumable), entry("refunded", .nonConsumable) { $0.cancellationDate = now },
        ]
        #expect(receipt.purchases.map(\.transactionID) == ["kept"])
        #expect(receipt.refreshed(finished: ["refunded"]).inApp.count == 2)
        #expect(receipt.inApp.map { $0.isActive(at: now) } == [true, false])
    }

    @Test("F27: a subscription gives access from its start to just before its end, renewed or not")
    func period() {
        let start = Instant(milliseconds: now.milliseconds)
        let end = Instant(milliseconds: now.milliseconds + 10)
        let subscription = entry("s", .autoRenewable) {
            $0.purchaseDate = start
            $0.expiresDate = end
        }
        let answers = (-1...11).map { subscription.isActive(at: Instant(milliseconds: now.milliseconds + $0)) }
        #expect(answers == [false] + Array(repeating: true, count: 10) + [false, false])
        var refunded = subscription
        refunded.cancellationDate = end
        #expect(!refunded.isActive(at: start))
        #expect(refunded.period == SubscriptionPeriod(starts: start, ends: end, cancelled: end))
    }

    @Test("F27: a subscription of which the receipt tells no end or no start gives no access")
    func incomplete() {
        #expect(!entry("s", .autoRenewable).isActive(at: now))
        #expect(
            !entry("s", .autoRenewable) { ($0.purchaseDate, $0.expiresDate) = (nil, .init(milliseconds: .max)) }
                .isActive(at: now))
    }

    @Test(
        "What has no period gives access from its purchase on",
        arguments: [.nonConsumable, .free, .nonRenewing, nil] as [ProductType?])
    func owned(type: ProductType?) {
        #expect(entry("p", type).isActive(at: now))
        #expect(entry("p", type) { $0.purchaseDate = nil }.isActive(at: now))
        #expect(!entry("p", type) { $0.purchaseDate = Instant(milliseconds: now.milliseconds + 1) }.isActive(at: now))
    }
}
