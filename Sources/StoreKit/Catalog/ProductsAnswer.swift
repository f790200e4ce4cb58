import Foundation
import WindfallCStoreKit
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// What the store says to a products request (F5).
struct ProductsAnswer: Hashable, Sendable {
    var products: [ProductValues] = []
    var invalidIdentifiers: [String] = []
    /// The products as the store tells of them, with all keys, in the order of ``products``.
    var definitions: [JSONObject] = []

    init() {}

    /// Reads an answer.
    ///
    /// - Parameter locale: the language of names and prices.
    /// - Throws: ``StoreAskError/foreign(reason:)`` for what the protocol does not have.
    init(_ json: JSON, in locale: Locale) throws(StoreAskError) {
        guard let list = json["products"]?.array, let invalid = json["invalidProductIds"]?.array else {
            throw .foreign(reason: "The store's answer has no products.")
        }
        for item in list {
            guard let definition = item.object, let values = ProductValues(definition, in: locale) else {
                throw .foreign(reason: "The store's answer lacks parts of a product.")
            }
            products.append(values)
            definitions.append(definition)
        }
        for item in invalid {
            guard let identifier = item.text else { throw .foreign(reason: "An identifier is no text.") }
            invalidIdentifiers.append(identifier)
        }
    }
}

extension ProductValues {
    /// - Returns: nil where the store's JSON lacks what every product has.
    init?(_ json: JSONObject, in locale: Locale) {
        let product = ProductDefinition(json: json)
        guard let productIdentifier = product.productID, let price = json["price"].flatMap(Money.init(json:)) else {
            return nil
        }
        let written = locale.writing(price.currency.rawValue)
        let texts = product.localizations?.best(for: locale.identifier)
        self.init(
            productIdentifier: productIdentifier, title: texts?.displayName ?? product.referenceName ?? "",
            description: texts?.description ?? "", price: PriceValue(thousandths: price.thousandths, locale: written),
            isFamilyShareable: product.isFamilyShareable)
        guard product.productType == .autoRenewable else { return }
        period = product.period.map(PeriodValues.init)
        group = product.subscriptionGroupID
        introductoryOffer = product.offers(.introductory).first.flatMap { offer in
            OfferValues(offer, .introductory, price.currency, written)
        }
        promotionalOffers = product.offers(.promotional).compactMap { offer in
            OfferValues(offer, .subscription, price.currency, written)
        }
    }
}

extension OfferValues {
    /// - Returns: nil for an offer that can't be counted or has no price in the currency.
    init?(_ offer: SubscriptionOffer, _ type: SKProductDiscountType, _ currency: Currency, _ locale: Locale) {
        guard let period = offer.period, let mode = offer.paymentMode, let paymentMode = Self.modes[mode] else {
            return nil
        }
        let price = mode == .free ? Money(thousandths: 0, currency: currency) : offer.price(in: currency)
        guard let price else { return nil }
        self.init(
            identifier: type == .introductory ? nil : offer.offerID, type: type,
            price: PriceValue(thousandths: price.thousandths, locale: locale), period: PeriodValues(period),
            periods: offer.periods, paymentMode: paymentMode)
    }

    private static let modes: [OfferPaymentMode: SKProductDiscountPaymentMode] = [
        .free: .freeTrial, .payAsYouGo: .payAsYouGo, .payUpFront: .payUpFront,
    ]
}

extension PeriodValues {
    init(_ period: Period) {
        let unit: SKProductPeriodUnit =
            switch period.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        self.init(count: period.count, unit: unit)
    }
}

extension Locale {
    /// The same language and region with a currency as its keyword, as the store's price locales have it.
    func writing(_ currency: String) -> Locale {
        var components = Locale.Components(locale: self)
        components.currency = Locale.Currency(currency)
        return Locale(components: components)
    }
}
