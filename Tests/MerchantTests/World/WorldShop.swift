import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// A box in memory with two apps that sell one product of each type.
struct WorldShop: Sendable {
    static let coins = "notes.coins"
    static let pro = "notes.pro"
    static let tip = "notes.tip"
    static let monthly = "notes.monthly"
    static let yearly = "notes.yearly"
    static let pass = "notes.pass"
    private static let token = "control-token"

    /// One authority for all tests: making keys takes time.
    static let authority: TestAuthority = {
        do {
            return try TestAuthority(randomness: SeededRandomness(seed: 5))
        } catch {
            fatalError("\(error)")
        }
    }()

    /// What the products give, by the merchant's list.
    static let rules = [
        coins: ProductRule(type: .consumable, credits: ["coins": 100]),
        pro: ProductRule(type: .nonConsumable, entitlements: ["pro"]),
        tip: ProductRule(type: .consumable),
        monthly: ProductRule(type: .autoRenewable, entitlements: ["premium"]),
        yearly: ProductRule(type: .autoRenewable, entitlements: ["premium"]),
        pass: ProductRule(
            type: .nonRenewing, entitlements: ["visit"],
            term: Period("P7D").map { NonRenewingTerm($0, stack: "visit") }),
    ]

    private static func products(of app: String) -> [JSONObject] {
        [
            ["productID": .string(coins), "type": "Consumable", "displayPrice": "0.99"],
            ["productID": .string(tip), "type": "Consumable", "displayPrice": "0.99"],
            ["productID": .string(pro), "type": "NonConsumable", "displayPrice": "9.99"],
            [
                "productID": .string(monthly), "type": "RecurringSubscription", "displayPrice": "4.99",
                "groupNumber": 2, "subscriptionGroupID": .string(app), "recurringSubscriptionPeriod": "P1M",
            ],
            [
                "productID": .string(yearly), "type": "RecurringSubscription", "displayPrice": "39.99",
                "groupNumber": 1, "subscriptionGroupID": .string(app), "recurringSubscriptionPeriod": "P1Y",
            ],
            ["productID": .string(pass), "type": "NonRenewingSubscription", "displayPrice": "2.99"],
        ]
    }

    let box: StoreBox
    /// The shared secrets, by bundle identifier.
    let secrets: [String: String]

    /// - Parameter apps: their bundle identifiers. Product identifiers are unique within a developer account (F3), so
    ///   each app has its own.
    init(seed: UInt64, apps: [String]) async throws {
        let journal = MemoryJournal(header: JournalHeader(format: 1, seed: seed))
        let service = try StoreService(
            journal: journal, timeline: VirtualTimeline(now: MerchantWorld.start), mode: .stepped,
            start: MerchantWorld.start)
        box = StoreBox(
            service: service, desk: ReceiptDesk(authority: Self.authority),
            configuration: StoreBox.Configuration(controlToken: Self.token) { _ in await Task.yield() })
        var secrets: [String: String] = [:]
        for app in apps {
            let developer = try await Self.ask(box, .post, "/connect/v1/developers", ["name": .string(app)])
            let made = try await Self.ask(
                box, .put, "/connect/v1/apps/\(app)", ["developerId": developer["developerId"] ?? .null])
            secrets[app] = try #require(made["sharedSecret"]?.text)
            for product in Self.products(of: app) {
                let id = product["productID"]?.text ?? ""
                _ = try await Self.ask(box, .put, "/connect/v1/apps/\(app)/products/\(id)", .object(product))
            }
        }
        self.secrets = secrets
    }

    /// Asks control or Connect.
    private static func ask(
        _ box: StoreBox, _ method: HTTPMethod, _ path: String, _ body: JSON?
    ) async throws -> JSONObject {
        let (status, json) = try await answer(of: box, to: method, path, body)
        try #require(status.code < 300, "\(method.name) \(path): \(json.text())")
        return try #require(json.object)
    }

