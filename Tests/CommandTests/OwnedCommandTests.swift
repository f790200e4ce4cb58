import Synchronization
import Testing
import WindfallCommandLine
import WindfallHTTP
import WindfallJSON

/// `windfall receipt send` and `windfall owned`, against answers of a merchant server.
@Suite struct OwnedCommandTests {
    private static let run = """
        {"control": "http://127.0.0.1:1", "merchant": "http://127.0.0.1:8080", "app": {"bundleId": "com.example.demo"},
        "user": "anon:one", "keys": {"client": "wf_client", "server": "wf_server", "operator": "wf_operator"}}
        """

    private final class Server: Sendable {
        let requests = Mutex<[HTTPRequest]>([])
    }

    private static func stage(
        _ status: Int, _ body: String, run: String = run, server: Server = Server()
    ) throws -> Stage {
        var stage = Stage()
        stage.files["run.json"] = Array(run.utf8)
        stage.files["receipt"] = Array("MIIT==".utf8)
        let origin = try #require(HTTPURL("http://127.0.0.1:8080")).origin
        let answer = HTTPResponse(HTTPStatus(status), body: Array(body.utf8))
        stage.transport = MemoryTransport([
            origin: { request async throws(HTTPClientError) in
                server.requests.withLock { $0.append(request) }
                return answer
            }
        ])
        return stage
    }

    private static let valid = """
        {"verificationId": "7", "kind": "app-receipt", "environment": "Sandbox", "status": "valid", "reason": null,
        "local": {"verdict": "genuine", "code": null}, "attempts": 1, "transactions": [], "entitlements": [{"id": "levels",
        "active": true, "productId": "com.example.demo.levels", "environment": "Sandbox", "originalTransactionId": "1",
        "expiresDate": null, "basis": "store"}]}
        """

    @Test("A receipt is sent as the app would send it, and waits for the store")
    func send() async throws {
        let server = Server()
        let outcome = await (try Self.stage(200, Self.valid, server: server)).ask("receipt send receipt --run run.json")
        #expect(outcome.exitCode == .success)
        #expect(outcome.text.hasPrefix("Valid: the store says so.\nkind              app-receipt\n"))
        #expect(outcome.text.contains("levels       active  com.example.demo.levels  Sandbox      store\n"))
        let request = try #require(server.requests.withLock { $0 }.first)
        #expect(request.url.target == "/v1/apps/com.example.demo/users/anon%3Aone/receipts")
        #expect(request.headers["Prefer"] == "wait=10" && request.headers["Authorization"] == "Bearer wf_client")
        #expect(try JSON(reading: request.body.span)["receipt"]?.text == "MIIT==")
    }

    @Test("For another user it asks as the backend does, for another app too")
    func others() async throws {
        let server = Server()
        let empty = #"{"userId": "anna", "entitlements": [], "subscriptions": [], "purchases": [], "credits": {}}"#
        let outcome = await (try Self.stage(200, empty, server: server)).ask(
            "owned --user anna/1 --app com.example.b --run run.json")
        #expect(outcome.text == "Nothing is owned.\n")
        let request = try #require(server.requests.withLock { $0 }.first)
        #expect(request.url.target == "/v1/apps/com.example.b/users/anna%2F1")
        #expect(request.headers["Authorization"] == "Bearer wf_server")
        let coins = #"{"entitlements": [], "credits": {"coins": 120}}"#
        #expect(await (try Self.stage(200, coins)).ask("owned --run run.json").text == "coins             120\n")
    }

    @Test("What is pending, held or refused is said in words", arguments: ["pending", "held", "refused"])
    func states(status: String) async throws {
        let body = Self.valid.replacing("\"valid\"", with: "\"\(status)\"")
        let text = await (try Self.stage(202, body)).ask("receipt send receipt --run run.json").text
        #expect(!text.hasPrefix("Valid") && text.contains(":"))
    }

    @Test(
        "A no is told with the merchant's sentence and code; what is no merchant ends with 4",
        arguments: [
            (422, #"{"error": {"code": "other_app", "message": "Another app's."}}"#, 1, "Another app's. (other_app)"),
            (503, #"{"error": {"code": "database_unavailable", "message": "Away.", "next": "Later."}}"#, 1, "Later."),
            (502, "<html>", 4, "no merchant of ours (status 502)"), (200, "<html>", 4, "no merchant of ours"),
        ] as [(Int, String, Int32, String)])
    func refused(status: Int, body: String, exitCode: Int32, sentence: String) async throws {
        let outcome = await (try Self.stage(status, body)).ask("receipt send receipt --run run.json")
        #expect(outcome.exitCode.number == exitCode && outcome.output.isEmpty)
        #expect(outcome.remarks.count == 1 && outcome.remarks[0].contains(sentence), "\(outcome.remarks)")
    }

    @Test("Without a merchant, a key or a file it is a usage error, and nothing is asked")
    func unknown() async throws {
        for part in ["\"merchant\"", "\"user\"", "\"keys\"", "\"client\""] {
            let stage = try Self.stage(200, Self.valid, run: Self.run.replacing(part, with: "\"x\""))
            let outcome = await stage.ask("owned --run run.json")
            #expect(outcome.exitCode == .usage && outcome.remarks[0].contains("script/up"))
        }
        let stage = try Self.stage(200, Self.valid)
        for words in ["send nowhere", "send receipt --wait 61", "send receipt --wait x", "send"] {
            #expect(await stage.ask("receipt \(words) --run run.json").exitCode == .usage)
        }
        var away = stage
        away.transport = MemoryTransport([:])
        let outcome = await away.ask("owned --run run.json")
        #expect(outcome.exitCode == .unchecked && outcome.remarks[0].contains("the merchant does not answer"))
    }
}
