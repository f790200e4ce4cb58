import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite struct AnsweredReceiptInverseTests {
    /// A receipt with every field that an answer shows, and milliseconds in one date.
    private static let receipt: AppReceipt = {
        var receipt = AppReceipt(bundleID: "com.example.garden")
        receipt.receiptType = "Production"
        receipt.appItemID = 9_007_199_254_740_993
        receipt.applicationVersion = "7"
        receipt.creationDate = Instant(milliseconds: 1_767_225_600_123)
        receipt.downloadID = .max
        receipt.versionExternalIdentifier = 5
        receipt.originalPurchaseDate = Instant(milliseconds: 1_375_340_400_000)
        receipt.originalApplicationVersion = "1.0"
        receipt.expirationDate = Instant(milliseconds: 1_867_225_600_000)
        receipt.preorderDate = Instant(milliseconds: 1_275_340_400_000)
        var entry = InAppEntry(productID: "garden.monthly", transactionID: "11")
        entry.quantity = 2
        entry.purchaseDate = Instant(milliseconds: 1_767_225_600_000)
        entry.originalTransactionID = "10"
        entry.originalPurchaseDate = Instant(milliseconds: 1_767_225_000_000)
        entry.expiresDate = Instant(milliseconds: 1_769_904_000_000)
        entry.webOrderLineItemID = 123
        entry.cancellationDate = Instant(milliseconds: 1_768_000_000_000)
        entry.isTrialPeriod = true
        entry.isInIntroOfferPeriod = false
        entry.promotionalOfferID = "spring"
        receipt.inApp = [entry]
        return receipt
    }()

    @Test("F28, F29: the receipt of an answer is the receipt that was answered")
    func inverse() throws {
        let answered = AnsweredReceipt(receipt: Self.receipt, requestedAt: Instant(milliseconds: 1))
        #expect(try AppReceipt(answered: answered) == Self.receipt)
    }

    @Test("D5: any one rendering of a date will do", arguments: ["receipt_creation_date", "_ms", "_pst"])
    func renderings(kept: String) throws {
        var answered = AnsweredReceipt(receipt: Self.receipt, requestedAt: nil)
        let keys = ["receipt_creation_date", "receipt_creation_date_ms", "receipt_creation_date_pst"]
        for key in keys where !key.hasSuffix(kept) { answered.json[key] = nil }
        #expect(try AppReceipt(answered: answered).creationDate?.seconds == 1_767_225_600)
    }

    @Test("D8: adam_id stands in for app_item_id")
    func adam() throws {
        let answered = AnsweredReceipt(json: ["bundle_id": "a", "adam_id": 7])
        #expect(try AppReceipt(answered: answered).appItemID == 7)
    }

    @Test("What an answer does not show is nil")
    func unknown() throws {
        let receipt = try AppReceipt(
            answered: AnsweredReceipt(json: ["bundle_id": "a", "in_app": [["product_id": "p", "transaction_id": 1]]]))
        #expect(receipt.opaqueValue == nil)
        #expect(receipt.deviceHash == nil)
        #expect(receipt.inApp.map(\.productTypeCode) == [nil])
        #expect(receipt.inApp.map(\.transactionID) == ["1"])
        #expect(receipt.inApp.map(\.quantity) == [1])
    }

    @Test(
        "A field that is missing or can't be used is named by its path",
        arguments: [
            (#"{}"#, UnfitField("bundle_id", isMissing: true)),
            (#"{"bundle_id": "a", "in_app": [{}]}"#, UnfitField("in_app[0].product_id", isMissing: true)),
            (
                #"{"bundle_id": "a", "in_app": [{"product_id": "p", "transaction_id": "1"}, {"product_id": "p"}]}"#,
                UnfitField("in_app[1].transaction_id", isMissing: true)
            ),
            (#"{"bundle_id": "a", "download_id": "x"}"#, UnfitField("download_id", isMissing: false)),
            (
                #"{"bundle_id": "a", "receipt_creation_date": "soon"}"#,
                UnfitField("receipt_creation_date", isMissing: false)
            ),
            (
                #"{"bundle_id": "a", "in_app": [{"product_id": "p", "transaction_id": "1", "web_order_line_item_id": "x"}]}"#,
                UnfitField("in_app[0].web_order_line_item_id", isMissing: false)
            ),
        ])
    func unfit(text: String, error: UnfitField) throws {
        let json = try #require(try JSON(reading: text).object)
        #expect(throws: error) { try AppReceipt(answered: AnsweredReceipt(json: json)) }
    }
}
