package import WindfallCommerce

extension ProductType {
    /// Its word in the merchant's interface, such as `autoRenewable`.
    package var word: String {
        switch self {
        case .consumable: "consumable"
        case .nonConsumable: "nonConsumable"
        case .autoRenewable: "autoRenewable"
        case .nonRenewing: "nonRenewing"
        case .free: "free"
        }
    }

    /// - Parameter word: as ``word``; nil for any other text.
    package init?(word: String) {
        guard let type = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = type
    }
}
