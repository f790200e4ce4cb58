import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Transaction receipts as the store answers them") struct TransactionReceiptAnswerTests {
    private func answered(_ path: String) throws -> AnsweredReceipt {
        let pairs = try #require(Fixture.json(path)["purchase_info"]?.object)
        return AnsweredReceipt(
            purchaseInformation: try pairs.map { (key: $0.key, value: try #require($0.value.text)) })
    }

    @Test(
        "F24: what was signed gives what Apple answered, but for the device that the fixture hides", Fixture.isThere,
        arguments: [
            ("verdantsparks-2022-v3-consumable", "verdantsparks-2022-consumable"),
            ("verdantsparks-2022-v3-auto-renewable", "verdantsparks-2022-subscription"),
        ])
    func pair(receipt: String, answer: String) throws {
        let recorded: VerifyReceiptAnswer = try Fixture.payload("verifyreceipt-response-ios6/\(answer).json")
        let hidden = ["unique_identifier", "unique_vendor_identifier"]
        func shown(_ members: JSONObject) -> [JSONObject.Member] {
            members.members.filter { !hidden.contains($0.key) }.sorted { $0.key < $1.key }
        }
        // The subscription's receipt is the newer one that Apple sent along.
        let about = try #require(recorded.latestReceiptLines?.first?.json ?? recorded.receipt?.json)
        let made = try answered("transaction-receipt-ios6/\(receipt).expected.json")
        #expect(shown(made.json) == shown(about))
    }

    @Test("Each real one is a single line with a purchase and no unknown key", Fixture.isThere)
    func all() throws {
        let paths = try Fixture.paths(in: "transaction-receipt-ios6", ending: ".expected.json")
        #expect(paths.count == 7)
        for path in paths {
            let receipt = try answered(path)
            let line = try #require(receipt.lines.first)
            #expect(receipt.isTransactionReceipt && line.isTransactionReceipt && receipt.malformedFields() == [])
            #expect(line.transactionId != nil && line.purchaseDate != nil && line.bid != nil, "\(path)")
            #expect(line.json.keys.filter { ReceiptLine.fields[$0] == nil } == [], "\(path)")
        }
    }
}

@Suite("Decoded JWS of the fixtures") struct DecodedPayloadTests {
    /// The payload type that the content of a JWS belongs to.
    private func payload(_ members: JSONObject) -> any SignedPayload {
        if members["notificationType"] != nil { return NotificationPayload(json: members) }
        if members["receiptType"] != nil { return AppTransactionPayload(json: members) }
        if members["autoRenewProductId"] != nil { return RenewalInfoPayload(json: members) }
        return TransactionPayload(json: members)
    }

    private func unknownKeys(_ payload: some JSONPayload) -> [String] {
        payload.json.keys.filter { type(of: payload).fields[$0] == nil }
    }

    @Test("Each has only fields that are known and usable, and is written as it was read", Fixture.isThere)
    func all() throws {
        var paths: [String] = []
        for kind in ["transaction", "renewal-info", "notification-v2", "xcode", "apple-test", "synthetic"] {
            paths += try Fixture.paths(in: "jws-\(kind)", ending: ".payload.json")
        }
        let models = ["signedTransaction", "signedTransactionWithRevocation", "signedRenewalInfo", "appTransaction"]
        paths += models.map { "apple-models/\($0).json" }
        #expect(paths.count == 28)
        for path in paths {
            let json = try Fixture.json(path)
            let payload = payload(try #require(json.object))
            #expect(payload.malformedFields() == [], "\(path)")
            #expect(unknownKeys(payload) == [], "\(path)")
            #expect(JSON.object(payload.json) == json, "\(path)")
        }
    }
}
