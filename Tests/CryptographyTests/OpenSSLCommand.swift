import Foundation
import Testing

/// OpenSSL's command line, an independent maker of keys, signatures and certificates. Each value has a folder of its
/// own for the files, which goes with it.
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
            .appendingPathComponent("windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Runs the command in the folder.
    ///
    /// - Returns: its standard output.
    @discardableResult
    func run(_ arguments: String...) throws -> [UInt8] { try run(arguments) }

    @discardableResult
    func run(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.executable ?? "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        let errors = folder.appendingPathComponent(".errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let message = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
            throw Failure(arguments: arguments, message: message)
        }
        return [UInt8](bytes)
    }
}

/// A key that the command line made.
enum CommandKey: String, CaseIterable, CustomTestStringConvertible {
    case rsa1024, rsa2048, p256, p384

    var testDescription: String { rawValue }

    /// One key of each kind, made once for all tests.
    private static let made: Result<[CommandKey: [UInt8]], any Error> = Result {
        let command = try OpenSSLCommand()
        return try Dictionary(uniqueKeysWithValues: allCases.map { ($0, try $0.makeNew(command)) })
    }

    /// Writes the key of this kind that all tests share.
    func make(_ command: OpenSSLCommand, in file: String) throws {
        try command.write(try #require(try Self.made.get()[self]), to: file)
    }

    /// Makes a key that is nobody else's.
    func makeNew(_ command: OpenSSLCommand) throws -> [UInt8] {
        let arguments =
            switch self {
            case .rsa1024: ["RSA", "-pkeyopt", "rsa_keygen_bits:1024"]
            case .rsa2048: ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
            case .p256: ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .p384: ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
            }
        return try command.run(["genpkey", "-algorithm"] + arguments)
    }
}
