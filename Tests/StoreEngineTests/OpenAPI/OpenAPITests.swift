import Testing
import WindfallHTTP
import WindfallJSON
import WindfallOpenAPITesting
import WindfallStoreEngine

/// The files that describe the store's interfaces, against the store; every exchange of ``Box`` is held against them too.
@Suite struct OpenAPITests {
    @Test("Every route of the store is in a file, and everything in a file is a route")
    func routes() async throws {
        let box = try await Box.opened().box
        let routers = [box.controlRouter, box.router(isSandbox: true)]
        let routes = Set(routers.flatMap(\.routes).map { "\($0.method.name) \($0.pattern)" })
        let described = OpenAPIFile.store.flatMap { $0.operations.map(\.name) }
        #expect(routes.subtracting(described).sorted() == [])
        #expect(Set(described).subtracting(routes).sorted() == [])
        #expect(Set(described).count == described.count)
        let production = Set(box.router(isSandbox: false).routes.map { "\($0.method.name) \($0.pattern)" })
        #expect(production == Set(routers[1].routes.map { "\($0.method.name) \($0.pattern)" }))
    }

    @Test(
        "A file is OpenAPI 3.1, names each operation once, and leads nowhere outside itself",
        arguments: OpenAPIFile.names)
    func structure(name: String) throws {
        let file = try #require(OpenAPIFile.all.first { $0.name == name })
        #expect(file.json["openapi"]?.text?.hasPrefix("3.1.") == true)
        #expect(file.json["info"]?["title"]?.text?.isEmpty == false)
        #expect(file.json["info"]?["version"]?.text?.isEmpty == false)
        #expect(!file.operations.isEmpty)
        let identifiers = file.operations.compactMap { $0.json["operationId"]?.text }
        #expect(identifiers.count == file.operations.count && Set(identifiers).count == identifiers.count)
        for path in file.paths {
            let captures = path.key.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
            let named = (path.value["parameters"]?.array ?? []).compactMap { $0["name"]?.text }
            #expect(named == captures.map(String.init), "\(path.key)")
        }
        for operation in file.operations {
            #expect(operation.json["responses"]?.object?.isEmpty == false, "\(operation.name)")
            #expect(operation.json["summary"]?.text?.hasSuffix(".") == true, "\(operation.name)")
        }
        for reference in references(in: file.json) { _ = try file.json.resolved(reference) }
        for (schema, place) in schemas(in: file.json) {
            // A value of no type reaches every keyword that is not understood.
            _ = try OpenAPISchema(schema, in: file.json).problems(of: .null, at: place)
        }
    }

    private func references(in json: JSON) -> [String] {
        if let object = json.object {
            return object.flatMap { $0.key == "$ref" ? [$0.value.text ?? ""] : references(in: $0.value) }
        }
        return json.array?.flatMap(references) ?? []
    }

    /// Every schema in a file: what stands under `schema`, under `schemas`, and inside those.
    private func schemas(in json: JSON, at place: String = "#") -> [(JSON, String)] {
        var found: [(JSON, String)] = []
        for member in json.object ?? JSONObject() {
            let here = "\(place)/\(member.key)"
            switch member.key {
            case "schema", "items": found.append((member.value, here))
            case "schemas", "properties":
                found += (member.value.object ?? JSONObject()).map { ($0.value, "\(here)/\($0.key)") }
            case "oneOf", "anyOf": found += (member.value.array ?? []).map { ($0, here) }
            default: break
            }
            found += schemas(in: member.value, at: here)
        }
        for element in json.array ?? [] { found += schemas(in: element, at: place) }
        return found
    }

    private static let digest = String(repeating: "0", count: 64)

