import Testing
import WindfallHTTP

@Suite("Guard of interfaces for this machine only")
struct LoopbackGuardTests {
    private let service = LoopbackGuard.around { _ in .text("in") }

    @Test(
        "The machine's own names with the own port are let in",
        arguments: ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
    func letIn(host: String) async throws {
        #expect(try await status(host: "\(host):8180", port: 8180) == .ok)
        #expect(try await status(host: host, port: 80) == .ok)
    }

    @Test(
        "Other names, other ports and none are kept out",
        arguments: [
            "127.0.0.1:8181", "127.0.0.1", "localhost", "evil.example:8180", "127.0.0.1.evil.example:8180",
            "localhost.:8180", "localhost:8180.evil.example", "evil.example", "", ":8180", "0.0.0.0:8180",
            "127.0.0.2:8180",
            "[::]:8180", "::1:8180", "127.1:8180", "localhost:8180:8180", "127.0.0.1:08180", "user@localhost:8180",
        ])
    func keptOut(host: String) async throws {
        #expect(try await status(host: host, port: 8180) == .forbidden)
    }

    @Test("A request without a Host, or with two, is kept out")
    func hosts() async {
        #expect(await service(.to("/")).status == .forbidden)
        var request = HTTPRequest.to("/", headers: ["Host": "localhost:8180"])
        #expect(await service(request).status == .ok)
        try? request.headers.append("host", "localhost:8180")
        #expect(await service(request).status == .forbidden)
    }

    @Test(
        "A page is kept out, also one that says it is of this machine",
        arguments: ["null", "http://localhost:8180", ""])
    func origin(text: String) async throws {
        var request = HTTPRequest.to("/", headers: ["Host": "localhost:8180"])
        try request.headers.append("ORIGIN", text)
        let response = await service(request)
        #expect(response.status == .forbidden)
        #expect(response.text.contains(#""field":"Origin""#))
    }

    private func status(host: String, port: UInt16) async throws -> HTTPStatus {
        let origin = try #require(HTTPURL("http://127.0.0.1:\(port)/")).origin
        var request = HTTPRequest(.get, HTTPURL(origin: origin, target: "/"))
        try request.headers.append("Host", host)
        return await service(request).status
    }
}
