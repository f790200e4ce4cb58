import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// The ledger made anew from what was recorded, on both engines.
@Suite struct RebuildTests {
    private static let anonymous = TestUsers.anonymous

    /// What a few users did and the store said.
    private func history(_ engine: TestEngine) async throws -> TestRecords {
        let records = try await TestRecords(engine, transfers: .transfer)
        try await records.submit("r1", [told("month", "1"), told("coins", "2")], by: "anna")
        try await records.answer("r1", [told("month", "1"), told("bonus", "3")], at: days(1))
        try await records.submit("r2", [told("month", "1"), told("coins", "4")], by: Self.anonymous, at: days(2))
        try await records.submit("r3", [told("forever", "9"), told("coins", "4")], by: "carla", at: days(3))
        try await records.answer("r3", [], at: days(4))
        return records
    }

    @Test("F16: what is stored follows from what was recorded", arguments: TestEngine.present)
    func same(engine: TestEngine) async throws {
        let records = try await history(engine)
        let report = try await records.rebuild()
        #expect(report.isSame, "\(report.differences.map(\.text))")
        #expect(report.submissions == 3 && report.answers == 1 && report.facts == 8 && report.purchases == 4)
        // Sent and answered again, nothing is new.
        try await records.submit("r1", [told("month", "1"), told("coins", "2")], by: "anna")
        try await records.answer("r1", [told("month", "1"), told("bonus", "3")], at: days(5))
        #expect(try await records.rebuild().isSame)
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var name: String
        var statement: SQL
        /// What is reported.
        var differences: [String]
        var testDescription: String { name }
    }

    static let damages = [
        Damage(
            name: "a fact is gone", statement: "DELETE FROM fact WHERE original = '2'",
            differences: ["missing fact Production 2 2"]),
        Damage(
            name: "a fact says something else",
            statement: "UPDATE fact SET body = replace(body, 'coins', 'forever') WHERE original = '2'",
            differences: ["changed fact Production 2 2"]),
        Damage(
            name: "a fact is no fact", statement: "UPDATE fact SET body = '{}' WHERE original = '2'",
            differences: ["changed fact Production 2 2"]),
        Damage(
            name: "a fact is newer", statement: "UPDATE fact SET signed = signed + 1 WHERE original = '2'",
            differences: ["changed fact Production 2 2"]),
        Damage(
            name: "a fact names a user", statement: "UPDATE fact SET token = 'mallory' WHERE original = '2'",
            differences: ["changed fact Production 2 2"]),
        Damage(
            name: "a fact was put in",
            statement: """
                INSERT INTO fact (app, environment, original, identifier, proof, digest, signed, token, body)
                SELECT app, environment, '77', '77', proof, digest, signed, token, body FROM fact WHERE original = '2'
                """,
            differences: ["unexpected fact Production 77 77"]),
        Damage(
            name: "a fact moved to another purchase", statement: "UPDATE fact SET original = '8' WHERE original = '2'",
            differences: ["missing fact Production 2 2", "unexpected fact Production 8 2"]),
        Damage(
            name: "a holder is another", statement: "UPDATE holder SET person = 'mallory' WHERE original = '2'",
            differences: ["changed holder Production 2"]),
        Damage(
            name: "a holder is gone", statement: "DELETE FROM holder WHERE original = '2'",
            differences: ["missing holder Production 2"]),
        Damage(
            name: "a purchase is shared",
            statement: """
                INSERT INTO holder (app, environment, original, place, person)
                SELECT app, environment, original, 1, 'mallory' FROM holder WHERE original = '2'
                """, differences: ["changed holder Production 2"]),
        Damage(
            name: "who held it before is gone", statement: "DELETE FROM former_holder",
            differences: ["changed holder Production 1", "changed holder Production 4"]),
        Damage(
            name: "a refusal is gone", statement: "DELETE FROM refusal", differences: ["missing refusal r3"]),
        Damage(
            name: "a receipt was refused that was not",
            statement: "INSERT INTO refusal (app, proof) VALUES ('com.example.notes', 'r2')",
            differences: ["unexpected refusal r2"]),
    ]

    @Test("A damaged row is found, told and mended", arguments: TestEngine.present, damages)
    func damaged(engine: TestEngine, damage: Damage) async throws {
        let records = try await history(engine)
        let before = try await records.contents()
        try await records.damage(damage.statement)
        let damaged = try await records.contents()
        #expect(damaged != before)
        // Looking changes nothing.
        let report = try await records.rebuild()
        #expect(try await records.contents() == damaged)
        let found = report.differences.map { difference in
            let name = difference.name.split(separator: " ").prefix(3).joined(separator: " ")
            return "\(difference.kind.rawValue) \(difference.table) \(name)"
        }
        #expect(found.sorted() == damage.differences)
        let mended = try await records.rebuild(mending: true)
        #expect(mended.differences == report.differences && mended.mended == report.differences.count)
        #expect(try await records.contents() == before)
        #expect(try await records.rebuild().isSame)
    }

    @Test("What can't be proved any more is told, and nothing is removed for it", arguments: TestEngine.present)
    func unprovable(engine: TestEngine) async throws {
        let records = try await history(engine)
        let before = try await records.contents()
        let sources = RecordedSources { _, _ in
            nil
        } answer: { _, _ in
            nil
        }
        let report = try await records.rebuild(mending: true, sources)
        #expect(
            report.differences.map(\.text).sorted() == [
                "unprovable answer com.example.notes r1", "unprovable submission com.example.notes r1",
                "unprovable submission com.example.notes r2", "unprovable submission com.example.notes r3",
            ])
        #expect(report.mended == 0)
        #expect(try await records.contents() == before)
    }

    @Test("Erased users leave a ledger that still comes out the same", arguments: TestEngine.present)
    func erased(engine: TestEngine) async throws {
        for name in ["anna", "ben", "carla"] {
            let records = try await history(engine)
            let ledger = records.ledger
            let (anonymous, known) = (try ledger.key(Self.anonymous), try ledger.key("ben").user)
            try await ledger.write { scope throws(StorageError) in
                let now = Moment(store: days(5), wall: days(5))
                guard case .success = try ledger.ledger.merge(anonymous, into: known, at: now, in: scope) else {
                    throw .conflict
                }
            }
            #expect(try await records.rebuild().isSame)
            try await records.submit("r4", [told("coins", "5")], by: Self.anonymous, at: days(6))
            try await records.erase(name, at: days(7))
            try await records.submit("r5", [told("month", "1"), told("coins", "4")], by: "dora", at: days(8))
            let report = try await records.rebuild()
            #expect(report.isSame, "\(name): \(report.differences.map(\.text))")
        }
    }
}

extension TestRecords {
    /// All rows that a rebuild makes.
    func contents() async throws -> [[[String]]] {
        try await [
            ledger.rows(
                """
                SELECT app, environment, original, identifier, proof, digest, signed, token, kept, body FROM fact
                ORDER BY app, environment, original, identifier, proof, digest
                """),
            ledger.rows("SELECT app, proof FROM refusal ORDER BY app, proof"),
            ledger.rows("SELECT * FROM holder ORDER BY app, environment, original, place"),
            ledger.rows("SELECT * FROM former_holder ORDER BY app, environment, original, number"),
        ]
    }
}
