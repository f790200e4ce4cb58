/// A storefront of the App Store by its three-letter code, such as `USA`; the list is open.
///
/// The code is ISO 3166-1 alpha-3 (Apple: `Storefront.countryCode`), but for `XKS`, Apple's code of Kosovo.
public struct Storefront: OpenWord {
    public let rawValue: String

    /// - Parameter rawValue: a code, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Where `.storekit` files and new accounts are, unless they say otherwise.
    public static let usa = Storefront(rawValue: "USA")

    /// The storefront with a number.
    ///
    /// - Parameter storefrontId: the number as signed payloads write it, for example `143441`.
    /// - Returns: `nil` for a number that is not known.
    public init?(storefrontId: String) {
        guard let code = Self.codesByIdentifier[storefrontId] else { return nil }
        self.init(rawValue: code)
    }

    /// Apple's number of the storefront, such as `143441`, as signed payloads write it (Apple: `storefrontId`); nil for a
    /// code that is not known.
    public var storefrontId: String? {
        Self.factsByCode[rawValue].map { String($0.number) }
    }

    /// The currency in which the store sells there; nil where that is not known.
    public var currency: Currency? {
        Self.factsByCode[rawValue]?.currency
    }

    /// Whether it is one of ``all``.
    public var isKnown: Bool {
        Self.factsByCode[rawValue] != nil
    }

    /// Whether the code is three capital letters of ASCII, known or not.
    public var isWellFormed: Bool {
        Currency(rawValue: rawValue).isWellFormed
    }

    /// The 175 storefronts of the App Store, in the order of their codes.
    public static let all: [Storefront] = facts.map { Storefront(rawValue: $0.code) }

    private static let factsByCode = Dictionary(facts.map { ($0.code, $0) }) { first, _ in first }
    private static let codesByIdentifier = Dictionary(facts.map { (String($0.number), $0.code) }) { first, _ in first }
}
