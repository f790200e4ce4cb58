import Foundation
import WindfallCommandLine
import WindfallHTTP
import WindfallHTTPServer
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallStoreJournal
import WindfallTimeline

/// Runs the App Store in a box as this process.
enum StoreServing {
    /// How often the store looks at a clock that goes by itself.
    private static let tick = Duration.milliseconds(200)
    /// Files beside connections.
    private static let otherFiles = 128

    /// Runs a store until the process is interrupted.
    ///
    /// - Returns: nil, or in one sentence why it could not run.
    static func run(_ order: StoreOrder) async -> String? {
        do {
            let files = try StoreFolder(order.folder)
            let journal = try SQLiteJournal(
                folder: order.folder,
                header: JournalHeader(format: StoreService.journalFormat, seed: order.seed ?? Self.seed()))
            let service = try StoreService(
                journal: journal, timeline: SystemTimeline(), mode: order.clock, start: SystemTimeline().now)
            try await prepare(service, order)
            let box = StoreBox(
                service: service, desk: ReceiptDesk(authority: files.authority),
                configuration: StoreBox.Configuration(controlToken: files.controlToken) {
                    try await Task.sleep(for: $0)
                })
            _ = OpenFiles.allow(3 * HTTPServerSettings().connections + otherFiles)
            let server = try HTTPServer([
                .init(port: order.productionPort, service: box.host(isSandbox: false)),
                .init(port: order.sandboxPort, service: box.host(isSandbox: true)),
                .init(port: order.controlPort, service: box.control),
            ])
            let interrupts = [
                await ProcessSignal.on(SIGINT) { server.stop() }, await ProcessSignal.on(SIGTERM) { server.stop() },
            ]
            defer { interrupts.forEach { $0.cancel() } }
            // Only now: who hears that it is ready may tell it to stop.
            try await announce(server, files, box, order)
            defer { if let path = order.runFile { try? FileManager.default.removeItem(atPath: path) } }
            try await serve(server, service)
            let snapshot = await service.snapshot()
            try await journal.saveSnapshot(snapshot.bytes, at: snapshot.sequence)
            await journal.close()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// A new store gets its first developer account, and the products of the file that was named.
    private static func prepare(_ service: StoreService, _ order: StoreOrder) async throws {
        if try await service.read({ $0.developers.isEmpty }) {
            for command in StoreBox.foundation { _ = try await service.perform(command) }
        }
        guard let path = order.importFile else { return }
        let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        _ = try await service.importConfiguration(file, as: order.bundleID)
    }

    /// Says on standard output, in one line of JSON, where everything is; and in a file, where one is asked for.
    private static func announce(
        _ server: HTTPServer, _ files: StoreFolder, _ box: StoreBox, _ order: StoreOrder
    ) async throws {
        let origins = server.origins.map { JSON.string($0.description) }
        let ready: JSONObject = [
            "production": origins[0], "sandbox": origins[1], "control": origins[2],
            "controlToken": .string(files.controlToken), "rootsFile": .string(files.rootsFile),
        ]
        if let path = order.runFile { try await write(ready, to: path, server.origins[2], box, order) }
        try FileHandle.standardOutput.write(contentsOf: Data(JSON.object(ready).bytes() + [0x0A]))
    }

    /// Writes `run.json`, whole or not at all. The token is in it, so it is the owner's alone.
    private static func write(
        _ ready: JSONObject, to path: String, _ origin: HTTPURL.Origin, _ box: StoreBox, _ order: StoreOrder
    ) async throws {
        let control = try StoreControl(
            origin.description, token: ready["controlToken"]?.text ?? "",
            over: MemoryServer(service: box.control).transport(at: origin))
        let file = try await RunFile.complete(
            ready, earlier: RunFile.kept(at: path), bundleID: order.bundleID, asking: control)
        try file.write(to: path)
    }

    /// Serves until an interrupt; meanwhile what falls due happens, where the clock goes by itself.
    private static func serve(_ server: HTTPServer, _ service: StoreService) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                while true {
                    try await Task.sleep(for: tick)
                    try await service.tick()
                }
            }
            try await group.next()
            group.cancelAll()
            while let end = await group.nextResult() {
                if case .failure(let error) = end, !(error is CancellationError) { throw error }
            }
        }
    }

    private static func seed() -> UInt64 {
        SystemRandomness().bytes(count: 8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The folder of a store: its authority, its token, and the roots for others to trust.
private struct StoreFolder {
    let authority: TestAuthority
    let controlToken: String
    let rootsFile: String

    /// Makes what is missing; nothing is ever overwritten.
    init(_ path: String) throws {
        let folder = URL(filePath: path)
        let files = FileManager.default
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let keys = folder.appending(path: "authority")
        rootsFile = keys.appending(path: TestAuthority.rootsFileName).path
        if files.fileExists(atPath: rootsFile) {
            authority = try TestAuthority(folder: keys)
        } else {
            authority = try TestAuthority(randomness: SystemRandomness())
            try authority.save(to: keys)
        }
        let tokenFile = folder.appending(path: "control-token")
        if files.fileExists(atPath: tokenFile.path) {
            controlToken = try String(contentsOf: tokenFile, encoding: .utf8).trimmingCharacters(
                in: .whitespacesAndNewlines)
        } else {
            controlToken = Hexadecimal.encode(SystemRandomness().bytes(count: 16))
            try TestAuthority.writePrivately("\(controlToken)\n", to: tokenFile)
        }
    }
}