    @Test(
        "An exchange that departs from the files is found",
        arguments: [
            ("GET", "/control/v1/nothing", 200, "{}", "in no file"),
            ("DELETE", "/control/v1/digest", 200, "{}", "the method is not in the file"),
            ("GET", "/control/v1/digest", 201, "{\"sha256\":\"\(digest)\",\"events\":1}", "the status 201"),
            ("GET", "/control/v1/digest", 200, "{\"sha256\":\"\(digest)\"}", "answer.events: is missing"),
            ("GET", "/control/v1/digest", 200, "{\"sha256\":\"\(digest)\",\"events\":\"1\"}", "is no integer"),
            ("GET", "/control/v1/digest", 200, "{\"sha256\":\"0\",\"events\":1}", "does not have the form"),
            (
                "GET", "/control/v1/digest", 200, "{\"sha256\":\"\(digest)\",\"events\":1,\"x\":1}",
                "answer.x: is not in"
            ),
            ("GET", "/control/v1/digest", 200, "[]", "is no object"),
            ("GET", "/control/v1/digest", 200, "{", "is no JSON"),
            ("GET", "/control/v1/digest?x=1", 200, "{\"sha256\":\"\(digest)\",\"events\":1}", "the query's x"),
            ("GET", "/control/v1/transactions", 200, "{\"transactions\":[]}", "the query has no accountId"),
            (
                "GET", "/control/v1/transactions?accountId=1", 200, "{\"transactions\":[{}]}",
                "[0].transactionId: is miss"
            ),
            ("GET", "/control/v1/clock?wait=x", 200, "{\"now\":1,\"mode\":\"real\",\"rate\":1}", "query.wait: is no"),
            ("GET", "/control/v1/clock", 200, "{\"now\":1,\"mode\":\"fast\",\"rate\":1}", "is none of the values"),
            ("POST", "/control/v1/clock", 200, "{\"now\":1}", "fits none of 2"),
            ("GET", "/control/v1/clock", 404, "{\"error\":\"none\"}", "the status 404"),
            (
                "GET", "/control/v1/clock", 400, "{\"error\":{\"code\":\"Bad Code\",\"message\":\"\"}}",
                "the form ^[a-z_]+$"
            ),
            ("DELETE", "/connect/v1/apps/a/keys/b", 204, "{}", "the answer has a body"),
            ("GET", "/verifyReceipt", 200, "{\"status\":0}", "is not the value"),
        ])
    func departures(method: String, target: String, status: Int, body: String, problem: String) throws {
        let request = HTTPRequest(
            try #require(HTTPMethod(method)), try #require(HTTPURL("http://127.0.0.1:8180\(target)")),
            body: method == "POST" ? Array("{\"to\":1}".utf8) : [])
        var response = HTTPResponse(HTTPStatus(status), body: Array(body.utf8))
        try response.headers.append("Content-Type", "application/json")
        let problems = Exchange(request: request, response: response).problems
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
    }

    @Test(
        "A request that was done but is not in the file is found",
        arguments: ["", "{}", "{\"name\":1}", "{\"name\":\"a\",\"x\":1}"])
    func requests(body: String) throws {
        let request = HTTPRequest(
            .post, try #require(HTTPURL("http://127.0.0.1:8180/control/v1/snapshots")), body: Array(body.utf8))
        let answer = "{\"now\":1,\"sha256\":\"\(Self.digest)\",\"events\":1}"
        var response = HTTPResponse(.created, body: Array(answer.utf8))
        try response.headers.append("Content-Type", "application/json")
        #expect(!Exchange(request: request, response: response).problems.isEmpty)
        response.status = .conflict
        response.body = Array("{\"error\":{\"code\":\"a\",\"message\":\"b\"}}".utf8)
        #expect(Exchange(request: request, response: response).problems.isEmpty)
    }

    @Test("A keyword that is not understood is an error, not a check that passes")
    func unknownKeyword() throws {
        #expect(throws: OpenAPIProblem.self) {
            try OpenAPISchema(["type": "string", "format": "uuid"], in: [:]).problems(of: "x")
        }
    }
}
