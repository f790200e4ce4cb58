/// What kind of thing is sold (F2), with the spellings that receipts and JWS use for it.
public enum ProductType: Hashable, Sendable, CaseIterable {
    /// Bought again each time; leaves the receipt once it is finished (F30).
    case consumable
    /// Bought once, then on all devices of the account.
    case nonConsumable
    /// A period and a group; the store renews it.
    case autoRenewable
    /// The older mechanism without a period in Connect (F44).
    case nonRenewing
    /// Signed up once, never expires; only in apps enabled for Newsstand.
    case free

    /// The number in attribute 1707 of an in-app entry: 0 non-consumable, 1 consumable, 2 non-renewing,
    /// 3 auto-renewable, 4 free subscription.
    public var receiptCode: Int64 {
        switch self {
        case .nonConsumable: 0
        case .consumable: 1
        case .nonRenewing: 2
        case .autoRenewable: 3
        case .free: 4
        }
    }

    /// - Parameter receiptCode: the number in attribute 1707; nil for a number that is not known.
    public init?(receiptCode: Int64) {
        guard let type = Self.allCases.first(where: { $0.receiptCode == receiptCode }) else { return nil }
        self = type
    }
}
