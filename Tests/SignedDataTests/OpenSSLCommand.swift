import Foundation
import Testing

/// OpenSSL's command line, an independent maker of keys, certificates and signatures. Each value has a folder of its own
/// for the files, which goes with it.
final class OpenSSLCommand {
    struct Failure: Error {
        var arguments: [String]
        var message: String
    }

    static let isPresent = executable != nil
    private static let executable = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appending(path: name))
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// Runs the command in the folder.
    ///
    /// - Parameter line: the arguments, separated by spaces.
    /// - Throws: ``Failure`` when it says no.
    func run(_ line: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.executable ?? "/usr/bin/openssl")
        process.arguments = line.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        let output = folder.appending(path: ".output")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let message = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            throw Failure(arguments: process.arguments ?? [], message: message)
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test needs OpenSSL's command line.
    static var needsOpenSSL: Self {
        .enabled(if: OpenSSLCommand.isPresent, "skipped: there is no openssl command on this machine")
    }
}
