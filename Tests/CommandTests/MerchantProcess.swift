import Foundation
import WindfallJSON

/// A merchant server that runs as a process of its own. It can be ended in every way, and begins again on its port.
final class MerchantProcess {
    /// Why a process is not there.
    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }

    /// Where it is, before and after.
    let origin: String
    private let folder: URL
    private let environment: [String: String]
    private var process: Process

    /// Starts `windfall serve` with the folder's `merchant.json5` and waits until it says that it is ready.
    ///
    /// It listens where no client of this machine has its end of a connection, so that nobody takes its port while it is
    /// away.
    init(folder: URL, environment: [String: String]) throws {
        self.folder = folder
        self.environment = environment
        (process, origin) = try Self.start(at: "127.0.0.2:0", folder, environment)
    }

    /// Begins again on the same port.
    func startAgain() throws {
        (process, _) = try Self.start(at: String(origin.dropFirst("http://".count)), folder, environment)
    }

    private static func start(
        at address: String, _ folder: URL, _ environment: [String: String]
    ) throws -> (Process, String) {
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = ["serve", "--config", "merchant.json5", "--listen", address]
        process.currentDirectoryURL = folder
        process.environment = environment
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line: [UInt8] = []
        while line.last != 0x0A, let next = try output.fileHandleForReading.read(upToCount: 1)?.first {
            line.append(next)
        }
        guard let ready = try? JSON(reading: line.span), let origin = ready["merchant"]?.text else {
            let said = errors.fileHandleForReading.readDataToEndOfFile()
            throw NotStarted(description: String(decoding: said, as: UTF8.self))
        }
        return (process, origin)
    }

    /// Ends the process as a power cut would.
    func kill() {
        tell(SIGKILL)
        process.waitUntilExit()
    }

    func tell(_ signal: Int32) {
        // The number of one that has ended may be another's by now.
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, signal)
    }

    /// Waits until the process has ended.
    ///
    /// - Returns: its exit code; nil when a signal ended it.
    func end() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    deinit {
        if process.isRunning { kill() }
    }
}
