import Testing
import WindfallHTTP
import WindfallHTTPClient

/// What a client gets from a server that behaves.
@Suite(.enabled(if: LocalServer.isPresent, "python3 or openssl is not installed"))
struct HTTPClientAnswerTests {
    let server: LocalServer
    let client: HTTPClient

    init() throws {
        server = try LocalServer.shared.get()
        client = try HTTPClient()
    }

    @Test("A request arrives as it is, and its answer comes back whole")
    func echo() async throws {
        var headers: HTTPHeaders = ["X-One": "1", "X-Empty": "", "Content-Length": "3", "Host": "elsewhere.example"]
        try headers.append("X-Two", "ü; \"b\"")
        let request = HTTPRequest(
            .post, try server.url("/echo?a=%2F..%2F&b"), headers: headers, body: Array("a\0b\n".utf8))
        let response = try await client.send(request)
        #expect(response.status == .ok && response.headers.values(of: "X-KEPT") == ["one", "two"])
        #expect(response.headers["x-empty"] == "")
        let lines = String(decoding: response.body, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        #expect(Array(lines.prefix(2)) == ["POST", "/echo?a=%2F..%2F&b"])
        #expect(lines.contains("X-One: 1") && lines.contains("X-Empty: ") || lines.contains("X-Empty:"))
        #expect(lines.contains("Content-Length: 4") && !lines.contains("Host: elsewhere.example"))
        #expect(
            !lines.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Content-Type") || $0.hasPrefix("Accept-Enc") })
        #expect(response.body.suffix(4) == Array("a\0b\n".utf8))
    }

    @Test(
        "Each method goes out under its name", arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func methods(name: String) async throws {
        let method = try #require(HTTPMethod(name))
        let response = try await client.send(HTTPRequest(method, try server.url("/echo")))
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(name == "HEAD" ? text.isEmpty : text.hasPrefix("\(name)\n/echo\n"))
        #expect(["POST", "PUT", "PATCH"].contains(name) == text.contains("Content-Length: 0"))
    }

    @Test("A megabyte goes there and back")
    func large() async throws {
        let body = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for method in [HTTPMethod.put, .post, .delete] {
            let response = try await client.send(HTTPRequest(method, try server.url("/echo"), body: body))
            #expect(response.body.suffix(body.count) == body)
        }
    }

    @Test("Any status is an answer", arguments: [200, 201, 304, 400, 401, 404, 429, 500, 503, 599])
    func status(code: Int) async throws {
        #expect(try await client.send(server.get("/status?code=\(code)")).status.code == code)
    }

    @Test("Bodies end by chunks, by the connection's end, or are absent; trailers and interim answers leave no trace")
    func framing() async throws {
        let head = HTTPRequest(.head, try server.url("/head-of-large"))
        #expect(try await client.send(head).headers["Content-Length"] == "99999999999")
        let chunked = try await client.send(server.get("/chunked"))
        #expect(chunked.body == Array("Windfall".utf8) && chunked.headers["X-Sum"] == nil)
        #expect(try await client.send(server.get("/until-close")).body == Array("to the end".utf8))
        let empty = try await client.send(server.get("/no-content"))
        #expect(empty.status == .noContent && empty.body.isEmpty)
        let final = try await client.send(server.get("/interim"))
        #expect(final.status == .ok && final.headers["X-Early"] == nil && final.headers["X-Late"] == "1")
    }

    @Test("200 requests are in flight at once: none is answered before all have arrived")
    func manyAtOnce() async throws {
        let request = try server.get("/gather?count=200")
        let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<200 { group.addTask { [client] in try await client.send(request).body } }
            return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
        }
        #expect(answers == Array(repeating: Array("together".utf8), count: 200))
    }

    @Test("Requests beyond the most connections wait for a free one")
    func fewConnections() async throws {
        let narrow = try HTTPClient(HTTPClientSettings(connections: 2, connectionsPerServer: 2))
        let request = try server.get("/echo")
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<50 { group.addTask { try await narrow.send(request).status } }
            return try await group.reduce(into: [HTTPStatus]()) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: .ok, count: 50))
    }

    @Test("A client that goes while another works ends its thread and nothing else")
    func shortLived() async throws {
        for _ in 0..<20 {
            let brief = try HTTPClient()
            #expect(try await brief.send(server.get("/echo")).status == .ok)
        }
        #expect(try await client.send(server.get("/echo")).status == .ok)
    }

    // MARK: Redirects

    @Test("A redirect is an answer unless the limits allow some")
    func redirectKept() async throws {
        let response = try await client.send(server.get("/redirect?code=302&to=/echo"))
        #expect(response.status.code == 302 && response.headers["Location"] == "/echo")
    }

    @Test(
        "A redirect within the limit is followed, relative or absolute, and the method changes where it should",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func redirectFollowed(code: Int, method: String) async throws {
        for target in ["/echo", "echo", try server.url("/echo").text] {
            let request = HTTPRequest(
                .post, try server.url("/redirect?code=\(code)&to=\(target)"), headers: ["Content-Type": "text/plain"],
                body: [0x61])
            let response = try await client.send(request, limits: HTTPLimits(redirects: 1))
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(text.hasPrefix("\(method)\n/echo\n"))
            #expect(text.contains("Content-Type: text/plain") == (method == "POST"))
        }
    }

    @Test("A loop of redirects ends at the limit; a redirect to no server's address is not followed")
    func redirectRefused() async throws {
        let limits = HTTPLimits(redirects: 3)
        let inner = try server.get("/redirect?code=302&to=http://127.0.0.1:1/")
        await expectFailure(.refused, of: client, inner, limits)
        let loop = "/redirect?code=302&to=%2Fredirect%3Fcode%3D302%26to%3D"
        let deep = loop + loop.dropFirst().addingPercentEncoding() + "x"
        await expectFailure(
            .redirectRefused(.tooMany), of: client, try server.get(deep), HTTPLimits(redirects: 1))
        for target in ["file:///etc/hostname", "ftp://127.0.0.1/", "http://user:word@127.0.0.1/"] {
            let request = try server.get("/redirect?code=302&to=\(target)")
            await expectFailure(.redirectRefused(.address), of: client, request, limits)
        }
    }
}

extension Substring {
    /// Each byte as `%XX`.
    fileprivate func addingPercentEncoding() -> String {
        utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Expects a request to fail for one reason.
func expectFailure(
    _ failure: HTTPClientError, of client: HTTPClient, _ request: HTTPRequest, _ limits: HTTPLimits = HTTPLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    await #expect(throws: failure, sourceLocation: sourceLocation) {
        try await client.send(request, limits: limits)
    }
}
