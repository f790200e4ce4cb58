import Foundation
import Testing
import WindfallCommerce
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting

/// The trail by a program that was written from docs/audit.md alone: it and ours find the same.
@Suite struct OtherVerifierTests {
    /// What the program says of a database.
    private func told(of place: TestPlace, _ kept: [UInt8]? = nil) throws -> String {
        guard case .sqlite(let path) = place.location else { return "" }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Scripts/verify_audit.py").path
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script, path] + (kept.map { [Hexadecimal.encode($0)] } ?? [])
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .newlines)
    }

    private func ours(_ report: AuditReport) -> String {
        report.fault?.code.rawValue
            ?? "intact \(report.chains) \(report.entries) \(report.erased) \(report.checkpoints)"
    }

    @Test("F11: both find a trail intact, and a checkpoint that was kept in it")
    func intact() async throws {
        let trail = try await TestTrail.filled(.sqlite)
        let report = try await trail.report()
        #expect(try told(of: trail.place, report.newestCheckpoint) == "intact 3 11 0 2")
        #expect(ours(report) == "intact 3 11 0 2")
        #expect(try told(of: trail.place, AuditEntry.nothingBefore) == "checkpoint_unknown")
    }

    @Test("Both find the trail of an erased user intact, and say how much was erased")
    func erased() async throws {
        let trail = try await TestTrail.filled(.sqlite)
        #expect(try await trail.erase("anna"))
        try await trail.append(5, about: "anna")
        #expect(try told(of: trail.place) == "intact 4 12 4 2")
        #expect(ours(try await trail.report()) == "intact 4 12 4 2")
    }

    @Test(
        "F11: both find the same wherever the trail is altered",
        arguments: Set(AuditTrailTests.tampering.map(\.1)).sorted { $0.rawValue < $1.rawValue })
    func tampered(code: AuditFault.Code) async throws {
        for (sql, expected) in AuditTrailTests.tampering where expected == code {
            let trail = try await TestTrail.filled(.sqlite)
            try await trail.change(sql)
            #expect(try told(of: trail.place) == code.rawValue, "\(sql)")
            #expect(ours(try await trail.report()) == code.rawValue, "\(sql)")
        }
    }
}
