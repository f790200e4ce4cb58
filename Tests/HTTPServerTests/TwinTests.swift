import Foundation
import Testing
import WindfallHTTP
import WindfallHTTPServer
import WindfallJSON

@Suite("The server over sockets and its twin in memory")
struct TwinTests {
    private static func service() -> HTTPService {
        var router = Router()
        router.on(.get, "/json") { _, _ in .json(["a": 1]) }
        router.on(.get, "/text/{name}") { _, arguments in
            .text("\(arguments["name"]) \(arguments.query.values(of: "a"))", headers: ["X-Own": "1", "x-own": "2"])
        }
        router.on(.get, "/empty") { _, _ in .empty() }
        router.on(.get, "/unchanged") { _, _ in .empty(.notModified, headers: ["ETag": "\"1\""]) }
        router.on(.get, "/large") { _, _ in .content([UInt8](repeating: 65, count: 100_000), type: "text/plain") }
        router.on(.post, "/echo") { request, _ throws(APIError) in .json(try request.json(), status: .created) }
        router.on(.put, "/echo") { request, _ in .content(request.body, type: "application/octet-stream") }
        return LoopbackGuard.around(router.service)
    }

    private struct Case: CustomTestStringConvertible {
        var method = HTTPMethod.get
        var target: String
        var headers = HTTPHeaders()
        var body = ""

        var testDescription: String { "\(method) \(target)" }
    }

    private static let cases: [Case] = [
        Case(target: "/json"), Case(method: .head, target: "/json"), Case(target: "/text/a%20b?a=1&a=%26+"),
        Case(target: "/text/%C3%A4"), Case(target: "/empty"), Case(method: .head, target: "/empty"),
        Case(target: "/unchanged"), Case(method: .head, target: "/unchanged"), Case(target: "/large"),
        Case(method: .head, target: "/large"), Case(target: "/none"), Case(method: .head, target: "/none"),
        Case(method: .delete, target: "/json"), Case(method: .options, target: "/json"),
        Case(method: .post, target: "/echo", body: #"{"b":[1,2]}"#), Case(method: .post, target: "/echo", body: "{"),
        Case(method: .post, target: "/echo"), Case(method: .put, target: "/echo", body: "1234567890"),
        Case(method: .put, target: "/echo", body: String(repeating: "1", count: 5_000)),
        Case(target: "/a/../json"), Case(target: "/%"), Case(target: "/%00"), Case(target: "/text/%FF"),
        Case(target: "/json", headers: ["Origin": "http://evil.example"]),
        Case(target: "/json", headers: ["Host": "evil.example"]),
    ]

    @Test("Both give the same answer", arguments: cases)
    private func same(asked: Case) async throws {
        let service = Self.service()
        try await Serving.run(service, settings: .with { $0.bodyBytes = 4_096 }) { serving in
            let origin = serving.server.origins[0]
            let request = HTTPRequest(
                asked.method, HTTPURL(origin: origin, target: asked.target), headers: asked.headers,
                body: Array(asked.body.utf8))
            let twin = try await MemoryServer(bodyLimit: 4_096, service: service).respond(to: request)

            var arguments = ["-s", "--path-as-is", "-D", "-", "\(serving.url)\(asked.target)"]
            arguments += asked.method == .head ? ["--head"] : ["-X", asked.method.name]
            if !asked.body.isEmpty { arguments += ["--data-binary", asked.body] }
            for field in asked.headers.fields { arguments += ["-H", "\(field.name): \(field.value)"] }
            if asked.method == .head { arguments += ["-o", "/dev/null"] }
            let answer = try await Command.run("curl", arguments).text
            let head = try #require(answer.range(of: "\r\n\r\n"))
            let lines = answer[..<head.lowerBound].components(separatedBy: "\r\n")
            #expect(lines.first?.hasPrefix("HTTP/1.1 \(twin.status.code) ") == true, "\(lines)")
            var fields = lines.dropFirst().filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix("Connection: ") }
            // The library says this of an answer that has no body by its status; there is no way to have it silent.
            if twin.status == .notModified { fields.removeAll { $0 == "Content-Length: 0" } }
            #expect(fields.sorted() == twin.headers.fields.map { "\($0.name): \($0.value)" }.sorted())
            #expect(answer[head.upperBound...] == String(decoding: twin.body, as: UTF8.self))
        }
    }
}
