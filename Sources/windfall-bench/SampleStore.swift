import WindfallCommerce
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// A store with a small catalog and many people, for measures of the engine.
struct SampleStore: Sendable {
    static let bundleID = "com.example.windfall.notes"
    static let coins = "com.example.windfall.notes.coins"
    static let monthly = "com.example.windfall.notes.monthly"
    /// What people buy, in turns.
    private static let basket = [coins, coins, coins, "com.example.windfall.notes.pass"]

    let service: StoreService
    let devices: [DeviceNumber]
    /// The app's shared secret.
    let secret: String

    /// Opens a store on a journal, on real time.
    init(journal: any Journal, people: Int) async throws {
        service = try StoreService(
            journal: journal, timeline: SystemTimeline(), mode: .real, start: SystemTimeline().now)
        _ = try await service.perform(.addDeveloper(name: "Example"))
        _ = try await service.perform(.putApp(bundleID: Self.bundleID, StoreCommand.AppChange()))
        guard case .secret(let secret) = try await service.perform(.addSecret(.app(AppNumber(1)))).subject else {
            throw Stopwatch.WrongAnswer()
        }
        self.secret = secret
        for product in Self.products {
            _ = try await service.perform(
                .putProduct(bundleID: Self.bundleID, ProductDefinition(json: product), propagationDelay: .zero))
        }
        var devices: [DeviceNumber] = []
        for person in 1...people {
            _ = try await service.perform(.openAccount(isSandbox: true, storefront: .usa, organizer: nil))
            let identifier = Array(repeating: UInt8(truncatingIfNeeded: person), count: 16)
            _ = try await service.perform(
                .addDevice(
                    AccountNumber(Int64(person)), bundleID: Self.bundleID, appVersion: nil, identifier: identifier))
            devices.append(DeviceNumber(Int64(person)))
        }
        self.devices = devices
    }

    private static let products: [JSONObject] = [
        ["productID": .string(coins), "type": "Consumable", "displayPrice": "0.99"],
        ["productID": .string(basket[3]), "type": "NonRenewingSubscription", "displayPrice": "2.99"],
        [
            "productID": .string(monthly), "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 1,
            "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1M",
        ],
    ]

    /// Buys something for somebody.
    ///
    /// - Parameter turn: tells what and for whom.
    func buy(_ turn: Int) async throws {
        let device = devices[turn % devices.count]
        let purchase = Purchase(device: device, productID: Self.basket[turn % Self.basket.count])
        guard case .transaction = try await service.perform(.buy(purchase)).subject else {
            throw Stopwatch.WrongAnswer()
        }
    }
}
