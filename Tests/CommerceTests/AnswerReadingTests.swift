import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Answers of every age are read") struct AnswerReadingTests {
    /// What the index of the fixtures says of an answer.
    struct Facts: Sendable, CustomStringConvertible {
        var name: String
        var environment: Environment
        var receiptType: Environment?
        var inApp: Int
        var latest: Int?
        var pending: Int?
        var description: String { name }

        init(
            _ name: String, _ environment: Environment, _ type: Environment?, _ inApp: Int, _ latest: Int?,
            _ pending: Int?
        ) {
            self.name = name
            self.environment = environment
            self.receiptType = type
            self.inApp = inApp
            self.latest = latest
            self.pending = pending
        }
    }

    @Test(
        "To an app receipt", Fixture.isThere,
        arguments: [
            Facts("verifyreceipt-response-ios7/revenuecat-2020", .sandbox, .sandbox, 9, 9, 1),
            Facts("verifyreceipt-response-ios7/youknowone-2017-subscription", .sandbox, .sandbox, 13, 18, 1),
            Facts("verifyreceipt-response-ios7/something-2021-exclude-old", .production, .sandbox, 42, 1, 1),
            Facts("verifyreceipt-response-ios7/monza-grace-period", .sandbox, .sandbox, 1, 1, 1),
            Facts("verifyreceipt-response-ios7/monza-cancellation", .sandbox, .sandbox, 1, 1, nil),
            Facts("verifyreceipt-response-ios7/django-storekit", .sandbox, .sandbox, 2, nil, nil),
            Facts("verifyreceipt-response-ios7/musteus-2014-no-creation-date", .sandbox, .sandbox, 2, 5, nil),
            Facts("verifyreceipt-response-ios7/merchantkit-2017", .production, .production, 1, 1, nil),
            Facts("verifyreceipt-response-ios7/null-download-id-2020", .production, .production, 2, 1, 1),
            Facts("verifyreceipt-response-ios7/sandbox-consumables-2020", .sandbox, .sandbox, 7, 1, 1),
            Facts("verifyreceipt-response-ios7/synthetic-madhead-all-keys", .production, nil, 1, 1, 1),
            Facts("verifyreceipt-exchange/griddiary-sandbox-2.response", .sandbox, .sandbox, 2, nil, nil),
            Facts("verifyreceipt-exchange/griddiary-production-all.response", .production, .production, 3, 3, 1),
        ])
    func appReceipt(facts: Facts) throws {
        let answer: VerifyReceiptAnswer = try Fixture.payload("\(facts.name).json")
        let receipt = try #require(answer.receipt)
        // One of these answers has a date in a month 19.
        let odd = facts.name.hasSuffix("django-storekit") ? ["receipt.in_app[1].original_purchase_date_pst"] : []
        #expect(answer.malformedFields() == odd)
        #expect(answer.status == .valid && answer.meaning == .valid)
        #expect(answer.environment == facts.environment && receipt.environment == facts.receiptType)
        #expect(!receipt.isTransactionReceipt && receipt.bundleId != nil)
        #expect(receipt.inApp?.count == facts.inApp)
        #expect(answer.latestReceiptLines?.count == facts.latest)
        #expect(answer.pendingRenewals?.count == facts.pending)
        for line in receipt.lines + (answer.latestReceiptLines ?? []) {
            #expect(line.transactionId != nil && line.purchaseDate != nil && line.quantity != nil)
        }
    }

    @Test(
        "To a transaction receipt", Fixture.isThere,
        arguments: [
            ("gagplus-2012-subscription", 0, 1, 0), ("fizzbuzz-2012-expired-21006", 21006, 1, 0),
            ("itunes-receipt-valid", 0, nil, 0), ("venice-expired-cancelled", 21006, nil, 1),
            ("verdantsparks-2022-consumable", 0, nil, 0), ("verdantsparks-2022-subscription", 0, 1, 0),
        ] as [(String, Int, Int?, Int)])
    func transactionReceipt(name: String, code: Int, latest: Int?, expired: Int) throws {
        let answer: VerifyReceiptAnswer = try Fixture.payload("verifyreceipt-response-ios6/\(name).json")
        let receipt = try #require(answer.receipt)
        #expect(answer.malformedFields() == [])
        #expect(answer.status?.rawValue == code && answer.meaning == (code == 0 ? .valid : .expired))
        #expect(answer.environment == nil && receipt.isTransactionReceipt && receipt.inApp == nil)
        #expect(answer.latestReceiptLines?.count == latest)
        #expect(answer.latestExpiredReceiptLines?.count ?? 0 == expired)
        let line = try #require(receipt.lines.first)
        #expect(line.bid != nil && line.transactionId != nil && line.purchaseDate != nil && line.isTransactionReceipt)
        #expect((line.expiresDate == nil) == (line.json["expires_date"] == nil))
    }

    @Test(
        "With an error", Fixture.isThere,
        arguments: [
            ("21002-malformed", .malformed, nil), ("21004-bad-password", .held, .production),
            ("21007-sandbox-on-production", .elsewhere(.sandbox), nil), ("aporat-invalid-receipt", .malformed, nil),
        ] as [(String, VerificationStatus.Meaning, Environment?)])
    func errors(name: String, meaning: VerificationStatus.Meaning, environment: Environment?) throws {
        let answer: VerifyReceiptAnswer = try Fixture.payload("verifyreceipt-error/\(name).json")
        #expect(answer.meaning == meaning && answer.environment == environment)
        #expect(answer.receipt == nil && answer.lines == [])
        if let environment {
            let made = VerifyReceiptAnswer.error(status: try #require(answer.status), environment: environment)
            #expect(made == answer)
        }
    }

    @Test("D5: the end of a period is milliseconds in the iOS 6 style, read and written", Fixture.isThere)
    func oldStyleDates() throws {
        let answer: VerifyReceiptAnswer = try Fixture.payload(
            "verifyreceipt-response-ios6/verdantsparks-2022-subscription.json")
        var line = try #require(answer.latestReceiptLines?.first)
        #expect(line.expiresDate == Instant(milliseconds: 1_643_128_674_000))
        #expect(answer.autoRenewStatus == .on)
        let before = line.json
        line.expiresDate = line.expiresDate
        line.purchaseDate = line.purchaseDate
        #expect(line.json == before)
    }

    @Test("A grace period, a null download number and a reason are read", Fixture.isThere)
    func details() throws {
        let grace: VerifyReceiptAnswer = try Fixture.payload("verifyreceipt-response-ios7/monza-grace-period.json")
        #expect(
            grace.pendingRenewals?.first?.gracePeriodExpiresDate == Instant(milliseconds: 1_466_126_848_000))
        let null: VerifyReceiptAnswer = try Fixture.payload("verifyreceipt-response-ios7/null-download-id-2020.json")
        #expect(null.receipt?.downloadId == nil && null.receipt?.json["download_id"] == .null)
        let refunded: VerifyReceiptAnswer = try Fixture.payload("verifyreceipt-response-ios7/monza-cancellation.json")
        #expect(refunded.lines.allSatisfy { $0.isCancelled && $0.cancellationReason == .other })
        let odd: VerifyReceiptAnswer = try Fixture.payload(
            "verifyreceipt-response-ios7/synthetic-madhead-all-keys.json")
        #expect(odd.isRetryable == true && odd.receipt?.expirationDate != nil)
        #expect(odd.pendingRenewals?.first?.priceConsentStatus == .consented)
    }

    @Test("Writing what was read gives the same document, unknown keys included", Fixture.isThere)
    func roundTrip() throws {
        let folders = [
            "verifyreceipt-response-ios7", "verifyreceipt-response-ios6", "verifyreceipt-error", "notification-v1",
            "apple-models",
        ]
        for path in try folders.flatMap({ try Fixture.paths(in: $0, ending: ".json") }) {
            let json = try Fixture.json(path)
            let members = try #require(json.object)
            #expect(VerifyReceiptAnswer(json: members).json == members)
            var answer = VerifyReceiptAnswer(json: members)
            answer.receipt = answer.receipt
            answer.latestReceiptLines = answer.latestReceiptLines
            answer.pendingRenewals = answer.pendingRenewals
            #expect(JSON.object(answer.json) == json, "\(path)")
        }
    }
}
