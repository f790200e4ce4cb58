import Foundation
import Testing
import WindfallCryptography
import WindfallHTTP
import WindfallHTTPClient
import WindfallSignedData

/// OpenSSL's own OCSP responder, an independent peer, on a port of this machine; it goes with the value.
final class OpenSSLResponder {
    /// What its index says of the one certificate that it is asked about.
    enum Line {
        case good, revoked, absent
    }

    static let isPresent = executable != nil
    private static let executable = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    let url: HTTPURL
    private let process = Process()
    private let folder: URL

    /// - Parameters:
    ///   - serialNumber: of the certificate, in hexadecimal digits.
    ///   - issuer: the certificate's issuer.
    ///   - signer: who signs the answers, and with which key.
    init(_ line: Line, serialNumber: String, issuer: Certificate, signer: (Certificate, PrivateKey)) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let index =
            switch line {
            case .good: "V\t991231235959Z\t\t\(serialNumber)\tunknown\t/CN=Windfall Test\n"
            case .revoked:
                "R\t991231235959Z\t260102030405Z,keyCompromise\t\(serialNumber)\tunknown\t/CN=Windfall Test\n"
            case .absent: ""
            }
        for (name, text) in [
            ("index.txt", index), ("ca.pem", try issuer.pem), ("signer.pem", try signer.0.pem),
            ("signer.key", try signer.1.pem),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.executable))
        process.arguments = [
            "ocsp", "-port", "0", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "signer.pem", "-rkey",
            "signer.key",
            "-ndays", "1",
        ]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        url = try Self.address(output.fileHandleForReading)
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends the process; its port refuses connections from now on.
    func stop() {
        guard process.isRunning else { return }
        // The process has inherited a thread's blocked signals, among them the one that would end it politely.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops the process where it is: connections are made, and nobody says a word.
    func freeze() {
        _ = process.suspend()
    }

    /// `ACCEPT 0.0.0.0:41234 PID=1`
    private static func address(_ output: FileHandle) throws -> HTTPURL {
        var line: [UInt8] = []
        while let byte = try output.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        let port = try #require(words.dropFirst().first?.split(separator: ":").last)
        return try #require(HTTPURL("http://127.0.0.1:\(port)/"))
    }
}

/// Carries questions over HTTP to responders that stand in for the ones that the certificates name.
struct RevocationOverHTTP: RevocationTransport {
    let client: HTTPClient
    /// By the address that the certificate names.
    let responders: [String: HTTPURL]
    var limits = HTTPLimits(totalTime: .seconds(30), responseBytes: 64 * 1024)

    func post(_ question: [UInt8], to address: String) async throws(RevocationOutage) -> [UInt8] {
        guard let url = responders[address] else { throw RevocationOutage("nobody stands in for \(address)") }
        let request = HTTPRequest(.post, url, headers: ["Content-Type": "application/ocsp-request"], body: question)
        let response: HTTPResponse
        do throws(HTTPClientError) {
            response = try await client.send(request, limits: limits)
        } catch {
            throw RevocationOutage(error.description)
        }
        guard response.status == .ok else { throw RevocationOutage("status \(response.status)") }
        return response.body
    }
}
