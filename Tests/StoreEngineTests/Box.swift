import Testing
import WindfallHTTP
import WindfallJSON
import WindfallOpenAPITesting
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// A box in memory with one app and a product of each type: what a test asks it goes through the routes.
struct Box {
    static let token = "control-token"
    /// One authority for all tests: making keys takes time.
    static let authority: TestAuthority = {
        do {
            return try TestAuthority(randomness: SeededRandomness(seed: 3))
        } catch {
            fatalError("\(error)")
        }
    }()

    let box: StoreBox
    let secret: String
    let journal: MemoryJournal

    /// - Parameter pause: what a long poll waits for at most; the usual one is over at once.
    static func opened(
        seed: UInt64 = 11, pause: @escaping @Sendable (Duration) async throws -> Void = { _ in await Task.yield() }
    ) async throws -> Box {
        let journal = MemoryJournal(header: JournalHeader(format: 1, seed: seed))
        let service = try StoreService(
            journal: journal, timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
        let store = StoreBox(
            service: service, desk: ReceiptDesk(authority: authority),
            configuration: StoreBox.Configuration(controlToken: token, pause: pause))
        _ = try await service.perform(.addDeveloper(name: "Example"))
        let unnamed = Box(box: store, secret: "", journal: journal)
        let app = try await unnamed.put("/connect/v1/apps/\(Shop.bundleID)", ["newsstand": true])
        let box = Box(box: store, secret: try #require(app["sharedSecret"]?.text), journal: journal)
        for product in Shop.products {
            let productID = product["productID"]?.text ?? ""
            _ = try await box.put("/connect/v1/apps/\(Shop.bundleID)/products/\(productID)", .object(product))
        }
        return box
    }

    private init(box: StoreBox, secret: String, journal: MemoryJournal) {
        self.box = box
        self.secret = secret
        self.journal = journal
    }

    /// A pause that ends only when it is cancelled.
    static func endless(_: Duration) async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        throw CancellationError()
    }

    /// Returns when so many requests wait for a change.
    func waiters(_ count: Int) async {
        while await box.service.waiting < count { await Task.yield() }
    }

    /// Asks control or Connect, with the token.
    func control(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil) async throws -> (HTTPStatus, JSON) {
        try await ask(box.control, method, "http://127.0.0.1:8180\(path)", body, token: Self.token)
    }

    func post(_ path: String, _ body: JSON = [:]) async throws -> JSONObject {
        try #require(try await control(.post, path, body).1.object)
    }

    func put(_ path: String, _ body: JSON) async throws -> JSONObject {
        try #require(try await control(.put, path, body).1.object)
    }

    func get(_ path: String) async throws -> JSONObject {
        try #require(try await control(.get, path).1.object)
    }

    /// Asks one of the two hosts.
    func host(
        sandbox isSandbox: Bool = true, _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, token: String? = nil
    ) async throws -> (HTTPStatus, JSON) {
        try await ask(box.host(isSandbox: isSandbox), method, "http://127.0.0.1:8182\(path)", body, token: token)
    }

    /// The answer of `/verifyReceipt`.
    func verify(_ receipt: String, sandbox isSandbox: Bool = true, password: String? = nil, excludesOld: Bool = false)
        async throws -> JSONObject
    {
        var body: JSONObject = ["receipt-data": .string(receipt)]
        if let password { body["password"] = .string(password) }
        if excludesOld { body["exclude-old-transactions"] = true }
        let (status, answer) = try await host(sandbox: isSandbox, .post, "/verifyReceipt", .object(body))
        #expect(status == .ok)
        return try #require(answer.object)
    }

    func ask(
        _ service: @escaping HTTPService, _ method: HTTPMethod, _ address: String, _ body: JSON?, token: String?
    ) async throws -> (HTTPStatus, JSON) {
        var request = HTTPRequest(method, try #require(HTTPURL(address)), body: body?.bytes() ?? [])
        if let token { try request.headers.append("Authorization", "Bearer \(token)") }
        let response = try await Self.respond(service, to: request)
        guard !response.body.isEmpty, response.headers["Content-Type"] == "application/json" else {
            return (response.status, .null)
        }
        let bytes = response.body
        return (response.status, try JSON(reading: bytes.span))
    }

    /// Answers a request, and holds the exchange against the files that describe the interfaces.
    static func respond(
        _ service: @escaping HTTPService, to request: HTTPRequest, at place: SourceLocation = #_sourceLocation
    ) async throws -> HTTPResponse {
        let response = try await MemoryServer(service: service).respond(to: request)
        for problem in Exchange(request: request, response: response).problems {
            Issue.record("\(problem)", sourceLocation: place)
        }
        return response
    }

    /// What a JWS of this store says, after it was found genuine.
    func payload(_ jws: JSON?) throws -> JSONObject {
        let reading = try Verifier(trust: Self.authority.trust).read(
            Array(try #require(jws?.text).utf8), at: Shop.start)
        #expect(reading.problem == nil)
        return try #require(try JSON(reading: JSON.object(reading.content.payload).text()).object)
    }

    /// A new account with a device.
    func account(sandbox isSandbox: Bool = true) async throws -> (account: String, device: String, token: String) {
        let account = try await post("/control/v1/accounts", ["environment": isSandbox ? "Sandbox" : "Production"])
        let accountID = try #require(account["accountId"]?.text)
        let device = try await post(
            "/control/v1/devices", ["accountId": .string(accountID), "bundleId": .string(Shop.bundleID)])
        return (accountID, try #require(device["deviceId"]?.text), try #require(device["token"]?.text))
    }

    func buy(_ productID: String, for account: String) async throws -> JSONObject {
        try await post(
            "/control/v1/purchases",
            ["accountId": .string(account), "bundleId": .string(Shop.bundleID), "productId": .string(productID)])
    }
}
