import Foundation
import WindfallCommandLine
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// A store in memory with the demo catalog, and commands that find it.
struct BoxStage {
    static let runFile = "/somewhere/project/.windfall/run.json"
    static let token = "control-token"
    /// 2026-01-31T10:00:00Z: the last day of a month.
    static let start = Instant(milliseconds: 1_769_853_600_000)
    /// One authority for all tests: making keys takes time.
    private static let authority = Result { try TestAuthority(randomness: SeededRandomness(seed: 5)) }

    var stage: Stage
    let control: StoreControl
    let run: RunFile
    let sandbox: HTTPService

    init() async throws {
        let journal = MemoryJournal(header: JournalHeader(format: StoreService.journalFormat, seed: 11))
        let service = try StoreService(
            journal: journal, timeline: VirtualTimeline(now: Self.start), mode: .stepped, start: Self.start)
        for command in StoreBox.foundation { _ = try await service.perform(command) }
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "demo/Demo.storekit")
        _ = try await service.importConfiguration([UInt8](Data(contentsOf: file)), as: "com.example.demo")
        let box = StoreBox(
            service: service, desk: ReceiptDesk(authority: try Self.authority.get()),
            configuration: StoreBox.Configuration(controlToken: Self.token) { _ in await Task.yield() })
        sandbox = box.host(isSandbox: true)
        let address = "http://127.0.0.1:8180"
        guard let origin = HTTPURL(address)?.origin else { throw StoreControl.Failure.badAddress(address) }
        let transport = MemoryServer(service: box.control).transport(at: origin)
        control = try StoreControl(address, token: Self.token, over: transport)
        run = try await RunFile.complete(
            ["sandbox": "http://127.0.0.1:8182", "control": .string(address), "controlToken": .string(Self.token)],
            earlier: nil, bundleID: "com.example.demo", asking: control)
        stage = Stage(files: [Self.runFile: JSON.object(run.json).bytes()])
        stage.transport = transport
    }

    /// Runs a command that has to succeed, and gives what it says as JSON.
    func done(_ line: String) async throws -> JSON {
        let outcome = await stage.ask(line + " --json")
        guard outcome.exitCode == .success else { throw Unexpected(outcome: outcome) }
        return outcome.json
    }

    struct Unexpected: Error {
        var outcome: Outcome
    }

    /// The lines of a table or list, words apart.
    func lines(_ line: String) async -> [[String]] {
        await stage.ask(line).text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }
}
