/// How an offer is paid, as `.storekit` files spell it.
public struct OfferPaymentMode: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing is paid.
    public static let free = OfferPaymentMode(rawValue: "free")
    /// A lower price each period.
    public static let payAsYouGo = OfferPaymentMode(rawValue: "payAsYouGo")
    /// One price for the whole offer.
    public static let payUpFront = OfferPaymentMode(rawValue: "payUpFront")

    /// The same as signed payloads spell it; nil for a word that is not known.
    public var discountType: OfferDiscountType? {
        switch self {
        case .free: .freeTrial
        case .payAsYouGo: .payAsYouGo
        case .payUpFront: .payUpFront
        default: nil
        }
    }
}
