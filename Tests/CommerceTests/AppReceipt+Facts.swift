import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// Receipts made from the facts beside a fixture, so that what is rendered can be compared with what Apple answered
/// without reading signed bytes.
extension AppReceipt {
    /// - Parameter path: a `.expected.json` of a folder of app receipts.
    init(factsAt path: String) throws {
        let facts = try Fixture.json(path)
        var values: [Int64: String] = [:]
        for attribute in try #require(facts["attributes"]?.array) {
            guard let type = attribute["type"]?.int64, let value = attribute["v"]?.text else { continue }
            values[type] = value
        }
        self.init(bundleID: try #require(values[2]))
        receiptType = values[0]
        appItemID = values[1].flatMap { Int64($0) }
        applicationVersion = values[3]
        creationDate = values[12].flatMap(Instant.init(rfc3339:))
        downloadID = values[15].flatMap { Int64($0) }
        versionExternalIdentifier = values[16].flatMap { Int64($0) }
        originalPurchaseDate = values[18].flatMap(Instant.init(rfc3339:))
        originalApplicationVersion = values[19]
        expirationDate = values[21].flatMap(Instant.init(rfc3339:))
        inApp = try #require(facts["in_app"]?.array).map(InAppEntry.init(facts:))
    }
}

extension InAppEntry {
    /// - Parameter facts: one element of `in_app`, keyed by attribute type, all values as text.
    init(facts: JSON) throws {
        self.init(productID: try #require(facts["1702"]?.text), transactionID: try #require(facts["1703"]?.text))
        func integer(_ type: String) -> Int64? { facts[type]?.text.flatMap { Int64($0) } }
        func date(_ type: String) -> Instant? { facts[type]?.text.flatMap(Instant.init(rfc3339:)) }
        quantity = try #require(integer("1701"))
        purchaseDate = date("1704")
        originalTransactionID = facts["1705"]?.text
        originalPurchaseDate = date("1706")
        productTypeCode = integer("1707")
        expiresDate = date("1708")
        itemID = integer("1710")
        webOrderLineItemID = integer("1711")
        cancellationDate = date("1712")
        isTrialPeriod = integer("1713").map { $0 == 1 }
        isInIntroOfferPeriod = integer("1719").map { $0 == 1 }
        promotionalOfferID = facts["1721"]?.text
    }
}
