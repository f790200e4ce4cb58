public import Foundation
import WindfallCommerce

/// The country of the person's account in the store.
///
/// Source: Apple, "Storefront".
public struct Storefront: Identifiable, Sendable {
    /// Three letters (ISO 3166-1).
    public let countryCode: String
    /// The store's own number of the country.
    public let id: String

    init(countryCode: String, id: String? = nil) {
        self.countryCode = countryCode
        self.id = id ?? WindfallCommerce.Storefront(rawValue: countryCode).storefrontId ?? ""
    }

    /// What is paid with there; nil where that is not known.
    public var currency: Locale.Currency? {
        WindfallCommerce.Storefront(rawValue: countryCode).currency.map { Locale.Currency($0.rawValue) }
    }
}
