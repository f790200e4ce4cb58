import Foundation
import WindfallJSON

/// A store that runs as a process of its own, on ports that were free.
final class StoreProcess {
    let production: String
    let sandbox: String
    let control: String
    let controlToken: String
    let rootsFile: String
    private let process = Process()

    /// Starts the store on a folder and waits until it says that it is ready.
    init(folder: URL) throws {
        process.executableURL = Program.executable
        process.arguments = ["store", "--data", folder.path, "--clock", "stepped"]
        for port in ["production", "sandbox", "control"] {
            process.arguments?.append(contentsOf: ["--\(port)-port", "0"])
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line: [UInt8] = []
        while line.last != 0x0A, let next = try output.fileHandleForReading.read(upToCount: 1)?.first {
            line.append(next)
        }
        let ready = try JSON(reading: line.span)
        func text(_ key: String) -> String { ready[key]?.text ?? "" }
        production = text("production")
        sandbox = text("sandbox")
        control = text("control")
        controlToken = text("controlToken")
        rootsFile = text("rootsFile")
    }

    /// Ends the process as a power cut would.
    func kill() {
        tell(SIGKILL)
        process.waitUntilExit()
    }

    func tell(_ signal: Int32) {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, signal)
    }

    deinit {
        if process.isRunning { kill() }
    }
}
