import Testing
import WindfallJSON

/// What bytes lead to: a value, or the refusal.
func reading(_ bytes: [UInt8], limits: JSONLimits = .standard) -> Result<JSON, JSONError> {
    do {
        return .success(try JSON(reading: bytes.span, limits: limits))
    } catch {
        return .failure(error)
    }
}

func reading(_ text: String, limits: JSONLimits = .standard) -> Result<JSON, JSONError> {
    reading(Array(text.utf8), limits: limits)
}

@Suite struct JSONReadingTests {
    @Test(
        "RFC 8259: a document of each form is read",
        arguments: [
            ("null", .null), ("true", true), (" false\r\n", false), ("\t7", 7), ("\"\"", ""), ("[]", []), ("{}", [:]),
            ("[ ]", []), ("{ }", [:]), ("[1 , [ 2 ] ,{\"a\" : null }]", [1, [2], ["a": .null]]),
            ("{\"\":\"\"}", ["": ""]),
            ("[[],{},[{}]]", [[], [:], [[:]]]), ("\"\u{7F}/\u{E9}\u{1F600}\"", "\u{7F}/\u{E9}\u{1F600}"),
        ] as [(String, JSON)])
    func accepted(text: String, value: JSON) {
        #expect(reading(text) == .success(value))
    }

    @Test(
        "RFC 8259: escapes become their characters",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC\u0000""#, "A\u{E9}\u{20AC}\0"),
            (#""\uD83D\uDE00\ud83d\ude00""#, "\u{1F600}\u{1F600}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""a\u0062c\u0064e""#, "abcde"), (#""America\/Los_Angeles""#, "America/Los_Angeles"),
        ])
    func escapes(text: String, value: String) {
        #expect(reading(text) == .success(.string(value)))
    }

    @Test(
        "RFC 8259: what the grammar does not allow is refused where it stands",
        arguments: [
            ("", .truncated, 0), ("  ", .truncated, 2), ("[1,]", .malformed, 3), ("{\"a\":1,}", .malformed, 7),
            ("[,1]", .malformed, 1), ("[1 2]", .malformed, 3), ("{a:1}", .malformed, 1), ("{'a':1}", .malformed, 1),
            ("{\"a\" 1}", .malformed, 5), ("{\"a\":}", .malformed, 5), ("{1:1}", .malformed, 1), ("]", .malformed, 0),
            ("[1}", .malformed, 2), ("{\"a\":1]", .malformed, 6), ("01", .malformed, 1), ("-", .truncated, 1),
            ("-a", .malformed, 1), ("1.", .truncated, 2), ("1.a", .malformed, 2), ("1e", .truncated, 2),
            ("+1", .malformed, 0),
            (".5", .malformed, 0), ("NaN", .malformed, 0), ("nul", .truncated, 3), ("nulL", .malformed, 3),
            ("True", .malformed, 0), ("truefalse", .trailingBytes, 4), ("1 2", .trailingBytes, 2),
            ("{}{}", .trailingBytes, 2),
            ("// c\n1", .malformed, 0), ("[1/**/]", .malformed, 2), ("\u{FEFF}1", .malformed, 0),
            ("1\u{A0}", .trailingBytes, 1),
            ("\u{B}1", .malformed, 0), ("1\0", .trailingBytes, 1),
            ("\"a\nb\"", .malformed, 2), ("\"\u{1F}\"", .malformed, 1), ("\"\0\"", .malformed, 1),
            ("\"a", .truncated, 2),
        ] as [(String, JSONError.Code, Int)])
    func malformed(text: String, code: JSONError.Code, offset: Int) {
        #expect(reading(text) == .failure(JSONError(code, at: offset)))
    }

    @Test(
        "An escape that is none, or half a surrogate pair, is refused",
        arguments: [
            (#""\x""#, .invalidEscape, 1), (#""a\U0041""#, .invalidEscape, 2), (#""\u12G4""#, .invalidEscape, 1),
            (#""\u 123""#, .invalidEscape, 1), (#""\u""#, .invalidEscape, 1), (#""\u+123""#, .invalidEscape, 1),
            (#""\ud800""#, .invalidEscape, 1), (#""\ud800x\udc00""#, .invalidEscape, 1),
            (#""\ud800\n""#, .invalidEscape, 1),
            (#""\ud800\ud800""#, .invalidEscape, 1), (#""\ud800\u0041""#, .invalidEscape, 1),
            (#""\udc00""#, .invalidEscape, 1),
            (#""\udc00\ud800""#, .invalidEscape, 1), ("\"\\", .truncated, 2), (#""\u12"#, .truncated, 5),
            (#""\ud800\u"#, .truncated, 9), (#""\ud800"#, .truncated, 7), ("\"\\\u{E9}\"", .invalidEscape, 1),
        ] as [(String, JSONError.Code, Int)])
    func invalidEscape(text: String, code: JSONError.Code, offset: Int) {
        #expect(reading(text) == .failure(JSONError(code, at: offset)))
    }

    @Test(
        "RFC 3629: bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFE], [0xFF],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let refusal = Result<JSON, JSONError>.failure(JSONError(.invalidUTF8, at: 4))
        #expect(reading([quote] + Array("abc".utf8) + bytes + [quote]) == refusal)
        #expect(reading([quote] + Array("abc".utf8) + bytes + Array("xyz".utf8) + [quote]) == refusal)
        // In a string with escapes, before and after one; and in a key.
        #expect(reading([quote] + Array(#"a\n"#.utf8) + bytes + [quote]) == refusal)
        #expect(reading([quote] + Array("abc".utf8) + bytes + Array(#"\n""#.utf8)) == refusal)
        #expect(reading(Array(#"{"ab"#.utf8) + bytes + Array(#"":1}"#.utf8)) == refusal)
    }

    @Test("UTF-8 outside a string is refused as malformed")
    func bytesOutsideStrings() {
        #expect(reading([0xFF]) == .failure(JSONError(.malformed, at: 0)))
        #expect(reading([0xEF, 0xBB, 0xBF, 0x31]) == .failure(JSONError(.malformed, at: 0)))
    }

    @Test("Members keep their order")
    func order() throws {
        let keys = (0..<100).map { "k\($0 &* 37 % 101)" }
        let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try JSON(reading: text).object?.keys == keys)
    }

    @Test("The description of an error shows nothing of the document")
    func description() {
        #expect(JSONError(.duplicateKey, at: 12).description == "JSON: duplicate_key at byte 12")
    }
}
