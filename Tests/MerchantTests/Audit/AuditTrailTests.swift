import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// What the trail keeps, and what it notices, on both engines.
@Suite struct AuditTrailTests {
    @Test("F11: an untouched trail is intact, and says how much there is", arguments: TestEngine.present)
    func intact(engine: TestEngine) async throws {
        let trail = try await TestTrail.filled(engine)
        let report = try await trail.report()
        #expect(report.fault == nil)
        #expect(report.chains == 3 && report.entries == 11 && report.checkpoints == 2 && report.erased == 0)
        let newest = try #require(report.newestCheckpoint)
        #expect(try await trail.report(newest).fault == nil)
        #expect(try await trail.report(AuditEntry.nothingBefore).fault?.code == .checkpointUnknown)
        // Nothing changed: no new checkpoint.
        #expect(try await trail.trail.checkpoint(in: trail.database, at: TestTrail.now)?.hash == newest)
    }

    static let tampering: [(SQL, AuditFault.Code)] = [
        ("UPDATE audit_entry SET date = date + 1 WHERE sequence = 2", .entryChanged),
        ("UPDATE audit_entry SET kind = 'other' WHERE sequence = 1", .entryChanged),
        ("UPDATE audit_entry SET content_hash = hash WHERE sequence = 3", .entryChanged),
        ("UPDATE audit_content SET body = '{}' WHERE sequence = 2", .contentChanged),
        (
            """
            UPDATE audit_content SET body = (SELECT o.body FROM audit_content o
                WHERE o.chain = audit_content.chain AND o.sequence = 5 - audit_content.sequence) WHERE sequence IN (2, 3)
            """, .contentChanged
        ),
        (
            """
            UPDATE audit_entry SET (kind, content_hash, hash) = (SELECT o.kind, o.content_hash, o.hash FROM audit_entry o
                WHERE o.chain = audit_entry.chain AND o.sequence = 5 - audit_entry.sequence) WHERE sequence IN (2, 3)
            """, .entryChanged
        ),
        ("DELETE FROM audit_content WHERE sequence = 2", .contentMissing),
        ("DELETE FROM audit_entry WHERE sequence = 2", .entryMissing),
        ("DELETE FROM audit_entry WHERE sequence = 4", .entryMissing),
        ("DELETE FROM audit_chain WHERE subject = 'berta'", .chainMissing),
        ("UPDATE audit_chain SET length = length - 1", .headWrong),
        ("UPDATE audit_chain SET head = (SELECT hash FROM audit_checkpoint WHERE number = 1)", .headWrong),
        ("DELETE FROM audit_checkpoint WHERE number = 1", .checkpointMissing),
        ("DELETE FROM audit_checkpoint WHERE number = 2", .checkpointMissing),
        ("UPDATE audit_checkpoint SET date = date + 1 WHERE number = 2", .checkpointChanged),
        ("DELETE FROM audit_checkpoint_head WHERE number = 1 AND length = 3", .checkpointChanged),
    ]

    @Test("F11: whatever is altered in the trail is found", arguments: TestEngine.present)
    func tampered(engine: TestEngine) async throws {
        for (sql, code) in Self.tampering {
            let trail = try await TestTrail.filled(engine)
            try await trail.change(sql)
            #expect(try await trail.report().fault?.code == code, "\(sql)")
        }
    }

    @Test(
        "F11: an end that was cut off, with the chain made to fit, is found by the checkpoint",
        arguments: TestEngine.present)
    func cutTail(engine: TestEngine) async throws {
        let trail = try await TestTrail.filled(engine)
        try await trail.change(
            """
            UPDATE audit_chain SET length = 3, head = (
                SELECT e.hash FROM audit_entry e WHERE e.chain = audit_chain.chain AND e.sequence = 3)
            WHERE subject = 'anna'
            """)
        try await trail.change(
            """
            DELETE FROM audit_entry WHERE sequence = 4 AND chain = (
                SELECT chain FROM audit_chain WHERE subject = 'anna')
            """)
        #expect(try await trail.report().fault?.code == .tailCut)
    }

    @Test("F11: a user who vanished whole is found by the checkpoint", arguments: TestEngine.present)
    func lostChain(engine: TestEngine) async throws {
        let trail = try await TestTrail.filled(engine)
        try await trail.change(
            "DELETE FROM audit_entry WHERE chain = (SELECT chain FROM audit_chain WHERE subject = 'carla')")
        try await trail.change("DELETE FROM audit_chain WHERE subject = 'carla'")
        #expect(try await trail.report().fault?.code == .tailCut)
    }

    @Test("An erased user's chain still verifies, and who comes back begins anew", arguments: TestEngine.present)
    func erased(engine: TestEngine) async throws {
        let trail = try await TestTrail.filled(engine)
        #expect(try await trail.erase("anna"))
        #expect(try await !trail.erase("anna"))
        try await trail.append(5, about: "anna")
        let report = try await trail.report()
        #expect(report.fault == nil)
        #expect(report.erased == 4 && report.chains == 4 && report.entries == 12)
    }

    @Test("The hash of an entry is what the documentation says")
    func hash() {
        let entry = AuditEntry(
            chain: "c", sequence: 1, date: Instant(milliseconds: 2), kind: AuditKind(rawValue: "k"),
            contentHash: AuditEntry.hash(ofContent: "{}"))
        // printf 'windfall audit entry 1\nc\n1\n2\nk\n%s\n%064d\n' "$(printf '{}' | sha256sum | cut -c 1-64)" 0 | sha256sum
        let hash = entry.hash(previous: AuditEntry.nothingBefore).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        #expect(hash.joined() == "ea3c583eaa3a670f22bab3191a0467274a9ae97a98d048cb8102df0b9ecbfa25")
    }
}
