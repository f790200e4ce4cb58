import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A merchant with one app on an empty database, without a worker and without a store.
struct IntakeWorld {
    static let bundleID = "com.example.notes"
    /// 2024-08-06T12:00:00Z
    static let start = Instant(milliseconds: 1_722_945_600_000)

    let place: TestPlace
    let database: Database
    let merchant: Merchant
    let settings: CurrentSettings
    let key: String
    let wall: VirtualTimeline
    let store: VirtualTimeline

    /// - Parameters:
    ///   - database: how the database is used.
    ///   - change: changes the app's configuration.
    ///   - pause: stands for a second's waiting.
    init(
        _ engine: TestEngine, database settings: DatabaseSettings = DatabaseSettings(),
        app change: (inout MerchantApp) -> Void = { _ in },
        pause: @escaping @Sendable (VirtualTimeline) async throws -> Void = { _ in }
    ) async throws {
        place = try TestPlace(engine)
        database = try await Database.open(place.location, schemas: Merchant.schemas, settings, at: Self.start)
        var app = MerchantApp(bundleID: Self.bundleID)
        app.sandbox = .grant
        change(&app)
        var merchantSettings = MerchantSettings(apps: [app])
        merchantSettings.trust = TestReceipts.authority.trust
        self.settings = CurrentSettings(merchantSettings)
        wall = VirtualTimeline(now: Self.start)
        store = VirtualTimeline(now: Self.start)
        merchant = Merchant(
            database: database, settings: self.settings,
            clock: MerchantClock(wall: wall, store: store) { [wall] _ in
                try Task.checkCancellation()
                try await pause(wall)
            },
            randomness: SeededRandomness(seed: 1), store: MemoryTransport([:]),
            log: MerchantLog(timeline: wall) { _ in })
        key = try await Self.makeKey(.server, for: Self.bundleID, in: database)
        try await putProducts()
    }

    /// A new key's text.
    func makeKey(_ role: Role, app: String = IntakeWorld.bundleID) async throws -> String {
        try await Self.makeKey(role, for: app, in: database)
    }

    private static func makeKey(_ role: Role, for app: String, in database: Database) async throws -> String {
        let randomness = SystemRandomness()
        let keys = KeyRecords(trail: AuditTrail(randomness: randomness), randomness: randomness)
        return try await keys.make(role, for: app, label: "", at: start, in: database).text.text
    }

    private func putProducts() async throws {
        let (shelf, now) = (ProductShelf(), Self.start)
        try await database.write { scope throws(StorageError) in
            for (id, rule) in TestReceipts.products {
                guard let identifier = ProductIdentifier(id) else { continue }
                let contents = try shelf.lock(Self.bundleID, in: scope)
                _ = try shelf.put(
                    ShelvedProduct(identifier, rule), of: Self.bundleID, over: contents, at: now, in: scope)
            }
        }
    }

    // MARK: Asking

    /// What a request is answered with.
    struct Answer {
        var response: HTTPResponse
        var json: JSON

        var status: Int { response.status.code }
        var errorCode: String? { json["error"]?["code"]?.text }
        var id: String { json["verificationId"]?.text ?? "" }
    }

    func send(
        _ method: HTTPMethod, _ path: String, body: [UInt8] = [], headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPRequest(
            method, HTTPURL(origin: .init(scheme: .http, host: "merchant.example", port: 80), target: path), body: body)
        if !headers.contains(where: { $0.0 == "Authorization" }) {
            try request.headers.append("Authorization", "Bearer \(key)")
        }
        for (name, value) in headers { try request.headers.append(name, value) }
        let response = await merchant.router.respond(to: request)
        let bytes = response.body
        return Answer(response: response, json: try JSON(reading: bytes.span))
    }

    /// Sends a receipt.
    @discardableResult
    func post(
        _ receipt: String, user: String = "anna", app: String = IntakeWorld.bundleID,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        let body: JSON = ["receipt": .string(receipt), "later": "keys that nobody knows are skipped"]
        return try await send(
            .post, "/v1/apps/\(app)/users/\(user)/receipts", body: body.bytes(), headers: headers)
    }

    func verification(_ id: String) async throws -> Answer {
        try await send(.get, "/v1/verifications/\(id)")
    }

    // MARK: Looking

    /// How many rows of each table there are that an intake writes.
    struct Rows: Hashable {
        var submissions = 0
        var jobs = 0
        var entries = 0
        var facts = 0
    }

    func rows() async throws -> Rows {
        let row = try await database.read { scope throws(StorageError) in
            try scope.row(
                """
                SELECT (SELECT count(*) FROM submission), (SELECT count(*) FROM job),
                    (SELECT count(*) FROM audit_entry WHERE kind <> 'key.made'), (SELECT count(*) FROM fact)
                """)
        }
        let counts = try #require(row)
        return Rows(
            submissions: Int(try counts.integer(0)), jobs: Int(try counts.integer(1)),
            entries: Int(try counts.integer(2)), facts: Int(try counts.integer(3)))
    }

    /// Claims all verifications that are due.
    func jobs() async throws -> [ClaimedJob] {
        let lease = try #require(wall.now.adding(.seconds(60)))
        return try await JobQueue(database).claim(
            kind: "verification", limit: 100, holder: "test", at: wall.now, until: lease)
    }

    /// What the audit trail says, in order of writing within a chain.
    func auditContents() async throws -> [JSON] {
        let rows = try await database.read { scope throws(StorageError) in
            try scope.rows(
                """
                SELECT body FROM audit_content WHERE body NOT LIKE '%keyId%' ORDER BY chain, sequence
                """)
        }
        return try rows.map { row in
            let body = Array(try row.text(0).utf8)
            return try JSON(reading: body.span)
        }
    }

    /// A counter of the metrics, by its text.
    func counter(_ text: String) -> Int64 {
        merchant.metrics.values.first { $0.counter.text == text }?.value ?? 0
    }

    /// Concludes a verification as a worker does.
    func conclude(
        _ id: String, _ status: SubmissionStatus = .valid, reason: String? = nil, ringing: Bool = true
    ) async throws {
        let (records, now) = (SubmissionRecords(), wall.now)
        try await database.write(.statement) { scope throws(StorageError) in
            try records.set(status, reason: reason, environment: nil, concluded: now, of: id, in: scope)
        }
        if ringing { merchant.bell.ring(id) }
    }
}
