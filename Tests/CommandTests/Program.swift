import Foundation
import WindfallSignedData

/// The program that was built, run for real.
struct Program {
    var exitCode: Int32
    var output: String
    var errors: String

    /// The folder of the products, where the test's own bundle is.
    static let executable: URL = {
        let tests = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "windfall")
    }()

    /// Runs a line of the shell in which `$windfall` is the program and `$receipt` a genuine receipt's file.
    init(shell line: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "windfall-process-\(getpid())-\(line.hashValue)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Authority.receipt()).write(to: folder.appending(path: "receipt"))
        try Data(Authority.shared.roots.utf8).write(to: folder.appending(path: "roots.pem"))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder
        process.environment = ["windfall": Self.executable.path, "PATH": "/usr/bin:/bin"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }
}
