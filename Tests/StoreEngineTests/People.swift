import WindfallCommerce
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// People who use a store for a year, as a seed decides.
struct People {
    var store: Store
    /// The state before the first event here.
    let start: StoreState
    private(set) var events: [StoreEvent] = []
    private(set) var devices: [DeviceNumber] = []
    private(set) var accounts: [AccountNumber] = []
    /// Refused commands that changed something all the same.
    private(set) var changedByRefusal: [StoreCommand] = []
    private var payments: [Purchase] = []
    private let dice: SeededRandomness

    /// A subscription that the family shares, above the others of the group.
    private static let shared = "com.example.notes.family"
    private static let products = [
        Shop.coins, Shop.pro, Shop.monthly, Shop.yearly, Shop.pass, Shop.news, shared, "unknown",
    ]

    /// Offers of that subscription: two promotional ones, a code and one for those who left.
    private static let offers: [JSONObject] = [
        [
            "offerID": "half", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 2,
            "displayPrice": "3.49",
        ],
        ["offerID": "gift", "paymentMode": "free", "subscriptionPeriod": "P2W", "numberOfPeriods": 1],
        [
            "referenceName": "SPRING", "paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "numberOfPeriods": 1,
            "displayPrice": "9.99", "eligibility": ["new", "expired"],
        ],
        ["offerID": "again", "paymentMode": "free", "subscriptionPeriod": "P1M", "numberOfPeriods": 1],
    ]
    private static let offerNames: [(type: Int64, name: String)] = [
        (2, "half"), (2, "gift"), (3, "SPRING"), (4, "again"), (2, "unknown"),
    ]

    init(seed: UInt64) throws {
        let shop = try Shop()
        store = shop.store
        start = shop.store.state
        dice = SeededRandomness(seed: seed)
        handle(
            .putProduct(
                bundleID: Shop.bundleID,
                ProductDefinition(json: [
                    "productID": .string(Self.shared), "type": "RecurringSubscription", "displayPrice": "7.49",
                    "groupNumber": 1, "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1M",
                    "familyShareable": true, "adHocOffers": .array(Self.offers[0..<2].map { .object($0) }),
                    "codeOffers": [.object(Self.offers[2])], "winbackOffers": [.object(Self.offers[3])],
                ]), propagationDelay: .zero))
        for organizer in [nil, AccountNumber(2), nil] {
            handle(
                .openAccount(isSandbox: organizer != nil || accounts.isEmpty, storefront: .usa, organizer: organizer))
            accounts.append(AccountNumber(Int64(store.state.accounts.count)))
        }
        for (place, account) in (accounts + [accounts[0]]).enumerated() {
            let identifier = Array(repeating: UInt8(place + 1), count: 16)
            handle(.addDevice(account, bundleID: Shop.bundleID, appVersion: "1.0", identifier: identifier))
            devices.append(DeviceNumber(Int64(store.state.devices.count)))
        }
    }

    /// A number below a limit.
    private func roll(_ limit: Int) -> Int {
        Int(dice.bytes(count: 4).reduce(0) { $0 << 8 | UInt32($1) } % UInt32(limit))
    }

    private func pick<Value>(_ values: [Value]) -> Value {
        values[roll(values.count)]
    }

    /// Asks the store, which may refuse.
    private mutating func handle(_ command: StoreCommand) {
        let (sequence, digest) = (store.state.sequence, roll(8) == 0 ? store.state.digest : nil)
        do {
            events += try store.handle(command).events
        } catch {
            let isChanged = store.state.sequence != sequence || digest.map { $0 != store.state.digest } ?? false
            if isChanged { changedByRefusal.append(command) }
        }
    }

    /// One thing that somebody does, or time that passes.
    mutating func step() {
        switch roll(20) {
        case 0..<6: buy()
        case 6: if !payments.isEmpty { handle(.buy(pick(payments))) }
        case 7: setConduct()
        case 8:
            if let number = transaction({ $0.state == .deferred }) {
                handle(.settle(number, isApproved: roll(3) > 0))
            }
        case 9: if let number = transaction({ $0.state == .interrupted }) { handle(.resolve(number)) }
        case 10, 11: if let number = transaction({ !$0.isFinished }) { handle(.finish(number)) }
        case 12:
            if let number = transaction({ $0.revocation == nil }) {
                handle(.refund(number, reason: Int64(roll(3)), percentage: Int64(pick([100, 100, 33, 1, 0]))))
            }
        case 13: if let number = transaction({ $0.origin == .familyShare }) { handle(.revoke(number)) }
        case 14: if roll(4) == 0 { handle(.restore(pick(devices))) }
        case 15: handle(.refreshReceipt(pick(devices)))
        case 16:
            if let number = store.state.subscriptions.keys.sorted().last {
                handle(.changeSubscription(number, .init(isAutoRenewing: roll(2) == 0)))
            }
        case 17:
            if let number = store.state.subscriptions.filter({ $0.value.state == .active }).keys.min() {
                handle(.changeSubscription(number, .init(productID: pick(Self.products))))
            }
        default: wait()
        }
    }

    private mutating func buy() {
        var purchase = Purchase(device: pick(devices), productID: pick(Self.products))
        purchase.quantity = Int64(pick([1, 1, 1, 2, 10, 11]))
        if purchase.productID == Self.shared, roll(2) == 0 {
            (purchase.offerType, purchase.offerID) = pick(Self.offerNames)
        }
        if roll(2) == 0 { purchase.paymentID = "payment-\(payments.count)" }
        if purchase.paymentID != nil { payments.append(purchase) }
        handle(.buy(purchase))
    }

    private mutating func setConduct() {
        var change = StoreCommand.AccountChange()
        change.cardPays = roll(4) > 0
        change.asksToBuy = roll(3) == 0
        change.isInterrupted = roll(4) == 0
        change.canMakePayments = roll(8) > 0
        handle(.changeAccount(pick(accounts), change))
    }

    /// An odd amount of time, from a millisecond to forty days; now and then to the very end of a period.
    private mutating func wait() {
        let ends = store.state.subscriptions.values.filter { $0.state == .active }.map(\.expires)
        if roll(3) == 0, let end = ends.min() {
            events += store.advance(to: end)
        } else {
            let most = pick([1, 86_399_999, 3_000_000_000])
            events += store.advance(
                to: Instant(milliseconds: store.state.now.milliseconds + 1 + Int64(roll(most))))
        }
    }

    /// A transaction of some kind; nil where there is none.
    private func transaction(_ isWanted: (TransactionRecord) -> Bool) -> TransactionNumber? {
        let numbers = store.state.transactions.enumerated().filter { isWanted($0.element) }.map(\.offset)
        return numbers.isEmpty ? nil : TransactionNumber(Int64(pick(numbers) + 1))
    }
}
