import Testing
import WindfallCommandLine
import WindfallHTTP
import WindfallJSON

/// How the commands find the store that runs.
@Suite struct RunFileTests {
    private static let first: [UInt8] = Array(#"{"control": "http://127.0.0.1:1", "sandbox": "first"}"#.utf8)
    private static let second: [UInt8] = Array(#"{"control": "http://127.0.0.1:1", "sandbox": "second"}"#.utf8)

    @Test("The nearest file counts, unless the environment names one, unless an option does")
    func order() {
        var stage = Stage(files: ["/somewhere/.windfall/run.json": Self.first])
        #expect(stage.run("where --key sandbox").text == "first\n")
        stage.files["/somewhere/project/.windfall/run.json"] = Self.second
        #expect(stage.run("where --key sandbox").text == "second\n")
        stage.variables["WINDFALL_RUN"] = "named"
        stage.files["named"] = Self.first
        #expect(stage.run("where --key sandbox").text == "first\n")
        stage.files["other"] = Self.second
        #expect(stage.run("where --key sandbox --run other").text == "second\n")
    }

    @Test("Where no store is known, the sentence says how to start one")
    func none() {
        let outcome = Stage().run("where")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks.first?.contains("script/up") == true)
        #expect(Stage().run("where --run nowhere").exitCode == .usage)
    }

    @Test("What is no run.json is said to be none", arguments: ["", "{", "[]", "{}", #"{"control": 7}"#])
    func unreadable(text: String) {
        let outcome = Stage(files: ["run": Array(text.utf8)]).run("where --run run")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks.count == 1 && outcome.output.isEmpty)
    }

    @Test("All values are shown, one by its name, and none that is not there")
    func values() async throws {
        let stage = try await BoxStage().stage
        #expect(stage.run("where").text.contains("app.bundleId       com.example.demo\n"))
        #expect(stage.run("where --json").json["app"]?["bundleId"]?.text == "com.example.demo")
        #expect(stage.run("where --key device.deviceId").text == "1\n")
        #expect(stage.run("where --key app.nothing").exitCode == .no)
    }

    @Test("A store that does not answer ends with 4, also one that is none of ours, or whose token is another")
    func noAnswer() async throws {
        var box = try await BoxStage()
        let transport = box.stage.transport
        box.stage.transport = MemoryTransport([:])
        let refused = await box.stage.ask("clock show")
        #expect(refused.exitCode == .unchecked)
        #expect(
            refused.remarks == [
                "windfall: the store does not answer: the connection was refused. Is it running? script/up starts it"
            ])
        let origin = try #require(HTTPURL("http://127.0.0.1:8180")).origin
        for page in [HTTPResponse.text("<html>"), .text("no", status: HTTPStatus(502))] {
            box.stage.transport = MemoryServer { _ in page }.transport(at: origin)
            #expect(await box.stage.ask("clock show").exitCode == .unchecked)
        }
        box.stage.transport = transport
        var other = box.run
        other.json["controlToken"] = "other"
        box.stage.files[BoxStage.runFile] = JSON.object(other.json).bytes()
        let outcome = await box.stage.ask("clock show")
        #expect(outcome.exitCode == .no)
        #expect(outcome.remarks.first?.contains("(unauthorized, Authorization)") == true)
    }

    @Test("A store that starts again keeps app, account and device while it knows them")
    func again() async throws {
        let box = try await BoxStage()
        let ready: JSONObject = ["control": "http://127.0.0.1:8180", "controlToken": .string(BoxStage.token)]
        let same = try await RunFile.complete(
            ready, earlier: box.run, bundleID: "com.example.demo", asking: box.control)
        #expect(same.account == box.run.account && same.device == box.run.device)
        let other = try await RunFile.complete(
            ready, earlier: box.run, bundleID: "com.example.new", asking: box.control)
        #expect(other.account != box.run.account && other.bundleID == "com.example.new")
        var gone = box.run
        gone.json["account"] = ["accountId": "99"]
        let new = try await RunFile.complete(ready, earlier: gone, bundleID: "com.example.demo", asking: box.control)
        #expect(new.account != "99" && new.account != box.run.account)
    }
}
