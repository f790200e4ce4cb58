import WindfallCommerce
import WindfallHTTP
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

/// A merchant server without sockets, on an empty database.
final class SampleMerchant: Sendable {
    static let bundleID = "com.example.windfall.notes"

    let merchant: Merchant
    let database: Database
    private let server: MemoryServer
    private let key: String

    /// - Parameters:
    ///   - store: carries the questions.
    ///   - host: where the store is; nil for Apple's name, which the transport may answer for.
    init(
        _ location: DatabaseLocation, trust: Trust, store: any HTTPTransport = SilentStore(),
        host: HTTPURL.Origin? = nil
    ) async throws {
        database = try await Database.open(location, schemas: Merchant.schemas, at: SystemTimeline().now)
        var app = MerchantApp(bundleID: Self.bundleID)
        app.appleID = 1
        var settings = MerchantSettings(apps: [app])
        settings.trust = trust
        settings.receiptsPerMinute = 1_000_000
        settings.production = host ?? settings.production
        merchant = Merchant(
            database: database, settings: CurrentSettings(settings),
            clock: MerchantClock(wall: SystemTimeline()) { try await Task.sleep(for: $0) },
            randomness: SystemRandomness(), store: store, log: MerchantLog(timeline: SystemTimeline()) { _ in })
        server = MemoryServer(service: merchant.service)
        let keys = KeyRecords(trail: AuditTrail(randomness: SystemRandomness()), randomness: SystemRandomness())
        key = try await keys.make(
            .server, for: Self.bundleID, label: "bench", at: SystemTimeline().now, in: database
        ).text.text
    }

    /// Sends a receipt; false when it is not taken.
    func send(_ request: HTTPRequest) async -> Bool {
        var request = request
        try? request.headers.append("Authorization", "Bearer \(key)")
        guard let response = try? await server.respond(to: request) else { return false }
        return response.status == .accepted
    }

    /// How many verifications have their verdict.
    func concluded() async throws -> Int {
        let row = try await database.read { scope throws(StorageError) in
            try scope.row("SELECT count(*) FROM submission WHERE status = 'valid'")
        }
        return Int(try row?.integer(0) ?? 0)
    }

    /// Sends many, so many at a time.
    func send(_ requests: ArraySlice<HTTPRequest>, callers: Int) async throws {
        let share = max(1, (requests.count + callers - 1) / callers)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in stride(from: requests.startIndex, to: requests.endIndex, by: share) {
                group.addTask {
                    for request in requests[start..<min(start + share, requests.endIndex)] {
                        guard await self.send(request) else { throw Stopwatch.WrongAnswer() }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// A store that nobody can reach.
struct SilentStore: HTTPTransport {
    func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
        throw .refused
    }
}
