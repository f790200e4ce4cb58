import Testing
import WindfallHTTP

@Suite struct MemoryTransportTests {
    private let transport: MemoryTransport
    private let url = HTTPURL("https://shop.example/a")

    init() throws {
        let origin = try #require(url).origin
        let other = try #require(HTTPURL("http://other.example")).origin
        transport = MemoryTransport([
            origin: { request throws(HTTPClientError) in
                switch request.url.target {
                case "/a": HTTPResponse(.ok, headers: ["X": "1"], body: request.body)
                case "/loop": HTTPResponse(HTTPStatus(302), headers: ["Location": "/loop"])
                case "/away": HTTPResponse(HTTPStatus(307), headers: ["Location": "https://shop.example/a"])
                case "/down": HTTPResponse(HTTPStatus(307), headers: ["Location": "http://other.example/"])
                default: throw .timedOut(.waiting)
                }
            },
            other: { _ in HTTPResponse(.noContent) },
        ])
    }

    private func request(_ text: String, body: [UInt8] = []) throws -> HTTPRequest {
        HTTPRequest(.post, try #require(HTTPURL(text)), body: body)
    }

    @Test("Each server answers for its own address; elsewhere the connection is refused")
    func servers() async throws {
        #expect(try await transport.send(request("https://shop.example/a", body: [7])).body == [7])
        #expect(try await transport.send(request("http://other.example/x")).status == .noContent)
        for text in ["http://shop.example/a", "https://shop.example:444/a", "https://nobody.example/"] {
            await #expect(throws: HTTPClientError.refused) { try await transport.send(request(text)) }
        }
    }

    @Test("A server's failure is the client's")
    func failure() async throws {
        await #expect(throws: HTTPClientError.timedOut(.waiting)) {
            try await transport.send(request("https://shop.example/slow"))
        }
    }

    @Test("Limits hold as over sockets")
    func limits() async throws {
        let request = try request("https://shop.example/a", body: [1, 2, 3])
        #expect(try await transport.send(request, limits: HTTPLimits(responseBytes: 3, headerBytes: 6)).body.count == 3)
        for limits in [HTTPLimits(responseBytes: 2), HTTPLimits(headerBytes: 5)] {
            await #expect(throws: HTTPClientError.tooLarge) { try await transport.send(request, limits: limits) }
        }
    }

    @Test("Redirects are followed within the limit")
    func redirects() async throws {
        let limits = HTTPLimits(redirects: 3)
        #expect(try await transport.send(request("https://shop.example/loop")).status.code == 302)
        #expect(try await transport.send(request("https://shop.example/away"), limits: limits).status == .ok)
        await #expect(throws: HTTPClientError.redirectRefused(.tooMany)) {
            try await transport.send(request("https://shop.example/loop"), limits: limits)
        }
        await #expect(throws: HTTPClientError.redirectRefused(.insecure)) {
            try await transport.send(request("https://shop.example/down"), limits: limits)
        }
    }

    @Test("A cancelled task gets no answer")
    func cancelled() async throws {
        let request = try request("https://shop.example/a")
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { [transport] in
                await #expect(throws: HTTPClientError.cancelled) { try await transport.send(request) }
            }
        }
    }
}
