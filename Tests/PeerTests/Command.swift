import Foundation

/// A program that ran to its end.
struct Command {
    var exitCode: Int32
    /// What it wrote, errors and output in the order they came.
    var output: String

    /// Runs a program found on the path.
    ///
    /// - Parameter seconds: after which it is stopped, with exit code 124.
    init(_ arguments: [String], seconds: Int) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "\(seconds)"] + arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }

    /// The last line that is not empty: where Python's programs say what went wrong.
    var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
}
