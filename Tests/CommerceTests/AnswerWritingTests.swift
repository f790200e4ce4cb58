import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Answers as Apple writes them") struct AnswerWritingTests {
    private func answer(_ path: String) throws -> VerifyReceiptAnswer {
        try Fixture.payload(path)
    }

    /// The receipt that Apple answered, made anew from the attributes of the receipt that was sent.
    private func rendered(_ facts: String, asIn answer: VerifyReceiptAnswer) throws -> AnsweredReceipt {
        AnsweredReceipt(
            receipt: try AppReceipt(factsAt: facts), requestedAt: try #require(answer.receipt?.requestDate))
    }

    @Test("A sandbox receipt without subscriptions gives Apple's recorded answer, byte for byte", Fixture.isThere)
    func sandbox() throws {
        let path = "verifyreceipt-exchange/griddiary-sandbox-2.response.json"
        var made = VerifyReceiptAnswer.error(status: .valid, environment: .sandbox)
        made.receipt = try rendered("app-receipt-ios-sandbox/griddiary-2014-09.expected.json", asIn: answer(path))
        let bytes = JSON.object(made.arranged(.receiptFirst).json).bytes(.verifyReceipt)
        #expect(bytes == (try Fixture.bytes(path)))
    }

    @Test("A production receipt with subscriptions gives Apple's recorded answer, byte for byte", Fixture.isThere)
    func production() throws {
        let path = "verifyreceipt-exchange/griddiary-production-all.response.json"
        let recorded = try answer(path)
        let receipt = try AppReceipt(factsAt: "app-receipt-ios-production/griddiary-2017-07.expected.json")

        var made = VerifyReceiptAnswer.error(status: .valid, environment: .production)
        made.latestReceipt = recorded.latestReceipt
        made.receipt = AnsweredReceipt(receipt: receipt, requestedAt: recorded.receipt?.requestDate)
        // The account's history says of each period whether it had an introductory price; the old receipt does not.
        made.latestReceiptLines = receipt.inApp.map { entry in
            var known = entry
            known.isInIntroOfferPeriod = false
            return ReceiptLine(entry: known)
        }
        var renewal = PendingRenewal()
        renewal.autoRenewStatus = .off
        renewal.isInBillingRetryPeriod = false
        renewal.expirationIntent = .billingError
        renewal.productId = receipt.inApp.first?.productID
        renewal.autoRenewProductId = renewal.productId
        renewal.originalTransactionId = receipt.inApp.first?.originalTransactionID
        made.pendingRenewals = [renewal.arranged(by: PendingRenewal.order)]

        let bytes = JSON.object(made.arranged(.statusFirst).json).bytes(.verifyReceipt)
        #expect(bytes == (try Fixture.bytes(path)))
    }

    @Test(
        "A receipt of 2020 with its intro offer flags gives the receipt that Apple answered, key for key",
        Fixture.isThere)
    func introductoryOffers() throws {
        let recorded = try answer("verifyreceipt-response-ios7/revenuecat-2020.json")
        let made = try rendered("app-receipt-ios-sandbox/revenuecat-2020.expected.json", asIn: recorded)
        #expect(made == recorded.receipt)
        #expect(made.inApp?.count == 9)
    }

    @Test(
        "An error is its status and nothing else, byte for byte", Fixture.isThere,
        arguments: [
            ("griddiary-sandbox-1", 21007), ("griddiary-production-to-sandbox", 21008), ("invalid-receipt", 21002),
            ("griddiary-sandbox-to-production", 21007),
        ])
    func errors(name: String, code: Int) throws {
        let made = VerifyReceiptAnswer.error(status: VerificationStatus(rawValue: code))
        let bytes = JSON.object(made.json).bytes(.verifyReceipt)
        #expect(bytes == (try Fixture.bytes("verifyreceipt-exchange/\(name).response.json")))
        #expect(bytes == Array(#"{"status":\#(code)}"#.utf8))
    }

    @Test("An Xcode receipt shows what it has; only the trial flag and an empty list are added")
    func sparse() throws {
        var receipt = AppReceipt(bundleID: "com.example")
        #expect(
            JSON.object(AnsweredReceipt(receipt: receipt, requestedAt: nil).json).text(.compact)
                == #"{"bundle_id":"com.example","in_app":[]}"#)
        receipt.inApp = [InAppEntry(productID: "a", transactionID: "0")]
        receipt.inApp[0].webOrderLineItemID = 0
        #expect(
            AnsweredReceipt(receipt: receipt, requestedAt: nil).inApp?.first?.json == [
                "quantity": "1", "product_id": "a", "transaction_id": "0", "is_trial_period": "false",
            ])
    }

    @Test("F31: a refunded purchase stays in the list with its cancellation date in three renderings")
    func cancelled() {
        var entry = InAppEntry(productID: "a", transactionID: "1")
        entry.cancellationDate = Instant(milliseconds: 1_466_127_848_000)
        let line = ReceiptLine(entry: entry)
        #expect(line.isCancelled && line.json["cancellation_date_ms"] == "1466127848000")
        #expect(line.json["cancellation_date"] == "2016-06-17 01:44:08 Etc/GMT")
        #expect(line.json["cancellation_date_pst"] == "2016-06-16 18:44:08 America/Los_Angeles")
    }

    @Test("D8: numbers above 32 bits, pre-order and expiration keep Apple's order and types")
    func volumePurchase() {
        var receipt = AppReceipt(bundleID: "a")
        (receipt.receiptType, receipt.appItemID, receipt.downloadID) = ("ProductionVPP", 5_000_000_000, .max)
        receipt.preorderDate = Instant(milliseconds: 0)
        receipt.expirationDate = Instant(milliseconds: 0)
        let answered = AnsweredReceipt(receipt: receipt, requestedAt: Instant(milliseconds: 1_538_738_659_233))
        #expect(
            answered.json.keys == [
                "receipt_type", "adam_id", "app_item_id", "bundle_id", "download_id", "request_date",
                "request_date_ms", "request_date_pst", "preorder_date", "preorder_date_ms", "preorder_date_pst",
                "expiration_date", "expiration_date_ms", "expiration_date_pst", "in_app",
            ])
        #expect(answered.downloadId == .max && answered.json["adam_id"] == 5_000_000_000)
        #expect(answered.json["request_date_ms"] == "1538738659233")
        #expect(answered.environment == .production)
    }

    @Test("F24: a transaction receipt is answered with its own keys, underscores for hyphens")
    func transactionReceipt() {
        let pairs = [("original-purchase-date-pst", "x"), ("bid", "com.example"), ("bid", "later"), ("item-id", "1")]
        let answered = AnsweredReceipt(purchaseInformation: pairs.map { (key: $0.0, value: $0.1) })
        #expect(answered.json == ["original_purchase_date_pst": "x", "bid": "later", "item_id": "1"])
        #expect(answered.isTransactionReceipt && answered.lines.first?.bid == "later")
    }

    @Test("Each order names each key once, and keys that it does not know come last", arguments: AnswerOrder.allCases)
    func orders(order: AnswerOrder) throws {
        #expect(Set(order.keys).count == order.keys.count)
        #expect(order.keys.allSatisfy { VerifyReceiptAnswer.fields[$0] != nil })
        var members = JSONObject()
        members["unknown"] = 1
        for key in order.keys.reversed() { members[key] = .string(key) }
        let arranged = VerifyReceiptAnswer(json: members).arranged(order)
        #expect(arranged.json.keys == order.keys + ["unknown"])
    }
}
