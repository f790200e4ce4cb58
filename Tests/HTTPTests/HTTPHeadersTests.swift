import Testing
import WindfallHTTP

@Suite struct HTTPHeadersTests {
    @Test("Names are compared without regard to case, and the order is kept")
    func fields() throws {
        var headers: HTTPHeaders = ["Accept": "a", "X-One": "1"]
        try headers.append("accept", " \tb \t")
        #expect(headers["ACCEPT"] == "a" && headers.values(of: "aCCept") == ["a", "b"] && headers["Accep"] == nil)
        #expect(headers.fields.map(\.name) == ["Accept", "X-One", "accept"])
        try headers.set("accept", to: "c")
        #expect(headers.values(of: "Accept") == ["c"])
        headers.remove("ACCEPT")
        #expect(headers.fields.map(\.name) == ["X-One"])
    }

    @Test(
        "A name that is no token is refused",
        arguments: ["", " ", "a b", "a:", "a\r\nb", "a\n", "a\u{0}", "ä", "(a)", "a/b", "a,", "\"a\"", "a\u{7F}"])
    func names(name: String) {
        var headers = HTTPHeaders()
        #expect(throws: HTTPHeaders.Refusal.name) { try headers.append(name, "a") }
        #expect(HTTPMethod(name) == nil)
        #expect(headers.fields.isEmpty)
    }

    @Test(
        "A value that could end its line is refused, and the field that was there stays",
        arguments: ["a\r\nb: c", "a\n", "\r", "a\u{0}b", "a\u{1B}[31m", "a\u{7F}"])
    func values(value: String) {
        var headers: HTTPHeaders = ["A": "kept"]
        #expect(throws: HTTPHeaders.Refusal.value) { try headers.append("B", value) }
        #expect(throws: HTTPHeaders.Refusal.value) { try headers.set("A", to: value) }
        #expect(headers.fields.map(\.value) == ["kept"])
    }

    @Test("Values may be empty, and may hold tabs and characters beyond ASCII")
    func odd() throws {
        var headers = HTTPHeaders()
        for value in ["", "a\tb", "ü", "; =\"\\"] {
            try headers.set("A", to: value)
            #expect(headers["A"] == value)
        }
    }
}
