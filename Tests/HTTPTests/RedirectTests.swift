import Testing
import WindfallHTTP

@Suite struct RedirectTests {
    private func next(
        _ method: HTTPMethod = .get, from: String = "https://a/b", code: Int = 302, to location: String?,
        followed: Int = 0, limit: Int = 5
    ) throws -> HTTPRequest? {
        var response = HTTPResponse(HTTPStatus(code))
        if let location { try response.headers.set("Location", to: location) }
        let request = HTTPRequest(
            method, try #require(HTTPURL(from)),
            headers: ["Authorization": "secret", "Cookie": "c", "Content-Type": "text/plain", "X": "1"], body: [1])
        return try Redirect.next(
            after: response, to: request, location: location, followed: followed, limit: limit)
    }

    @Test("A response is the answer when it is no redirect, leads nowhere, or redirects are not asked for")
    func answers() throws {
        for code in [200, 204, 300, 304, 305, 306, 309, 400, 500] {
            #expect(try next(code: code, to: "https://a/c") == nil)
        }
        #expect(try next(to: nil) == nil)
        #expect(try next(to: "https://a/c", limit: 0) == nil)
        #expect(try next(to: "https://a/c", limit: -1) == nil)
    }

    @Test("303 makes every method but HEAD a GET; 301 and 302 only POST; 307 and 308 change nothing")
    func methods() throws {
        for (code, method, expected) in [
            (303, HTTPMethod.post, HTTPMethod.get), (303, .put, .get), (303, .head, .head), (301, .post, .get),
            (302, .post, .get), (302, .put, .put), (307, .post, .post), (308, .post, .post),
        ] {
            let request = try #require(try next(method, code: code, to: "https://a/c"))
            #expect(request.method == expected && request.url.text == "https://a/c")
            #expect(request.body.isEmpty == (method != expected))
            #expect((request.headers["Content-Type"] == nil) == (method != expected))
        }
    }

    @Test("Credentials go to the same server only: same scheme, name and port")
    func credentials() throws {
        for (location, isKept) in [
            ("https://a/c", true), ("https://a:443/c", true), ("https://A/c", true), ("https://b/c", false),
            ("https://a.b/c", false), ("https://a:444/c", false),
        ] {
            let request = try #require(try next(to: location))
            #expect((request.headers["Authorization"] != nil) == isKept, "\(location)")
            #expect((request.headers["Cookie"] != nil) == isKept)
            #expect(request.headers["X"] == "1")
        }
        #expect(try next(from: "http://a/b", to: "https://a/c")?.headers["Authorization"] == nil)
    }

    @Test("Too many, no address and the way back to plain HTTP are refused")
    func refused() throws {
        #expect(throws: HTTPClientError.redirectRefused(.tooMany)) { try next(to: "https://a/c", followed: 5) }
        #expect(throws: HTTPClientError.redirectRefused(.address)) { try next(to: "ftp://a/") }
        #expect(throws: HTTPClientError.redirectRefused(.insecure)) { try next(to: "http://a/c") }
        #expect(try next(from: "http://a/", to: "http://a/c", followed: 4) != nil)
    }
}