    private static func answer(
        of box: StoreBox, to method: HTTPMethod, _ path: String, _ body: JSON?
    ) async throws -> (status: HTTPStatus, json: JSON) {
        var request = HTTPRequest(
            method, try #require(HTTPURL("http://127.0.0.1:8180\(path)")), body: body?.bytes() ?? [])
        try request.headers.append("Authorization", "Bearer \(token)")
        let response = try await MemoryServer(service: box.control).respond(to: request)
        let bytes = response.body
        return (response.status, bytes.isEmpty ? [:] : try JSON(reading: bytes.span))
    }

    @discardableResult
    func post(_ path: String, _ body: JSON = [:]) async throws -> JSONObject {
        try await Self.ask(box, .post, "/control/v1\(path)", body)
    }

    /// Asks for what the store may refuse as things stand; nil when it does.
    func attempt(_ method: HTTPMethod, _ path: String, _ body: JSON) async throws -> JSONObject? {
        let (status, json) = try await Self.answer(of: box, to: method, "/control/v1\(path)", body)
        guard status != .conflict else { return nil }
        try #require(status.code < 300, "\(path): \(json.text())")
        return json.object
    }

    func get(_ path: String) async throws -> JSONObject {
        try await Self.ask(box, .get, "/control/v1\(path)", nil)
    }

    @discardableResult
    func patch(_ path: String, _ body: JSON) async throws -> JSONObject {
        try await Self.ask(box, .patch, "/control/v1\(path)", body)
    }

    // MARK: People

    /// Somebody with an account of the store and a device.
    struct Buyer: Sendable {
        var account: String
        var device: String
        var token: String
        var app: String
        var isSandbox: Bool
    }

    func buyer(sandbox isSandbox: Bool = false, app: String = MerchantWorld.notes) async throws -> Buyer {
        let account = try await post("/accounts", ["environment": isSandbox ? "Sandbox" : "Production"])
        let accountID = try #require(account["accountId"]?.text)
        var buyer = Buyer(account: accountID, device: "", token: "", app: app, isSandbox: isSandbox)
        buyer = try await anotherDevice(of: buyer)
        return buyer
    }

    /// The same person on another device.
    func anotherDevice(of buyer: Buyer) async throws -> Buyer {
        let device = try await post(
            "/devices", ["accountId": .string(buyer.account), "bundleId": .string(buyer.app)])
        var buyer = buyer
        buyer.device = try #require(device["deviceId"]?.text)
        buyer.token = try #require(device["token"]?.text)
        return buyer
    }

    /// A purchase: `transactionId`, `receipt`, `transactionReceipt`, `signedTransactionInfo`.
    func buy(_ product: String, by buyer: Buyer, quantity: Int64 = 1) async throws -> JSONObject {
        try await post("/purchases", Self.order(of: product, by: buyer, quantity: quantity))
    }

    static func order(of product: String, by buyer: Buyer, quantity: Int64 = 1) -> JSON {
        [
            "accountId": .string(buyer.account), "deviceId": .string(buyer.device),
            "bundleId": .string(buyer.app), "productId": .string(product), "quantity": .integer(quantity),
        ]
    }

    /// The receipt on the buyer's device, as it would be after a refresh.
    func receipt(of buyer: Buyer) async throws -> String {
        let path =
            "/receipts?accountId=\(buyer.account)&bundleId=\(buyer.app)&deviceId=\(buyer.device)&refresh=true"
        return try #require(try await get(path)["receipt"]?.text)
    }

    /// The StoreKit protocol, as the library on the device speaks it.
    func device(
        _ buyer: Buyer, _ method: HTTPMethod, _ path: String, _ body: JSON? = nil
    ) async throws -> JSONObject {
        var request = HTTPRequest(
            method, try #require(HTTPURL("http://127.0.0.1:8181/storekit/v1\(path)")), body: body?.bytes() ?? [])
        try request.headers.append("Authorization", "Bearer \(buyer.token)")
        let response = try await MemoryServer(service: box.host(isSandbox: buyer.isSandbox)).respond(to: request)
        let bytes = response.body
        let json: JSON = bytes.isEmpty ? [:] : try JSON(reading: bytes.span)
        try #require(response.status.code < 300, "\(method.name) \(path): \(json.text())")
        return json.object ?? [:]
    }

    /// Moves the store's clock.
    func setClock(to now: Instant) async throws {
        try await post("/clock", ["to": .integer(now.milliseconds)])
    }
}
