import Synchronization
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting
import WindfallStoreEngine
import WindfallTimeline

/// A box, a merchant on either engine, and people who buy: one virtual clock, no sockets, nothing sleeps.
///
/// The merchant can be dropped at any moment and made anew on the same database, as after a crash.
final class MerchantWorld: Sendable {
    /// 2026-01-31T10:00:00Z: the last day of a month, so that calendar periods show.
    static let start = Instant(milliseconds: 1_769_853_600_000)
    static let notes = "com.example.notes"
    static let game = "com.example.game"

    let engine: TestEngine
    let place: TestPlace
    let database: Database
    let time: VirtualTimeline
    let shop: WorldShop
    let door: StoreDoor
    let settings: CurrentSettings
    let log: WorldLog
    private let present: Mutex<Merchant>
    private let randomness: SeededRandomness
    /// By app and role.
    private let keys: [String: [Role: String]]

    /// - Parameters:
    ///   - seed: of everything that is random.
    ///   - change: changes the configuration of the app `notes`.
    ///   - configure: changes the server's configuration.
    init(
        _ engine: TestEngine, seed: UInt64 = 1, database options: DatabaseSettings = DatabaseSettings(),
        app change: (inout MerchantApp) -> Void = { _ in },
        settings configure: (inout MerchantSettings) -> Void = { _ in }
    ) async throws {
        self.engine = engine
        place = try TestPlace(engine)
        time = VirtualTimeline(now: Self.start)
        database = try await Database.open(place.location, schemas: Merchant.schemas, options, at: Self.start)
        shop = try await WorldShop(seed: seed, apps: [Self.notes, Self.game])
        door = StoreDoor(shop: shop, time: time)
        log = WorldLog()
        randomness = SeededRandomness(seed: seed)
        settings = CurrentSettings(Self.settings(of: shop, app: change, settings: configure))
        present = Mutex(
            Self.merchant(database, settings, time, randomness, door, log))
        keys = try await Self.makeKeys(in: database, randomness)
        try await Self.fillShelves(of: [Self.notes, Self.game], in: database)
    }

    private static func settings(
        of shop: WorldShop, app change: (inout MerchantApp) -> Void,
        settings configure: (inout MerchantSettings) -> Void
    ) -> MerchantSettings {
        let apps = [notes, game].map { bundleID in
            var app = MerchantApp(bundleID: bundleID)
            app.sharedSecret = shop.secrets[bundleID].map { Secret($0) }
            app.userTokenKeys = [.hs256(WorldTokens.secret)]
            if bundleID == notes { change(&app) }
            return app
        }
        var settings = MerchantSettings(apps: apps)
        settings.trust = WorldShop.authority.trust
        settings.production = StoreDoor.production
        settings.sandbox = StoreDoor.sandbox
        configure(&settings)
        return settings
    }

    private static func merchant(
        _ database: Database, _ settings: CurrentSettings, _ time: VirtualTimeline, _ randomness: SeededRandomness,
        _ door: StoreDoor, _ log: WorldLog
    ) -> Merchant {
        Merchant(
            database: database, settings: settings,
            clock: MerchantClock(wall: time) { _ in
                try Task.checkCancellation()
                await Task.yield()
            },
            randomness: randomness, store: door, log: MerchantLog(timeline: time) { log.take($0) })
    }

    private static func makeKeys(
        in database: Database, _ randomness: SeededRandomness
    ) async throws -> [String: [Role: String]] {
        let records = KeyRecords(trail: AuditTrail(randomness: randomness), randomness: randomness)
        var keys: [String: [Role: String]] = [:]
        for app in [notes, game] {
            for role in Role.allCases {
                keys[app, default: [:]][role] = try await records.make(
                    role, for: app, label: "", at: start, in: database
                ).text.text
            }
        }
        return keys
    }

    private static func fillShelves(of apps: [String], in database: Database) async throws {
        let shelf = ProductShelf()
        let products = try WorldShop.rules.sorted { $0.key < $1.key }.map { id, rule in
            ShelvedProduct(try #require(ProductIdentifier(id)), rule)
        }
        try await database.write { scope throws(StorageError) in
            for app in apps {
                for product in products {
                    let contents = try shelf.lock(app, in: scope)
                    _ = try shelf.put(product, of: app, over: contents, at: start, in: scope)
                }
            }
        }
    }

    // MARK: The merchant

    var merchant: Merchant { present.withLock { $0 } }

    /// The server dies with all that it held in memory, and another one begins on the same database.
    func restart() {
        let merchant = Self.merchant(database, settings, time, randomness, door, log)
        present.withLock { $0 = merchant }
    }

    /// A second server on the same database.
    func twin() -> Merchant {
        Self.merchant(database, settings, time, randomness, door, log)
    }

    func key(_ role: Role, app: String = MerchantWorld.notes) -> String { keys[app]?[role] ?? "" }

    /// Changes the configuration while the server runs.
    func reconfigure(_ change: (inout MerchantSettings) -> Void) async {
        var settings = settings.value
        change(&settings)
        self.settings.replace(with: settings)
        await merchant.settingsChanged()
    }
}
