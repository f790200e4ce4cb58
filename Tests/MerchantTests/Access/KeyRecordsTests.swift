import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// Keys as rows, and how long a server remembers them.
@Suite struct KeyRecordsTests {
    private static let app = IntakeWorld.bundleID
    private static let now = IntakeWorld.start

    private static func made(
        _ role: Role = .server, label: String = "", at now: Instant = now, in world: IntakeWorld
    ) async throws -> (key: AccessKey, text: String) {
        let made = try await AccessWorld.records.make(role, for: app, label: label, at: now, in: world.database)
        return (made.key, made.text.text)
    }

    /// The status of a question that takes a key of any role.
    private static func status(_ key: String, _ world: IntakeWorld) async throws -> Int {
        let target = "/v1/apps/\(app)/owners/1?user=anon:0123456789abcdefghijkl"
        return try await world.send(.get, target, headers: [("Authorization", "Bearer \(key)")]).status
    }

    /// The bodies of the trail's entries of one kind.
    private static func entries(_ kind: String, in world: IntakeWorld) async throws -> [String] {
        try await world.database.read { scope throws(StorageError) in
            try scope.rows(
                """
                SELECT c.body FROM audit_content c JOIN audit_entry e ON e.chain = c.chain AND e.sequence = c.sequence
                WHERE e.kind = $1 ORDER BY e.chain, e.sequence
                """, [.text(kind)]
            ).map { row throws(StorageError) in try row.text(0) }
        }
    }

    @Test("A key's text says its role and its name, and is told once", arguments: TestEngine.present)
    func form(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        for role in Role.allCases {
            let (key, text) = try await Self.made(role, label: "a label – 🎈", in: world)
            let parts = text.split(separator: "_")
            #expect(parts.count == 4 && parts[0] == "wf" && parts[1] == role.rawValue && parts[2] == key.id)
            #expect(parts.last?.count == 64)
            #expect(try await Self.status(text, world) == 200)
        }
        let keys = try await AccessWorld.records.keys(of: Self.app, in: world.database)
        #expect(Set(keys.map(\.id)).count == 4)
        #expect(keys.filter { $0.label == "a label – 🎈" && $0.revoked == nil }.count == 3)
        #expect(try await AccessWorld.records.keys(of: "com.example", in: world.database).isEmpty)
    }

    @Test(
        "F41: of a key's text only a hash is in the database, and nothing of it in the trail",
        arguments: TestEngine.present)
    func isHashed(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let (key, text) = try await Self.made(in: world)
        let secret = try #require(text.split(separator: "_").last)
        let stored = try await world.database.read { scope throws(StorageError) in
            try scope.row("SELECT * FROM access_key WHERE id = $1", [.text(key.id)])
        }
        let digests = try #require(stored).values.compactMap { value -> [UInt8]? in
            if case .bytes(let bytes) = value { return bytes }
            if case .text(let text) = value { #expect(!text.contains(secret)) }
            return nil
        }
        #expect(digests.map(\.count) == [32])
        let entries = try await Self.entries("key.made", in: world)
        #expect(entries.count == 2 && entries.contains { $0.contains(key.id) })
        #expect(!entries.contains { $0.contains(secret) })
    }

    @Test("A revoked key stays in the list, and is revoked once", arguments: TestEngine.present)
    func revoking(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let records = AccessWorld.records
        let key = try await Self.made(in: world).key
        let first = try #require(Self.now.adding(.seconds(1)))
        #expect(try await !records.revoke(key.id, of: "com.example", at: first, in: world.database))
        #expect(try await !records.revoke("000000000000", of: Self.app, at: first, in: world.database))
        #expect(try await Self.entries("key.revoked", in: world) == [])
        for seconds in 1...2 {
            let now = try #require(Self.now.adding(.seconds(seconds)))
            #expect(try await records.revoke(key.id, of: Self.app, at: now, in: world.database))
        }
        let listed = try await records.keys(of: Self.app, in: world.database).first { $0.id == key.id }
        #expect(listed?.revoked == first)
        #expect(try await Self.entries("key.revoked", in: world).count == 1)
    }

    @Test("A key that another process revoked is refused after five seconds", arguments: TestEngine.present)
    func memoryEnds(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let (key, text) = try await Self.made(in: world)
        #expect(try await Self.status(text, world) == 200)
        _ = world.wall.advance(by: .seconds(3))
        _ = try await AccessWorld.records.revoke(key.id, of: Self.app, at: world.wall.now, in: world.database)
        // Each use of a key that is remembered does not make it remembered for longer.
        #expect(try await Self.status(text, world) == 200)
        _ = world.wall.advance(by: .milliseconds(1_999))
        #expect(try await Self.status(text, world) == 200)
        _ = world.wall.advance(by: .milliseconds(1))
        #expect(try await Self.status(text, world) == 401)
    }

    @Test("Who is remembered is still asked for the whole text", arguments: TestEngine.present)
    func memoryIsNoDoor(engine: TestEngine) async throws {
        let world = try await IntakeWorld(engine)
        let (key, text) = try await Self.made(in: world)
        #expect(try await Self.status(text, world) == 200)
        for wrong in [text.dropLast() + (text.hasSuffix("0") ? "1" : "0"), "wf_operator_\(key.id)_\(text.suffix(64))"] {
            #expect(try await Self.status(String(wrong), world) == 401)
        }
        // And a wrong text spoils nothing for the right one.
        #expect(try await Self.status(text, world) == 200)
    }
}
