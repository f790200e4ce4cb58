import Testing
import WindfallJSON

@Suite struct JSONXcodeStyleTests {
    @Test("Xcode writes a space before the colon, and a blank line into what is empty")
    func style() {
        let value: JSON = ["b": [1, ["x": .null], []], "a": "t", "none": [:]]
        let expected = """
            {
              "b" : [
                1,
                {
                  "x" : null
                },
                [

                ]
              ],
              "a" : "t",
              "none" : {

              }
            }
            """
        #expect(value.text(.xcode) == expected)
        #expect(JSON.array([]).text(.xcode) == "[\n\n]")
    }

    @Test("Keys are sorted with small and capital letters alike, in every object inside")
    func sorting() throws {
        let value = try JSON(
            reading: #"{"_storeKitErrors":[{"b":1,"a":[{"z":1,"Y":2}]}],"_storefront":1,"B":2,"b":3,"A":4,"é":5}"#)
        #expect(
            value.sortedByKey().text()
                == #"{"_storefront":1,"_storeKitErrors":[{"a":[{"Y":2,"z":1}],"b":1}],"A":4,"B":2,"b":3,"é":5}"#)
    }
}

@Suite struct JSONPositionTests {
    private static let document = #"{ "a": [1, {"b" : "x,]"}, [ ], {"c\"d": {"e": true}}], "f": null}"#

    @Test(
        "A path leads to the first byte of its value",
        arguments: [
            ("", "{ \"a\""), ("a", "[1"), ("a[0]", "1,"), ("a[1]", "{\"b\""), ("a[1].b", "\"x,]\""), ("a[2]", "[ ]"),
            ("a[3]", "{\"c"), (#"a[3].c\"d.e"#, "true"), ("f", "null"),
        ])
    func offset(path: String, start: String) throws {
        let found = JSONPosition.offset(of: path, in: Self.document.utf8.span)
        let offset = try #require(found)
        #expect(Self.document.dropFirst(offset).hasPrefix(start))
        #expect(JSONPosition.path(at: offset, in: Self.document.utf8.span) == path)
    }

    @Test(
        "A path that is not there has no offset", arguments: ["b", "a[9]", "a[1].c", "a.b", "f.x", "[0]", "a[2][0]x"])
    func absent(path: String) {
        #expect(JSONPosition.offset(of: path, in: Self.document.utf8.span) == nil)
    }

    @Test(
        "What the reader refuses is named by its key",
        arguments: [
            (#"{"a": {"b": tru }}"#, "a.b"), (#"{"a": [1, 2,]}"#, "a[2]"), (#"{"a": 1, "a": 2}"#, "a"),
            (#"{"a" 1}"#, "a"),
            (#"{"a": [{"b": "x"#, "a[0].b"), ("", ""), ("{", ""), ("nul", ""), (#"{"a": "\x"}"#, "a"),
            ("[[[[", "[0][0][0][0]"),
            (#"{"a": 01}"#, "a"), (#"{"a": {}} x"#, ""),
        ])
    func refused(text: String, path: String) throws {
        let error = #expect(throws: JSONError.self) { try JSON(reading: text) }
        let offset = try #require(error).offset
        #expect(JSONPosition.path(at: offset, in: text.utf8.span) == path)
    }

    @Test(
        "Bytes that are no JSON stop nobody",
        arguments: ["]]]}}}", ",,,,", "\"", "\"\\", "{\"\\", "::::", "}{][", "[,,{:,", "\u{FF}"])
    func noise(text: String) {
        for offset in [-1, 0, 1, text.utf8.count, text.utf8.count + 1, .max] {
            _ = JSONPosition.path(at: offset, in: text.utf8.span)
        }
        _ = JSONPosition.offset(of: "a", in: text.utf8.span)
    }

    @Test("A path has at most 16 steps and short keys")
    func bounded() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(JSONPosition.path(at: 99_999, in: deep.utf8.span) == String(repeating: "[0]", count: 16))
        let long = "{\"" + String(repeating: "k", count: 100_000) + "\": x}"
        #expect(JSONPosition.path(at: 100_006, in: long.utf8.span).utf8.count == 64)
    }
}
