import Testing
import WindfallCommerce
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// A store with one app and a product of each type, for tests.
struct Shop {
    var store: Store
    let account: AccountNumber
    let device: DeviceNumber

    static let bundleID = "com.example.notes"
    /// 2026-01-31T10:00:00Z: the last day of a month, so that calendar periods show.
    static let start = Instant(milliseconds: 1_769_853_600_000)

    static let coins = "com.example.notes.coins"
    static let pro = "com.example.notes.pro"
    static let monthly = "com.example.notes.monthly"
    static let yearly = "com.example.notes.yearly"
    static let pass = "com.example.notes.pass"
    static let news = "com.example.notes.news"

    static let products: [JSONObject] = [
        ["productID": .string(coins), "type": "Consumable", "displayPrice": "0.99"],
        ["productID": .string(pro), "type": "NonConsumable", "displayPrice": "9.99", "familyShareable": true],
        [
            "productID": .string(monthly), "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 2,
            "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1M",
        ],
        [
            "productID": .string(yearly), "type": "RecurringSubscription", "displayPrice": "39.99", "groupNumber": 1,
            "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1Y",
        ],
        ["productID": .string(pass), "type": "NonRenewingSubscription", "displayPrice": "2.99"],
        ["productID": .string(news), "type": "FreeSubscription", "displayPrice": "0"],
    ]

    init(isSandbox: Bool = true) throws {
        store = Store(StoreState(seed: 7, now: Self.start))
        _ = try store.handle(.addDeveloper(name: "Example"))
        var app = StoreCommand.AppChange()
        app.isNewsstand = true
        _ = try store.handle(.putApp(bundleID: Self.bundleID, app))
        for product in Self.products {
            _ = try store.handle(
                .putProduct(bundleID: Self.bundleID, ProductDefinition(json: product), propagationDelay: .zero))
        }
        guard
            case .account(let account) = try store.handle(
                .openAccount(isSandbox: isSandbox, storefront: Storefront(rawValue: "USA"), organizer: nil)
            ).subject,
            case .device(let device) = try store.handle(
                .addDevice(account, bundleID: Self.bundleID, appVersion: "1.0", identifier: Array(0..<16))
            ).subject
        else { fatalError("an account and a device were asked for") }
        self.account = account
        self.device = device
    }

    mutating func buy(_ productID: String, change: (inout Purchase) -> Void = { _ in }) throws -> TransactionNumber {
        var purchase = Purchase(device: device, productID: productID)
        change(&purchase)
        guard case .transaction(let number) = try store.handle(.buy(purchase)).subject else {
            fatalError("a purchase makes a transaction")
        }
        return number
    }

    mutating func setConduct(_ change: (inout StoreCommand.AccountChange) -> Void) throws {
        var accountChange = StoreCommand.AccountChange()
        change(&accountChange)
        _ = try store.handle(.changeAccount(account, accountChange))
    }

    func transaction(_ number: TransactionNumber) throws -> TransactionRecord {
        try store.state.transaction(number)
    }

    /// The identifiers of the products in the device's receipt, sorted.
    func receipt() throws -> [String] {
        try store.state.appReceipt(of: device).inApp.map(\.productID).sorted()
    }
}
