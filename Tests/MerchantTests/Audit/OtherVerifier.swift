import Foundation
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting

/// The program that verifies a trail and was written from docs/audit.md alone.
enum OtherVerifier {
    /// What it says of a database; empty for PostgreSQL, which it does not read.
    static func told(of place: TestPlace, _ kept: [UInt8]? = nil) throws -> String {
        guard case .sqlite(let path) = place.location else { return "" }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Scripts/verify_audit.py").path
        return try python([script, path] + (kept.map { [Hexadecimal.encode($0)] } ?? []))
    }

    /// What ours found, in the same words.
    static func words(of report: AuditReport) -> String {
        report.fault?.code.rawValue
            ?? "intact \(report.chains) \(report.entries) \(report.erased) \(report.checkpoints)"
    }

    /// What a Python program prints.
    static func python(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .newlines)
    }
}
