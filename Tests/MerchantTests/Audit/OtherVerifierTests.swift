import Testing
import WindfallCommerce
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting

/// The trail by a program that was written from docs/audit.md alone: it and ours find the same.
@Suite struct OtherVerifierTests {
    @Test("F11: both find a trail intact, and a checkpoint that was kept in it")
    func intact() async throws {
        let trail = try await TestTrail.filled(.sqlite)
        let report = try await trail.report()
        #expect(try OtherVerifier.told(of: trail.place, report.newestCheckpoint) == "intact 3 11 0 2")
        #expect(OtherVerifier.words(of: report) == "intact 3 11 0 2")
        #expect(try OtherVerifier.told(of: trail.place, AuditEntry.nothingBefore) == "checkpoint_unknown")
    }

    @Test("Both find the trail of an erased user intact, and say how much was erased")
    func erased() async throws {
        let trail = try await TestTrail.filled(.sqlite)
        #expect(try await trail.erase("anna"))
        try await trail.append(5, about: "anna")
        #expect(try OtherVerifier.told(of: trail.place) == "intact 4 12 4 2")
        #expect(OtherVerifier.words(of: try await trail.report()) == "intact 4 12 4 2")
    }

    @Test(
        "F11: both find the same wherever the trail is altered",
        arguments: Set(AuditTrailTests.tampering.map(\.1)).sorted { $0.rawValue < $1.rawValue })
    func tampered(code: AuditFault.Code) async throws {
        for (sql, expected) in AuditTrailTests.tampering where expected == code {
            let trail = try await TestTrail.filled(.sqlite)
            try await trail.change(sql)
            #expect(try OtherVerifier.told(of: trail.place) == code.rawValue, "\(sql)")
            #expect(OtherVerifier.words(of: try await trail.report()) == code.rawValue, "\(sql)")
        }
    }
}
