import Testing
import WindfallHTTP

@Suite("Request targets")
struct HTTPTargetTests {
    private typealias Item = HTTPQuery.Item

    @Test(
        "A path is its segments, decoded, in their own case",
        arguments: [
            ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/A/a", ["A", "a"]),
            ("/a%20b/%C3%A4", ["a b", "ä"]), ("/a%2Fb/c", ["a/b", "c"]), ("/a%2fb", ["a/b"]), ("/a+b", ["a+b"]),
            ("/%3F%23", ["?#"]), ("/...", ["..."]), ("/.a/..b", [".a", "..b"]), ("/a#b/c", ["a"]), ("/a#?b", ["a"]),
            ("/a;b=c", ["a;b=c"]), ("http://host/a/b", ["a", "b"]), ("https://host:1/", [""]),
            ("/http://x", ["http:", "", "x"]),
        ] as [(String, [String])])
    func path(text: String, segments: [String]) throws {
        let target = try HTTPTarget(text)
        #expect(target.path == segments)
        #expect(target.query.items.isEmpty)
    }

    @Test("A query is its items in their order, with plus signs and escapes decoded and repeats kept")
    func query() throws {
        let target = try HTTPTarget("/a?b=1&c=x+y%2B%26&b=2&d&=e&&f=g=h&i%3D=%C3%A4/?#j=k")
        #expect(
            target.query.items.map { [$0.name, $0.value] } == [
                ["b", "1"], ["c", "x y+&"], ["b", "2"], ["d", ""], ["", "e"], ["f", "g=h"], ["i=", "ä/?"],
            ])
        #expect(target.query["b"] == "1")
        #expect(target.query["B"] == nil)
        #expect(target.query.values(of: "b") == ["1", "2"])
        #expect(target.query["d"] == "")
        #expect(target.path == ["a"])
    }

    @Test("A query may have lines, but no NUL")
    func controlCharactersInQueries() throws {
        #expect(try HTTPTarget("/?a=b%0Ac").query["a"] == "b\nc")
        #expect(throws: HTTPTargetError.self) { try HTTPTarget("/?a=b%00c") }
    }

    @Test(
        "What is no target is refused, with its kind and place",
        arguments: [
            ("", .notAPath, 0), ("a", .notAPath, 0), ("*", .notAPath, 0), ("?a", .notAPath, 0),
            ("host:443", .notAPath, 0), ("http://", .notAPath, 0), ("http:///a", .notAPath, 0),
            ("http://host", .notAPath, 0),
            ("ftp://host/a", .notAPath, 0), ("HTTP/1.1", .notAPath, 0),
            ("/a/%", .badEscape, 3), ("/%2", .badEscape, 1), ("/%G0", .badEscape, 1), ("/%0G", .badEscape, 1),
            ("/%+1", .badEscape, 1), ("/% 1", .badEscape, 1), ("/a?b=%", .badEscape, 5), ("/a?%=b", .badEscape, 3),
            ("/a%2/b", .badEscape, 1), ("/%u0041", .badEscape, 1),
            ("/a/%FF", .notUTF8, 3), ("/%C0%AF", .notUTF8, 1), ("/%ED%A0%80", .notUTF8, 1), ("/%C3/%A4", .notUTF8, 1),
            ("/a?b=%FF", .notUTF8, 5),
            ("/a%00b", .controlCharacter, 1), ("/a%0A", .controlCharacter, 1), ("/%7f", .controlCharacter, 1),
            ("/a?b=%7F", .controlCharacter, 5), ("/a?b=%00", .controlCharacter, 5),
            ("/a\u{1}", .notEscaped, 1), ("/a b", .notEscaped, 1), ("/ä", .notEscaped, 1), ("/a?b c", .notEscaped, 3),
            ("/a?b\n", .notEscaped, 3), ("/\u{7F}", .notEscaped, 1), ("http://host/ä", .notEscaped, 12),
            ("/.", .dotSegment, 1), ("/..", .dotSegment, 1), ("/a/../b", .dotSegment, 3), ("/%2e%2E/b", .dotSegment, 1),
            ("/a/.%2e", .dotSegment, 3), ("/%2e/", .dotSegment, 1), ("http://host/a/../b", .dotSegment, 14),
        ] as [(String, HTTPTargetError.Code, Int)])
    func refused(text: String, code: HTTPTargetError.Code, offset: Int) {
        let error = #expect(throws: HTTPTargetError.self) { try HTTPTarget(text) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test("More segments or items than a thousand are refused")
    func tooMany() throws {
        #expect(try HTTPTarget(String(repeating: "/a", count: 1_000)).path.count == 1_000)
        #expect(throws: HTTPTargetError.self) { try HTTPTarget(String(repeating: "/a", count: 1_001)) }
        #expect(try HTTPTarget("/?" + String(repeating: "a&", count: 1_000)).query.items.count == 1_000)
        #expect(throws: HTTPTargetError.self) { try HTTPTarget("/?" + String(repeating: "a&", count: 1_001)) }
    }
}
