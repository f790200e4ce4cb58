import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A ledger of one test's own, on either engine, and what its app sells.
struct TestLedger: Sendable {
    static let now = Instant(milliseconds: 1_700_000_000_000)
    let place: TestPlace
    let database: Database
    let shelf = ProductShelf()
    let trail = AuditTrail(randomness: SeededRandomness(seed: 1))
    let ledger: EntitlementLedger
    var app: MerchantApp

    init(_ engine: TestEngine, transfers: TransferPolicy = .refuse) async throws {
        place = try TestPlace(engine)
        database = try await Database.open(place.location, schemas: Merchant.schemas, at: Self.now)
        ledger = EntitlementLedger(shelf: shelf, trail: trail)
        app = MerchantApp(bundleID: "com.example.notes")
        app.transfers = transfers
        try await sell()
    }

    /// What the app sells: coins, something for ever, a subscription, and one with coins.
    static let rules = [
        "coins": ProductRule(type: .consumable, credits: ["coins": 100]),
        "forever": ProductRule(type: .nonConsumable, entitlements: ["pro"]),
        "month": ProductRule(type: .autoRenewable, entitlements: ["pro"]),
        "bonus": ProductRule(type: .autoRenewable, entitlements: ["pro"], credits: ["coins": 10]),
    ]

    private func sell() async throws {
        let products = try Self.rules.sorted { $0.key < $1.key }.map { id, rule in
            ShelvedProduct(try #require(ProductIdentifier(id)), rule)
        }
        try await write { scope throws(StorageError) in
            for product in products {
                let contents = try shelf.lock(app.bundleID, in: scope)
                _ = try shelf.put(product, of: app.bundleID, over: contents, at: Self.now, in: scope)
            }
        }
    }

    // MARK: What happens

    /// A user shows facts.
    @discardableResult
    func show(
        _ facts: [PurchaseFact], _ renewals: [RenewalFact] = [], by user: String, sent: Instant? = nil,
        at now: Instant = TestLedger.now
    ) async throws -> [TransactionKey: TransferDecision] {
        let user = try key(user)
        var list = FactList()
        list.purchases = facts
        list.renewals = renewals
        let told = list
        return try await write { scope throws(StorageError) in
            try trail.append(AuditKind(rawValue: "shown"), about: user, content: [:], at: now, in: scope)
            return try ledger.record(
                told, shownBy: user, of: app, sent: sent, at: Moment(store: now, wall: now), in: scope)
        }
    }

    /// The store tells facts by itself.
    @discardableResult
    func tell(
        _ facts: [PurchaseFact], at now: Instant = TestLedger.now
    ) async throws -> [TransactionKey: UserIdentifier] {
        var list = FactList()
        list.purchases = facts
        let told = list
        return try await write { scope throws(StorageError) in
            try ledger.record(told, of: app, at: Moment(store: now, wall: now), in: scope)
        }
    }

    func refuse(_ proof: String, at now: Instant = TestLedger.now) async throws {
        try await write { scope throws(StorageError) in
            try ledger.refuse(proof: proof, of: app.bundleID, at: Moment(store: now, wall: now), in: scope)
        }
    }

    func book(of user: String, at now: Instant = TestLedger.now) async throws -> UserBook {
        let user = try key(user)
        return try await database.read { scope throws(StorageError) in
            try ledger.book(of: user, app: app, at: now, in: scope)
        }
    }

    /// The entitlements that a user has.
    func active(_ user: String, at now: Instant = TestLedger.now) async throws -> Set<String> {
        Set(try await book(of: user, at: now).holdings.entitlements.filter(\.isActive).map(\.id))
    }

    func credits(_ user: String, at now: Instant = TestLedger.now) async throws -> [String: Int64] {
        try await book(of: user, at: now).credits
    }

    // MARK: The database

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteScope) throws(StorageError) -> Value
    ) async throws -> Value {
        try await database.write(.statement, body)
    }

    /// The rows of a statement, as text.
    func rows(_ sql: SQL, _ values: [StorageValue] = []) async throws -> [[String]] {
        try await database.read { scope throws(StorageError) in
            try scope.rows(sql, values).map { row in
                row.values.map { value in
                    switch value {
                    case .null: "-"
                    case .integer(let number): String(number)
                    case .text(let text): text
                    case .bytes(let bytes): "\(bytes.count) bytes"
                    }
                }
            }
        }
    }

    func key(_ user: String) throws -> UserKey {
        UserKey(app: app.bundleID, user: try #require(UserIdentifier(user)))
    }
}

/// The instant so many days from the tests' now, negative before it.
func days(_ days: Int64) -> Instant {
    Instant(milliseconds: TestLedger.now.milliseconds + days * 86_400_000)
}

/// What a receipt or the store tells of a purchase that was made ten days ago.
func told(
    _ product: String, _ id: String, original: String? = nil, proof: String? = "receipt",
    _ environment: Environment = .production, changed: (inout PurchaseFact) -> Void = { _ in }
) -> PurchaseFact {
    var fact = PurchaseFact(TransactionKey(environment, id), productID: product, basis: proof == nil ? .store : .local)
    fact.proof = proof
    fact.originalTransactionID = original ?? id
    fact.purchaseDate = days(-10)
    fact.signedDate = days(-10)
    if product == "month" || product == "bonus" { fact.expiresDate = days(20) }
    changed(&fact)
    return fact
}

func production(_ id: String) -> TransactionKey { TransactionKey(.production, id) }
