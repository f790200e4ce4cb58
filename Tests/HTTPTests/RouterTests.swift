import Synchronization
import Testing
import WindfallHTTP
import WindfallJSON

@Suite("Router")
struct RouterTests {
    /// A router whose routes answer with their pattern and what they captured.
    private func router(_ routes: (HTTPMethod, String)...) -> Router {
        var router = Router()
        for (method, pattern) in routes {
            let names = pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                String($0.dropFirst().dropLast())
            }
            router.on(method, pattern) { _, arguments in
                .text(([method.name, pattern] + names.map { arguments[$0] }).joined(separator: " "))
            }
        }
        return router
    }

    private func ask(_ router: Router, _ method: HTTPMethod, _ target: String) async -> HTTPResponse {
        await router.respond(to: .to(target, method))
    }

    @Test(
        "A request goes to the route whose literals reach furthest",
        arguments: [
            ("/inApps/v1/transactions/7", "GET /inApps/v1/transactions/{id} 7"),
            ("/inApps/v1/transactions/appTransactions", "GET /inApps/v1/transactions/appTransactions"),
            ("/inApps/v1/transactions/appTransactions/9", "GET /inApps/v1/transactions/appTransactions/{id} 9"),
            ("/inApps/v1/transactions/7/finish", "GET /inApps/v1/transactions/{id}/finish 7"),
            // No literal leads on here, so the capture takes the word.
            (
                "/inApps/v1/transactions/appTransactions/finish",
                "GET /inApps/v1/transactions/appTransactions/{id} finish"
            ),
            (
                "/inApps/v1/transactions/appTransactions/a/b",
                "GET /inApps/v1/transactions/{id}/{x}/{y} appTransactions a b"
            ),
            ("/inApps/v1/transactions/a%2Fb", "GET /inApps/v1/transactions/{id} a/b"),
            ("/", "GET /"),
        ])
    func longestLiteral(target: String, answer: String) async {
        let router = router(
            (.get, "/inApps/v1/transactions/{id}/{x}/{y}"), (.get, "/inApps/v1/transactions/{id}"),
            (.get, "/inApps/v1/transactions/appTransactions"),
            (.get, "/inApps/v1/transactions/appTransactions/{id}"), (.get, "/inApps/v1/transactions/{id}/finish"),
            (.get, "/"))
        let response = await ask(router, .get, target)
        #expect(response.status == .ok)
        #expect(response.text == answer)
    }

    @Test(
        "What no route takes is not found, in the one error shape",
        arguments: ["/a/b/c", "/A/b", "/a", "/a/", "/a/b/", "//a/b", "/", "/a//", "/a/%20/c"])
    func notFound(target: String) async {
        let response = await ask(router((.get, "/a/b"), (.get, "/a/{x}/d")), .get, target)
        #expect(response.status == .notFound)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(
            response.text == #"{"error":{"code":"not_found","message":"There is nothing at this address."}}"#)
    }

    @Test("A known path with another method is 405, and says what it takes")
    func methodNotAllowed() async {
        let router = router((.get, "/a/{x}"), (.put, "/a/{x}"), (.post, "/a/b"))
        let refused = await ask(router, .delete, "/a/b")
        #expect(refused.status == .methodNotAllowed)
        #expect(refused.headers["Allow"] == "GET, HEAD, POST, PUT")
        #expect(await ask(router, .delete, "/a/c").headers["Allow"] == "GET, HEAD, PUT")
        #expect(await ask(router, .put, "/a/b").text == "PUT /a/{x} b", "another route of the same path takes it")
        #expect(await ask(router, .head, "/nothing").status == .notFound)
    }

    @Test("HEAD is answered by GET, or by its own route")
    func head() async {
        #expect(await ask(router((.get, "/a")), .head, "/a").text == "GET /a")
        #expect(await ask(router((.get, "/a"), (.head, "/a")), .head, "/a").text == "HEAD /a")
        #expect(await ask(router((.post, "/a")), .head, "/a").status == .methodNotAllowed)
    }

    @Test("Methods are open, and their case counts")
    func openMethods() async throws {
        let purge = try #require(HTTPMethod("PURGE"))
        #expect(await ask(router((purge, "/a")), purge, "/a").text == "PURGE /a")
        #expect(await ask(router((purge, "/a")), try #require(HTTPMethod("purge")), "/a").status == .methodNotAllowed)
    }

    @Test("Targets that cannot be read are 400", arguments: ["/a/../b", "/%", "/%00", "*"])
    func badTarget(target: String) async {
        let response = await ask(router((.get, "/{x}")), .get, target)
        #expect(response.status == .badRequest)
        #expect(response.text.hasPrefix(#"{"error":{"code":"bad_target","#))
    }

    @Test("Captures and items are read as values, or refused in the one shape")
    func typed() async {
        var router = Router()
        router.on(.get, "/a/{id}") { _, arguments throws(APIError) in
            let id: Int64 = try arguments.capture("id")
            let wait = try arguments.item("wait", as: Int.self) ?? 0
            return .text("\(id) \(wait)")
        }
        #expect(await ask(router, .get, "/a/7?wait=3").text == "7 3")
        #expect(await ask(router, .get, "/a/-9223372036854775808").text == "-9223372036854775808 0")
        #expect(await ask(router, .get, "/a/9223372036854775808").status == .notFound)
        #expect(await ask(router, .get, "/a/x").status == .notFound)
        let refused = await ask(router, .get, "/a/7?wait=long")
        #expect(refused.status == .badRequest)
        #expect(refused.text.contains(#""field":"wait""#))
    }

    @Test("What an action throws is its answer")
    func thrown() async {
        var router = Router()
        router.on(.post, "/a") { request, _ throws(APIError) in
            .json(try request.json())
        }
        let answer = await router.respond(to: .to("/a", .post, body: #"{"a":1}"#))
        #expect(answer.headers["Content-Type"] == "application/json")
        #expect(answer.text == #"{"a":1}"#)
        let refused = await router.respond(to: .to("/a", .post, body: #"{"a":"#))
        #expect(refused.status == .badRequest)
        #expect(refused.text.contains(#""code":"malformed_json""#))
        #expect(refused.text.contains("at byte 5"))
        #expect(await router.respond(to: .to("/a", .post)).status == .badRequest)
    }

    @Test("Parts that go around a service are plain functions")
    func around() async {
        let authorised: @Sendable (@escaping HTTPService) -> HTTPService = { service in
            { request in request.bearerToken == "t" ? await service(request) : APIError.unauthorized.response }
        }
        let service = authorised(router((.get, "/a")).service)
        #expect(await service(.to("/a")).status == .unauthorized)
        #expect(await service(.to("/a")).headers["WWW-Authenticate"] == "Bearer")
        #expect(await service(.to("/a", headers: ["Authorization": "Basic t"])).status == .unauthorized)
        #expect(await service(.to("/a", headers: ["Authorization": "Bearer "])).status == .unauthorized)
        #expect(await service(.to("/a", headers: ["Authorization": "bearer  t"])).status == .ok)
    }

    @Test("The observer is told of each answer, with its route's pattern and never with what the client wrote")
    func observer() async throws {
        var router = router((.get, "/a/{id}"))
        router.on(.post, "/no") { _, _ async throws(APIError) in throw .notFound }
        let seen = Mutex<[String]>([])
        router.observer = { method, pattern, status in
            seen.withLock { $0.append("\(method) \(pattern ?? "none") \(status.code)") }
        }
        for (method, target) in [(.get, "/a/7"), (.post, "/no"), (.get, "/b"), (.put, "/a/7")] as [(HTTPMethod, String)]
        {
            _ = await ask(router, method, target)
        }
        #expect(seen.withLock { $0 } == ["GET /a/{id} 200", "POST /no 404", "GET none 404", "PUT none 405"])
    }
}
