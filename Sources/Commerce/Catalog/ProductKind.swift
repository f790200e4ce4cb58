/// What a product gives (F1), as its developer declares it; the list is open.
public struct ProductKind: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Books, magazines, photos, art, levels, characters.
    public static let content = ProductKind(rawValue: "content")
    /// Unlocks or extends what is already in the app.
    public static let functionality = ProductKind(rawValue: "functionality")
    /// Bought anew for each use.
    public static let service = ProductKind(rawValue: "service")
    /// Access over time to content or a service.
    public static let subscription = ProductKind(rawValue: "subscription")

    /// What the store sells.
    public static let sold: [ProductKind] = [.content, .functionality, .service, .subscription]

    /// Refused: things that are made, sent or handed over.
    public static let physicalGoods = ProductKind(rawValue: "physicalGoods")
    /// Refused: what is done for the person outside the app.
    public static let realWorldService = ProductKind(rawValue: "realWorldService")
    /// Refused: money that can be used outside the app (D1).
    public static let intermediaryCurrency = ProductKind(rawValue: "intermediaryCurrency")

    /// Why the store refuses such a product, as a sentence; nil for what it sells and for what is not known.
    public var refusal: String? {
        switch self {
        case .physicalGoods:
            "Only digital goods are sold in an app: physical goods need another way to pay."
        case .realWorldService:
            "Only digital services are sold in an app: what is done outside of it needs another way to pay."
        case .intermediaryCurrency:
            "Currency that can be used outside the app is refused; coins spent inside it are a consumable."
        default: nil
        }
    }
}
