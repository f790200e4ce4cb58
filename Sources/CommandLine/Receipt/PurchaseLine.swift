import WindfallCommerce
import WindfallTimeline

/// One purchase of an app receipt as a row of a table (F29).
struct PurchaseLine: Sendable {
    var entry: InAppEntry
    /// The moment at which a subscription may be active; nil where nothing is proved.
    var now: Instant?

    var cells: [String] {
        [
            entry.productID, type, entry.transactionID, entry.purchaseDate?.time ?? "", entry.expiresDate?.time ?? "",
            notes.joined(separator: ", "),
        ].map(Printable.escaped)
    }

    private var type: String {
        switch entry.productType {
        case .consumable: "consumable"
        case .nonConsumable: "non-consumable"
        case .autoRenewable: "auto-renewable"
        case .nonRenewing: "non-renewing"
        case .free: "free subscription"
        case nil: entry.productTypeCode.map { "type \($0)" } ?? ""
        }
    }

    private var notes: [String] {
        var notes: [String] = []
        if let date = entry.cancellationDate { notes.append("refunded \(date.date)") }
        if let now, entry.period?.isActive(at: now) == true { notes.append("active") }
        if entry.isTrialPeriod == true { notes.append("trial") }
        if entry.isInIntroOfferPeriod == true { notes.append("introductory price") }
        if let offer = entry.promotionalOfferID { notes.append("offer \(offer)") }
        if let original = entry.originalTransactionID, original != entry.transactionID {
            notes.append(entry.expiresDate == nil ? "restored" : "renewed")
        }
        if entry.quantity != 1 { notes.append("quantity \(entry.quantity)") }
        return notes
    }
}
