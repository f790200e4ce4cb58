public import Foundation

/// What can be bought (F5), as the store told of it.
///
/// Source: Apple, "Product".
public struct Product: Identifiable, Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// The product's identifier.
    public let id: String
    public let type: ProductType
    public let displayName: String
    public let description: String
    /// In units of the currency of the person's country.
    public let price: Decimal
    /// The price as the shop shows it.
    public let displayPrice: String
    public let isFamilyShareable: Bool
    /// Nil where the product is no auto-renewable subscription.
    public let subscription: SubscriptionInfo?
    /// The product as the store tells of it.
    public let jsonRepresentation: Data
    /// The language and region that prices are written for, with the currency.
    let priceLocale: Locale

    /// How prices in the product's currency are written.
    public var priceFormatStyle: Decimal.FormatStyle.Currency {
        .currency(code: priceLocale.currency?.identifier ?? "USD").locale(priceLocale)
    }

    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
