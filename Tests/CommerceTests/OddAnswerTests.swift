import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Answers of odd shapes") struct OddAnswerTests {
    private func answer(_ text: String) throws -> VerifyReceiptAnswer {
        VerifyReceiptAnswer(json: try object(text))
    }

    @Test(
        "latest_receipt_info in each JSON type",
        arguments: [
            (#"[{"transaction_id":"1"},{"transaction_id":"2"}]"#, 2, []),
            (#"{"transaction_id":"1"}"#, 1, []),
            ("null", nil, []),
            ("[]", 0, []),
            (#""text""#, nil, ["latest_receipt_info"]),
            ("7", nil, ["latest_receipt_info"]),
            (#"[{"transaction_id":"1"},7,null]"#, 1, ["latest_receipt_info[1]", "latest_receipt_info[2]"]),
            (#"[{"transaction_id":[]}]"#, 1, ["latest_receipt_info[0].transaction_id"]),
        ] as [(String, Int?, [String])])
    func latest(value: String, count: Int?, malformed: [String]) throws {
        let answer = try answer(#"{"status":0,"latest_receipt_info":\#(value)}"#)
        #expect(answer.latestReceiptLines?.count == count)
        #expect(answer.malformedFields() == malformed)
        #expect(answer.meaning == .valid)
    }

    @Test("A field that cannot be used spoils itself only")
    func spoilsItself() throws {
        let answer = try answer(
            #"{"status":0,"receipt":{"bundle_id":"a","adam_id":"x","in_app":[{"quantity":"many","product_id":"p","#
                + #""purchase_date_ms":"soon","purchase_date":"2020-07-14 19:36:40 Etc/GMT"},"odd"]}}"#)
        let line = try #require(answer.receipt?.inApp?.first)
        #expect(line.productId == "p" && line.quantity == nil)
        #expect(line.purchaseDate == Instant(milliseconds: 1_594_755_400_000))
        #expect(
            answer.malformedFields() == [
                "receipt.adam_id", "receipt.in_app[0].quantity", "receipt.in_app[0].purchase_date_ms",
                "receipt.in_app[1]",
            ])
    }

    @Test("The same field as a number and as a text")
    func bothForms() throws {
        let answer = try answer(
            #"{"status":"0","receipt":{"in_app":[],"app_item_id":"555","adam_id":555},"#
                + #""latest_receipt_info":{"transaction_id":9007199254740993,"quantity":2}}"#)
        #expect(answer.status == .valid && answer.receipt?.appItemId == 555 && answer.receipt?.adamId == 555)
        #expect(answer.latestReceiptLines?.first?.transactionId == "9007199254740993")
        #expect(answer.latestReceiptLines?.first?.quantity == 2)
        #expect(answer.malformedFields() == [])
    }

    @Test("A single line replaces an object as an object, anything else becomes an array")
    func shape() throws {
        var single = try answer(#"{"latest_receipt_info":{"quantity":"1"},"status":0}"#)
        single.latestReceiptLines = [ReceiptLine(json: ["quantity": "2"])]
        #expect(single.json == ["latest_receipt_info": ["quantity": "2"], "status": 0])
        single.latestReceiptLines = [ReceiptLine(), ReceiptLine()]
        #expect(single.json == ["latest_receipt_info": [[:], [:]], "status": 0])
        single.latestReceiptLines = [ReceiptLine()]
        #expect(single.json == ["latest_receipt_info": [[:]], "status": 0])
        single.latestReceiptLines = nil
        #expect(single.json == ["status": 0])
    }

    @Test("Both lists of purchases are joined by transaction identifier; the fuller line is taken")
    func joined() throws {
        let answer = try answer(
            #"{"receipt":{"in_app":[{"transaction_id":"1"},{"transaction_id":"2"},{"product_id":"a"},{"product_id":"b"}]},"#
                + #""latest_receipt_info":[{"transaction_id":"1","is_upgraded":"true"},{"transaction_id":"3"}]}"#)
        #expect(answer.lines.map(\.transactionId) == ["1", "3", "2", nil, nil])
        #expect(answer.lines.first?.isUpgraded == true)
    }

    @Test(
        "A date is read from whichever rendering can be",
        arguments: [
            #""purchase_date_ms":"1594755400000""#, #""purchase_date_ms":1594755400000"#,
            #""purchase_date":"2020-07-14 19:36:40 Etc/GMT""#, #""purchase_date":"1594755400000""#,
            #""purchase_date":"2020-07-14T19:36:40Z""#,
            #""purchase_date_pst":"2020-07-14 12:36:40 America/Los_Angeles""#,
            #""purchase_date_ms":{},"purchase_date":"","purchase_date_pst":"2020-07-14 12:36:40 America/Los_Angeles""#,
        ])
    func dates(members: String) throws {
        let line = ReceiptLine(json: try object("{\(members)}"))
        #expect(line.purchaseDate == Instant(milliseconds: 1_594_755_400_000))
    }

    @Test("Setting a date writes the three renderings together, where the first of them is")
    func settingDates() throws {
        var line = ReceiptLine(json: try object(#"{"a":1,"purchase_date_ms":"5","b":2,"purchase_date":"","c":3}"#))
        line.purchaseDate = Instant(milliseconds: 1_594_755_400_007)
        #expect(
            line.json == [
                "a": 1, "purchase_date": "2020-07-14 19:36:40 Etc/GMT", "purchase_date_ms": "1594755400007",
                "purchase_date_pst": "2020-07-14 12:36:40 America/Los_Angeles", "b": 2, "c": 3,
            ])
        line.purchaseDate = nil
        #expect(line.json == ["a": 1, "b": 2, "c": 3])
    }

    @Test(
        "F31: whatever stands for a cancellation date cancels",
        arguments: [
            (#""cancellation_date":"2016-06-17 01:37:28 Etc/GMT""#, true), (#""cancellation_date_ms":"5""#, true),
            (#""cancellation_date":"some day""#, true), (#""cancellation_date":"""#, false),
            (#""cancellation_date":null"#, false), (#""cancellation_date":false"#, false), (#""x":1"#, false),
        ])
    func cancelled(member: String, isCancelled: Bool) throws {
        #expect(ReceiptLine(json: try object("{\(member)}")).isCancelled == isCancelled)
    }

    @Test("An answer that is empty or holds nothing usable has no lines")
    func nothing() throws {
        #expect(try answer("{}").lines == [])
        #expect(try answer(#"{"receipt":7,"latest_receipt_info":"x","pending_renewal_info":{}}"#).lines == [])
        #expect(try answer(#"{"receipt":{"in_app":{}}}"#).receipt?.lines == [])
    }
}
