/// A product type as signed payloads spell it (Apple: type).
public struct SignedProductType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A period and a group; the store renews it.
    public static let autoRenewable = SignedProductType(rawValue: "Auto-Renewable Subscription")
    /// Bought once, then on all devices of the account.
    public static let nonConsumable = SignedProductType(rawValue: "Non-Consumable")
    /// Bought again each time.
    public static let consumable = SignedProductType(rawValue: "Consumable")
    /// A subscription whose period the store does not know (F44).
    public static let nonRenewing = SignedProductType(rawValue: "Non-Renewing Subscription")

    /// The product type of F2; nil for a word that is not known.
    public var productType: ProductType? {
        switch self {
        case .autoRenewable: .autoRenewable
        case .nonConsumable: .nonConsumable
        case .consumable: .consumable
        case .nonRenewing: .nonRenewing
        default: nil
        }
    }
}
