import WindfallCommerce
import WindfallTimeline

/// A decision in the making: the state as it is, and the events that are to change it. Nothing is changed here, so a
/// refusal at any point leaves no trace.
struct Plan {
    let state: StoreState
    private(set) var events: [StoreEvent] = []
    private var transactionsAdded: Int64 = 0
    private var webOrderLineItemsAdded: Int64 = 0

    init(_ state: StoreState) {
        self.state = state
    }

    var now: Instant { state.now }

    mutating func record(_ event: StoreEvent) {
        events.append(event)
    }

    /// The number that the next added transaction will have.
    var nextTransaction: TransactionNumber {
        TransactionNumber(Int64(state.transactions.count) + transactionsAdded + 1)
    }

    mutating func add(_ transaction: TransactionRecord) -> TransactionNumber {
        let number = nextTransaction
        transactionsAdded += 1
        events.append(.transactionAdded(transaction))
        return number
    }

    /// A new key of a subscription purchase.
    mutating func makeWebOrderLineItem() -> Int64 {
        webOrderLineItemsAdded += 1
        return state.lastWebOrderLineItem + webOrderLineItemsAdded
    }

    mutating func decide(_ command: StoreCommand) throws(StoreRefusal) -> Store.Subject {
        switch command {
        case .addDeveloper(let name): try addDeveloper(name)
        case .putApp(let bundleID, let change): try putApp(bundleID, change)
        case .putProduct(let bundleID, let definition, let delay): try putProduct(bundleID, definition, delay)
        case .addSecret(let owner): try addSecret(owner)
        case .removeSecret(let owner, let secret): try removeSecret(owner, secret)
        case .addKey(let developer, let publicKey): try addKey(developer, publicKey)
        case .revokeKey(let developer, let keyID): try revokeKey(developer, keyID)
        case .putTester(let name, let storefront): try putTester(name, storefront)
        case .setVolumePurchase(let account, let bundleID, let expires):
            try setVolumePurchase(account, bundleID, expires)
        case .openAccount(let isSandbox, let storefront, let organizer):
            try openAccount(isSandbox: isSandbox, storefront, organizer)
        case .changeAccount(let number, let change): try changeAccount(number, change)
        case .addDevice(let account, let bundleID, let appVersion, let identifier):
            try addDevice(account, bundleID, appVersion, identifier)
        case .buy(let purchase): try buy(purchase)
        case .settle(let number, let isApproved): try settle(number, isApproved: isApproved)
        case .resolve(let number): try resolve(number)
        case .finish(let number): try finish(number)
        case .refund(let number, let reason, let percentage):
            try refund(number, reason: reason, percentage: percentage)
        case .revoke(let number): try revoke(number)
        case .restore(let device): try restore(device)
        case .refreshReceipt(let device): try refreshReceipt(device)
        case .changeSubscription(let original, let change): try changeSubscription(original, change)
        case .expire(let original): try expire(original)
        case .renew(let original): try renewNow(original)
        case .erase(let number): try erase(number)
        case .clear(let account): try clear(account)
        }
    }
}
