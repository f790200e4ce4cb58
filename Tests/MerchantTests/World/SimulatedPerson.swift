import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallTimeline

/// Somebody who buys in one app, on one or two devices, and is known to the merchant by a name, at first perhaps by none.
struct SimulatedPerson: Sendable {
    var devices: [WorldShop.Buyer]
    /// The name that the app had before the person said who it is.
    var anonymous: String?
    /// The name once it is told.
    var known: String
    var isIdentified: Bool
    /// All receipts that the person's devices ever had.
    var receipts: [String] = []
    /// The coins of which a receipt was acknowledged: only these are finished.
    var delivered: Set<String> = []
    /// What was refunded.
    var refunded: Set<String> = []
    var spent: Int64 = 0

    var app: String { devices[0].app }
    var account: String { devices[0].account }
    var user: String { isIdentified ? known : anonymous ?? known }
    /// All names by which receipts of the person can come.
    var names: [String] { [known] + (anonymous.map { [$0] } ?? []) }
}

/// What the store's ledger says of a person in one app.
struct LedgerView: Sendable {
    private let transactions: [JSONObject]

    init(of person: SimulatedPerson, in shop: WorldShop) async throws {
        let told = try await shop.get("/transactions?accountId=\(person.account)")
        transactions = (told["transactions"]?.array ?? []).compactMap(\.object).filter {
            $0["bundleId"]?.text == person.app && ["purchased", "restored"].contains($0["state"]?.text)
        }
    }

    func identifiers(of product: String) -> [String] {
        paid(product, evenRevoked: true).compactMap { $0["transactionId"]?.text }
    }

    func unfinished(_ product: String) -> [String] {
        paid(product, evenRevoked: false).filter { $0["isFinished"]?.isTrue != true }
            .compactMap { $0["transactionId"]?.text }
    }

    /// The payments that were not paid back, oldest first.
    var refundable: [(id: String, product: String, isFinished: Bool)] {
        transactions.filter { $0["revocationDate"] == nil && $0["reason"]?.text != "restore" }.compactMap {
            guard let id = $0["transactionId"]?.text, let product = $0["productId"]?.text else { return nil }
            return (id, product, $0["isFinished"]?.isTrue == true)
        }
    }

    /// The first transactions of subscriptions.
    var subscriptions: [String] {
        Set(
            transactions.filter { $0["expiresDate"] != nil }.compactMap { $0["originalTransactionId"]?.text }
        ).sorted()
    }

    private func paid(_ product: String, evenRevoked: Bool) -> [JSONObject] {
        transactions.filter {
            $0["productId"]?.text == product && (evenRevoked || $0["revocationDate"] == nil)
        }
    }

    /// The credits that were paid for.
    func coins(evenRevoked: Bool = false) -> Int64 {
        paid(WorldShop.coins, evenRevoked: evenRevoked).reduce(0) { $0 + 100 * ($1["quantity"]?.int64 ?? 0) }
    }

    /// The entitlements that were paid for.
    ///
    /// - Parameter evenRevoked: whether what was paid back counts, as for those who have not heard of it.
    func entitlements(at now: Instant, evenRevoked: Bool = false) -> Set<String> {
        var names: Set<String> = []
        if !paid(WorldShop.pro, evenRevoked: evenRevoked).isEmpty { names.insert("pro") }
        let periods = [WorldShop.monthly, WorldShop.yearly].flatMap { paid($0, evenRevoked: evenRevoked) }
        let isActive = periods.contains {
            ($0["expiresDate"]?.int64 ?? 0) > now.milliseconds && (evenRevoked || $0["isUpgraded"]?.isTrue != true)
        }
        if isActive { names.insert("premium") }
        if let ends = visitEnds(evenRevoked: evenRevoked), now.milliseconds < ends { names.insert("visit") }
        return names
    }

    /// When the last of the weeks ends that run one after the other.
    private func visitEnds(evenRevoked: Bool) -> Int64? {
        let dates = paid(WorldShop.pass, evenRevoked: evenRevoked).filter { $0["reason"]?.text != "restore" }
            .compactMap { $0["purchaseDate"]?.int64 }.sorted()
        let week: Int64 = 7 * 86_400_000
        return dates.reduce(nil) { ends, date in max(ends ?? date, date) + week }
    }
}
