import Foundation
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// `/healthz`, `/readyz`, `/metrics`, over the merchant's own routes.
@Suite struct OperationTests {
    private static let now = Instant(milliseconds: 1_769_860_800_000)

    private struct Scene {
        let place: TestPlace
        let database: Database
        let merchant: Merchant
        private let service: HTTPService

        init(_ engine: TestEngine, isOpen: Bool = true) async throws {
            place = try TestPlace(engine)
            database = try await Database.open(place.location, schemas: Merchant.schemas, at: now)
            var settings = MerchantSettings(apps: [MerchantApp(bundleID: "com.example.demo")])
            settings.metricsAreOpen = isOpen
            let wall = VirtualTimeline(now: now)
            merchant = Merchant(
                database: database, settings: CurrentSettings(settings), clock: MerchantClock(wall: wall) { _ in },
                randomness: SeededRandomness(seed: 1), store: MemoryTransport([:]),
                log: MerchantLog(timeline: wall) { _ in })
            service = merchant.service
        }

        func ask(_ path: String, _ method: HTTPMethod = .get, key: String? = nil) async throws -> HTTPResponse {
            let url = try #require(HTTPURL("http://127.0.0.1:8080\(path)"))
            var headers = HTTPHeaders()
            if let key { try headers.append("Authorization", "Bearer \(key)") }
            return await service(HTTPRequest(method, url, headers: headers))
        }

        func metrics() async throws -> [String] {
            String(decoding: try await ask("/metrics").body, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    @Test("Alive and ready, about us and never about the store", arguments: TestEngine.present)
    func ready(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        #expect(try await scene.ask("/healthz").status == .ok)
        #expect(try await scene.ask("/readyz").status == .ok)
        #expect(try await scene.ask("/healthz", .head).status == .ok)
        #expect(try await scene.ask("/readyz", .post).status == .methodNotAllowed)
    }

    @Test("Without its database it is alive and not ready, says so in numbers, and comes back by itself")
    func databaseAway() async throws {
        let scene = try await Scene(.sqlite)
        guard case .sqlite(let path) = scene.place.location else { return }
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        let answer = try await scene.ask("/readyz")
        #expect(answer.status == HTTPStatus(503) && answer.headers["Retry-After"] != nil)
        #expect(try JSON(reading: answer.body.span)["error"]?["code"]?.text == "database_unavailable")
        #expect(try await scene.ask("/healthz").status == .ok)
        let numbers = try await scene.metrics()
        #expect(numbers.contains("windfall_database_up 0"))
        #expect(!numbers.contains { $0.hasPrefix("windfall_jobs") })
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        #expect(try await scene.ask("/readyz").status == .ok)
        #expect(try await scene.metrics().contains("windfall_database_up 1"))
    }

    @Test("Numbers are for the operators of any app, unless the settings open them", arguments: TestEngine.present)
    func closed(engine: TestEngine) async throws {
        let scene = try await Scene(engine, isOpen: false)
        #expect(try await scene.ask("/metrics").status == .unauthorized)
        #expect(try await scene.ask("/metrics", key: "wf_operator_x").status == .unauthorized)
        for (role, status) in [(Role.operator, HTTPStatus.ok), (.server, .forbidden), (.client, .forbidden)] {
            let keys = KeyRecords(
                trail: AuditTrail(randomness: SeededRandomness(seed: 2)), randomness: SystemRandomness())
            let key = try await keys.make(role, for: "com.example.other", label: "", at: Self.now, in: scene.database)
            #expect(try await scene.ask("/metrics", key: key.text.text).status == status, "\(role)")
        }
        let open = try await Scene(engine).ask("/metrics")
        #expect(open.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    }

    @Test("Answers are counted by route and status, never by what a client made up", arguments: TestEngine.present)
    func requests(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        for _ in 0..<3 { _ = try await scene.ask("/healthz") }
        for path in ["/nothing", "/other?x=1", "/v1/%ZZ"] { _ = try await scene.ask(path) }
        _ = try await scene.ask("/healthz", try #require(HTTPMethod("BREW")))
        let numbers = try await scene.metrics()
        let prefix = "windfall_http_requests_total"
        #expect(numbers.contains("\(prefix){method=\"GET\",route=\"/healthz\",status=\"200\"} 3"))
        #expect(numbers.contains("\(prefix){method=\"GET\",route=\"none\",status=\"404\"} 2"))
        #expect(numbers.contains("\(prefix){method=\"GET\",route=\"none\",status=\"400\"} 1"))
        #expect(numbers.contains("\(prefix){method=\"other\",route=\"none\",status=\"405\"} 1"))
        #expect(!numbers.joined().contains("BREW") && !numbers.joined().contains("nothing"))
    }

    @Test(
        "The queue is told by kind and state, and how long the oldest job has been due", arguments: TestEngine.present)
    func queue(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        let queue = JobQueue(scene.database)
        try await scene.database.write { scope throws(StorageError) in
            for (number, age) in [0, 90_000, -60_000].enumerated() {
                let due = Instant(milliseconds: Self.now.milliseconds - Int64(age))
                let job = NewJob(identifier: "\(number)", kind: "verification", key: "a", payload: [], due: due)
                try queue.enqueue(job, at: Self.now, in: scope)
            }
        }
        let numbers = try await scene.metrics()
        #expect(numbers.contains("windfall_jobs{kind=\"verification\",state=\"due\"} 2"))
        #expect(numbers.contains("windfall_jobs{kind=\"verification\",state=\"scheduled\"} 1"))
        #expect(numbers.contains("windfall_jobs_oldest_due_seconds{kind=\"verification\"} 90"))
        #expect(numbers.contains("windfall_database_up 1"))
    }
}
