import WindfallTimeline

/// What was paid for a purchase, and who says so. What is not known is never counted as zero.
public enum PurchaseAmount: Hashable, Sendable {
    /// The store signed it.
    case signed(Money)
    /// It is the price in the developer's own list.
    case catalog(Money)
    /// Nobody tells.
    case unknown

    /// The amount; nil where nobody tells.
    public var money: Money? {
        switch self {
        case .signed(let money), .catalog(let money): money
        case .unknown: nil
        }
    }

    /// Who says so, in one word: `signed`, `catalog` or `unknown`.
    public var source: String {
        switch self {
        case .signed: "signed"
        case .catalog: "catalog"
        case .unknown: "unknown"
        }
    }
}

extension ProductRule {
    /// The list's price for a purchase at an instant: that of its storefront if there is one, else the general one; of
    /// those the one that began last.
    func price(in storefront: String?, at instant: Instant) -> Money? {
        let begun = prices.filter { $0.from <= instant }
        let own = begun.filter { $0.storefront != nil && $0.storefront == storefront }
        let fitting = own.isEmpty ? begun.filter { $0.storefront == nil } : own
        return fitting.max { $0.from < $1.from }?.price
    }
}

extension Sale {
    /// What was paid. The developer's list tells nothing of a purchase with an offer (but that a free trial costs
    /// nothing) and nothing of what a member of the family bought.
    func amount(under rules: OwnershipRules) -> PurchaseAmount {
        if let price { return .signed(price) }
        guard ownership != .familyShared, let purchaseDate, let rule = rules.products[productID],
            let price = rule.price(in: storefront, at: purchaseDate)
        else { return .unknown }
        if let offer {
            return offer.isFreeTrial ? .catalog(Money(thousandths: 0, currency: price.currency)) : .unknown
        }
        return price.times(quantity).map { .catalog($0) } ?? .unknown
    }
}
