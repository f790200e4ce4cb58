import Foundation
import Testing
import WindfallCommandLine

@Suite struct JSON5Tests {
    /// The value with its places left out, as JSON would write it; `n` is a number that is not whole.
    private static func text(_ value: JSON5Value) -> String {
        switch value.content {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): number.map(String.init) ?? "n"
        case .string(let text): text.debugDescription
        case .array(let values): "[" + values.map(Self.text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\($0.key):\(Self.text($0.value))" }.joined(separator: ",") + "}"
        }
    }

    @Test(
        "JSON5 is read as json5.org has it",
        arguments: [
            ("{a: 1, 'b': \"c\", \"d\": 'e',}", "{a:1,b:\"c\",d:\"e\"}"),
            ("// first\n/* more **/ [1, /**/ 2,] // last", "[1,2]"),
            ("[0x1F, +5, -0x10, -7, 0, 9223372036854775807]", "[31,5,-16,-7,0,9223372036854775807]"),
            ("[.5, 5., 1e3, Infinity, -Infinity, NaN, 9223372036854775808]", "[n,n,n,n,n,n,n]"),
            ("{$a_\\u0062: null, ünï: true}", "{$a_b:null,ünï:true}"),
            ("'it\\'s \\x41\\u00e9\\uD83D\\uDE00 \\q \\\r\nend'", "\"it\\'s Aé😀 q end\""),
            ("\u{FEFF}\u{A0}{}\u{2028}", "{}"), ("\"tab\there\"", "\"tab\\there\""), ("\"a//b\"", "\"a//b\""),
        ])
    func good(text: String, value: String) throws {
        #expect(Self.text(try JSON5Value(reading: Array(text.utf8))) == value)
    }

    @Test(
        "What is no JSON5 is refused at its place",
        arguments: [
            ("", "truncated 1:1"), ("// only", "truncated 1:8"), ("{a: 1", "truncated 1:6"), ("[1,", "truncated 1:4"),
            ("{\n  a: 1,\n  b: }", "malformed 3:6"), ("{a 1}", "malformed 1:4"), ("{a: 1 b: 2}", "malformed 1:7"),
            ("[1,,2]", "malformed 1:4"), ("{,}", "malformed 1:2"), ("{a: yes}", "malformed 1:5"),
            ("[01]", "malformed 1:2"), ("[0x]", "malformed 1:2"), ("[1.2.3]", "malformed 1:2"),
            ("[--1]", "malformed 1:2"),
            ("'open", "truncated 1:6"), ("'two\nlines'", "malformed 1:5"), ("{a: 1} b", "trailing_text 1:8"),
            ("/* open\n", "truncated 1:1"), ("/ 1", "malformed 1:1"), ("'\\1'", "bad_escape 1:3"),
            ("'\\x4'", "bad_escape 1:5"), ("'\\uD800'", "bad_escape 1:4"), ("'\\u12'", "bad_escape 1:6"),
            ("'\\01'", "bad_escape 1:4"), ("{a: 1,\r\n a: 2}", "duplicate_key 2:2"),
            ("{a: 1, '\\x61': 2}", "duplicate_key 1:8"),
            (String(repeating: "[", count: 40), "too_deep 1:34"),
            (String(repeating: " ", count: 1024 * 1024 + 1), "too_large 1:1"),
        ])
    func bad(text: String, problem: String) {
        let error = #expect(throws: JSON5Error.self) { try JSON5Value(reading: Array(text.utf8)) }
        #expect(error.map { "\($0.code.rawValue) \($0.place)" } == problem)
    }

    @Test("Bytes that are no UTF-8 are refused")
    func notUTF8() {
        let error = #expect(throws: JSON5Error.self) { try JSON5Value(reading: [0x22, 0xFF, 0x22]) }
        #expect(error?.code == .notUTF8)
    }

    /// Foundation's own reader, which does not say where, is a second opinion on what is JSON5.
    @Test(
        "What is read here is JSON5 for Foundation too, and has the same texts",
        arguments: [
            "{a: 'x', /* y */ b: 'it\\'s',}", "{'k': \"\\u0041\\uD83D\\uDE00\\t\"}", "{a: 'b',// c\n}",
            "{$_: '', }", "{a:'//', b:'/*'}",
        ])
    func secondOpinion(text: String) throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let theirs = try decoder.decode([String: String].self, from: Data(text.utf8))
        guard case .object(let members) = try JSON5Value(reading: Array(text.utf8)).content else {
            Issue.record("not an object")
            return
        }
        let ours = members.map { ($0.key, $0.value.content) }
        #expect(Dictionary(uniqueKeysWithValues: ours) == theirs.mapValues { .string($0) })
    }
}
