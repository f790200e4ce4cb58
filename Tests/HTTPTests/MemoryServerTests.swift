import Testing
import WindfallHTTP

@Suite("Server in memory")
struct MemoryServerTests {
    private let server = MemoryServer(bodyLimit: 4) { request in
        if request.url.target == "/none" { return .empty() }
        var response = HTTPResponse.text("\(request.headers["Host"] ?? "-") \(request.remoteAddress ?? "-")")
        switch request.url.target {
        case "/noAnswer": response.delivery = .noAnswer
        case "/reset": response.delivery = .reset
        case "/truncated": response.delivery = .truncated(after: 3)
        default: break
        }
        return response
    }

    @Test("A request is answered with a length, and the service sees a host and an address")
    func answered() async throws {
        let response = try await server.respond(to: .to("/"))
        #expect(response.text == "127.0.0.1:8180 127.0.0.1")
        #expect(response.headers["Content-Length"] == "24")
    }

    @Test("HEAD has the length and no body; 204 has neither")
    func withoutBody() async throws {
        let head = try await server.respond(to: .to("/", .head))
        #expect(head.headers["Content-Length"] == "24")
        #expect(head.body.isEmpty)
        #expect(try await server.respond(to: .to("/none")).headers["Content-Length"] == nil)
    }

    @Test("A body of more bytes than the limit is 413")
    func tooLarge() async throws {
        #expect(try await server.respond(to: .to("/", .post, body: "1234")).status == .ok)
        let refused = try await server.respond(to: .to("/", .post, body: "12345"))
        #expect(refused.status == .contentTooLarge)
        #expect(refused.text.contains(#""code":"body_too_large""#))
    }

    @Test("An answer that is lost is lost for the client of the same process too")
    func faults() async {
        let transport = server.transport(at: .local)
        let lost: [(String, HTTPClientError)] = [
            ("/noAnswer", .timedOut(.waiting)), ("/reset", .reset), ("/truncated", .reset),
        ]
        for (target, expected) in lost {
            let error = await #expect(throws: HTTPClientError.self) { try await transport.send(.to(target)) }
            #expect(error == expected)
        }
    }

    @Test("Fields that follow from the body are the server's own")
    func framing() {
        let response = HTTPResponse(.ok, headers: ["Content-Length": "9", "Transfer-Encoding": "chunked"], body: [1])
        let completed = response.completed(for: .get)
        #expect(completed.headers.values(of: "Content-Length") == ["1"])
        #expect(completed.headers["Transfer-Encoding"] == nil)
    }
}
