import Testing
import WindfallJSON

@Suite struct JSONWritingTests {
    private static let value: JSON = ["b": [1, ["x": .null], []], "a": true, "none": [:]]

    @Test("Compact has no white space")
    func compact() {
        #expect(Self.value.text() == #"{"b":[1,{"x":null},[]],"a":true,"none":{}}"#)
        #expect(Self.value.bytes() == Array(Self.value.text().utf8))
    }

    @Test("Pretty has a line for each member and element")
    func pretty() {
        let expected = """
            {
              "b": [
                1,
                {
                  "x": null
                },
                []
              ],
              "a": true,
              "none": {}
            }
            """
        #expect(Self.value.text(.pretty) == expected)
    }

    @Test("verifyReceipt: an error body is 16 bytes, and lines begin as in Apple's answers")
    func verifyReceipt() {
        #expect(JSON.object(["status": 21007]).text(.verifyReceipt) == #"{"status":21007}"#)
        let answer: JSON = [
            "status": 0, "receipt": ["in_app": [["q": "1"], ["q": "2"]], "x": []], "environment": "Sandbox",
        ]
        let expected = """
            {"status":0,\u{20}
            "receipt":{
            "in_app":[
            {"q":"1"},\u{20}
            {"q":"2"}], "x":[]}, "environment":"Sandbox"}
            """
        #expect(answer.text(.verifyReceipt) == expected)
    }

    @Test("Only what must be escaped is escaped")
    func escapes() {
        let controls = (0..<0x20 as Range<UInt32>).compactMap(Unicode.Scalar.init).map { String($0) }.joined()
        let expected = #"""
            "\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\#
            \u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"
            """#
        #expect(JSON.string(controls).text() == expected)
        #expect(
            JSON.string("\"\\/\u{7F}\u{E9}\u{2028}\u{1F600}").text() == "\"\\\"\\\\/\u{7F}\u{E9}\u{2028}\u{1F600}\"")
        #expect(JSON.object(["a\"": 1]).text() == #"{"a\"":1}"#)
    }

    @Test(
        "What is written is read again alike, in every style", arguments: [JSONStyle.compact, .pretty, .verifyReceipt])
    func roundTrip(style: JSONStyle) throws {
        let texts = (0..<0x300 as Range<UInt32>).compactMap(Unicode.Scalar.init).map { JSON.string("x\($0)y") }
        let numbers = ["-0", "1.50", "1e400", "9223372036854775808"].compactMap(JSONNumber.init(text:)).map(JSON.number)
        let value: JSON = ["in_app": .array(texts), "receipt": .array(numbers), "": Self.value, "max": .integer(.max)]
        #expect(try JSON(reading: value.text(style)) == value)
    }
}
