import Foundation

/// The program that was built, running as a store with a folder of its own.
struct RunningStore: ~Copyable {
    /// The line of JSON with which it says where everything is.
    let announcement: String
    private let process: Process
    private let folder: URL

    struct NotRunning: Error {}

    init() throws {
        let products = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "windfall-peers-\(getpid())")
        process = Process()
        process.executableURL = products.appending(path: "windfall")
        process.arguments =
            ["store", "--data", folder.path, "--seed", "1"]
            + ["--production-port", "--sandbox-port", "--control-port"].flatMap { [$0, "0"] }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while !line.contains(0x0A) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw NotRunning() }
            line += more
        }
        announcement = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
