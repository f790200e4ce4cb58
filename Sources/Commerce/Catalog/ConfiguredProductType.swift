/// A product type as `.storekit` files spell it.
public struct ConfiguredProductType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let consumable = ConfiguredProductType(rawValue: "Consumable")
    public static let nonConsumable = ConfiguredProductType(rawValue: "NonConsumable")
    public static let nonRenewing = ConfiguredProductType(rawValue: "NonRenewingSubscription")
    public static let autoRenewable = ConfiguredProductType(rawValue: "RecurringSubscription")
    /// Our own word: Xcode knows no free subscriptions.
    public static let free = ConfiguredProductType(rawValue: "FreeSubscription")

    /// - Parameter type: any of the five.
    public init(_ type: ProductType) {
        self =
            switch type {
            case .consumable: .consumable
            case .nonConsumable: .nonConsumable
            case .nonRenewing: .nonRenewing
            case .autoRenewable: .autoRenewable
            case .free: .free
            }
    }

    /// The product type of F2; nil for a word that is not known.
    public var productType: ProductType? {
        ProductType.allCases.first { ConfiguredProductType($0) == self }
    }
}
