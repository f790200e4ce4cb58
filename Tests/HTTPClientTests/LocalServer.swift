import Foundation
import Testing
import WindfallHTTP
import WindfallHTTPClient

/// A server on this machine's loopback, played by Python; it goes with the value.
final class LocalServer: Sendable {
    struct Failure: Error {
        var message: String
    }

    static let isPresent = python != nil && openssl != nil
    private static let python = find("python3")
    private static let openssl = find("openssl")

    /// One for all tests: each has its own paths on it.
    static let shared: Result<LocalServer, any Error> = Result { try LocalServer() }

    /// The authority that signed the server's certificates, in PEM.
    let root: [UInt8]
    /// An authority that signed nothing of this server's, in PEM.
    let foreignRoot: [UInt8]
    private let folder: URL
    private let ports: [String: Int]
    /// The process ends when this does.
    private let input: FileHandle

    private init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.makeCertificates(in: folder)
        root = [UInt8](try Data(contentsOf: folder.appendingPathComponent("root.pem")))
        foreignRoot = [UInt8](try Data(contentsOf: folder.appendingPathComponent("foreign.pem")))
        let (process, input, output) = (Process(), Pipe(), Pipe())
        self.input = input.fileHandleForWriting
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-c", localServerScript, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        ports = Dictionary(
            uniqueKeysWithValues: String(decoding: line, as: UTF8.self).split(separator: " ").compactMap { pair in
                let parts = pair.split(separator: "=")
                return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
            })
    }

    deinit {
        try? input.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// - Parameter server: a name of the script's; `tls`, `wrong` and `expired` speak TLS.
    func url(_ target: String, on server: String = "http", scheme: String? = nil) throws -> HTTPURL {
        let port = try #require(ports[server])
        let scheme = scheme ?? (["tls", "wrong", "expired"].contains(server) ? "https" : "http")
        return try #require(HTTPURL("\(scheme)://127.0.0.1:\(port)\(target)"))
    }

    func get(_ target: String, on server: String = "http", scheme: String? = nil) throws -> HTTPRequest {
        HTTPRequest(.get, try url(target, on: server, scheme: scheme))
    }

    private static func find(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func makeCertificates(in folder: URL) throws {
        let request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        for name in ["root", "foreign"] {
            try run(
                request + [
                    "-x509", "-days", "2", "-subj", "/CN=Windfall Test \(name)", "-keyout", "\(name).key", "-out",
                    "\(name).pem",
                ], in: folder)
        }
        for (name, subject, days) in [
            ("tls", "IP:127.0.0.1", "2"), ("wrong", "DNS:shop.example", "2"), ("expired", "IP:127.0.0.1", "-1"),
        ] {
            try Data("subjectAltName=\(subject)\n".utf8).write(to: folder.appendingPathComponent("\(name).ext"))
            try run(
                request + ["-subj", "/CN=Windfall Test Server", "-keyout", "\(name).key", "-out", "\(name).csr"],
                in: folder)
            try run(
                [
                    "x509", "-req", "-in", "\(name).csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial",
                    "-days", days, "-extfile", "\(name).ext", "-out", "\(name).pem",
                ], in: folder)
        }
    }

    private static func run(_ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(openssl))
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: "\(arguments): \(String(decoding: message, as: UTF8.self))")
        }
    }
}
