import Foundation
import StoreKitTest
import Synchronization
import WindfallTimeline

/// A session with a product of each kind, on a clock of its own, and an observer of its queue.
struct Fixture {
    static let coins = "coins"
    static let pro = "pro"
    static let monthly = "monthly"
    /// 2026-01-31T10:00:00Z.
    static let start = Instant(milliseconds: 1_769_853_600_000)

    let session: SKTestSession
    let watcher = Watcher()

    /// Runs a story with a session of its own.
    static func story(_ body: (Fixture) async throws -> Void) async throws {
        try await SKTestSession.isolated {
            let fixture = try Fixture()
            SKPaymentQueue.default().add(fixture.watcher)
            try await body(fixture)
        }
    }

    private init() throws {
        session = try Self.session()
    }

    static func session() throws -> SKTestSession {
        try withFile(configuration) { try SKTestSession(contentsOf: $0, timeline: VirtualTimeline(now: start)) }
    }

    /// Lends a file with a content.
    static func withFile<Result>(_ content: String, _ body: (URL) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "windfall-\(SystemRandomness().uuidText()).storekit")
        try Data(content.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }

    func buy(_ productIdentifier: String) async {
        let payment = SKMutablePayment()
        payment.productIdentifier = productIdentifier
        SKPaymentQueue.default().add(payment)
        await session.settle()
    }

    /// The newest transaction.
    var last: SKTestTransaction? { session.allTransactions().last }

    static let configuration = """
        {"identifier": "0A1B2C3D", "version": {"major": 3, "minor": 0},
         "nonRenewingSubscriptions": [], "settings": {"_locale": "en_US"},
         "products": [
          {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "internalID": "1", "referenceName": "Coins",
           "familyShareable": false, "localizations": []},
          {"productID": "pro", "type": "NonConsumable", "displayPrice": "9.99", "internalID": "2", "referenceName": "Pro",
           "familyShareable": false, "localizations": []}],
         "subscriptionGroups": [{"id": "G1", "name": "Notes", "localizations": [], "subscriptions": [
          {"productID": "monthly", "type": "RecurringSubscription", "displayPrice": "4.99", "internalID": "3",
           "referenceName": "Monthly", "familyShareable": false, "localizations": [], "groupNumber": 1,
           "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "G1", "adHocOffers": [],
           "introductoryOffer": null}]}]}
        """
}

/// Hears of everything, and finishes nothing.
// What changes is in mutexes.
final class Watcher: NSObject, SKPaymentTransactionObserver, @unchecked Sendable {
    private let heard = Mutex<[String]>([])
    private let errors = Mutex<[SKError.Code]>([])

    /// What was heard, in order: product and state, or what else.
    var all: [String] { heard.withLock { $0 } }
    var codes: [SKError.Code] { errors.withLock { $0 } }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            let word =
                switch transaction.transactionState {
                case .purchasing: "purchasing"
                case .purchased: "purchased"
                case .failed: "failed"
                case .restored: "restored"
                case .deferred: "deferred"
                @unknown default: "unknown"
                }
            heard.withLock { $0.append("\(transaction.payment.productIdentifier) \(word)") }
            if let error = transaction.error as? SKError { errors.withLock { $0.append(error.code) } }
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        heard.withLock { $0 += transactions.map { "\($0.payment.productIdentifier) removed" } }
    }

    func paymentQueue(_ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String])
    {
        heard.withLock { $0.append("revoked \(productIdentifiers.joined(separator: " "))") }
    }
}
