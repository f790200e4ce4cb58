import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A trail in a database of its own.
struct TestTrail {
    static let now = Instant(milliseconds: 1_700_000_000_000)

    let place: TestPlace
    let database: Database
    let trail = AuditTrail(randomness: SeededRandomness(seed: 5))

    init(_ engine: TestEngine) async throws {
        place = try TestPlace(engine)
        database = try await Database.open(place.location, schemas: [AuditTrail.schema], at: Self.now)
    }

    static func user(_ name: String) throws -> UserKey {
        UserKey(app: "com.example.notes", user: try #require(UserIdentifier(name)))
    }

    func append(_ number: Int64, about name: String) async throws {
        let (trail, user) = (trail, try Self.user(name))
        try await database.write(.statement) { scope throws(StorageError) in
            try trail.append(
                AuditKind(rawValue: "test"), about: user, content: ["number": .integer(number)],
                at: Self.now, in: scope)
        }
    }

    func erase(_ name: String) async throws -> Bool {
        let (trail, user) = (trail, try Self.user(name))
        return try await database.write(.statement) { scope throws(StorageError) in
            try trail.erase(user, at: Self.now, in: scope)
        }
    }

    func change(_ sql: SQL) async throws {
        let changed = try await database.write(.statement) { scope throws(StorageError) in try scope.run(sql) }
        #expect(changed > 0, "nothing was changed")
    }

    func report(_ kept: [UInt8]? = nil) async throws -> AuditReport {
        try await trail.verify(database, containing: kept)
    }

    /// Three users with three entries each, a checkpoint, and one more entry each.
    static func filled(_ engine: TestEngine) async throws -> TestTrail {
        let trail = try await TestTrail(engine)
        for number in 1...3 {
            for name in ["anna", "berta", "carla"] { try await trail.append(Int64(number), about: name) }
        }
        _ = try await trail.trail.checkpoint(in: trail.database, at: Self.now)
        for name in ["anna", "berta"] { try await trail.append(4, about: name) }
        _ = try await trail.trail.checkpoint(in: trail.database, at: Self.now)
        return trail
    }
}
