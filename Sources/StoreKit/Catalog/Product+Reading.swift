import Foundation
import WindfallCStoreKit
import WindfallCommerce
package import WindfallJSON

extension Product {
    /// Reads a product of the store's answer.
    ///
    /// - Parameter locale: the language of names and prices.
    /// - Returns: nil where the store's JSON lacks what every product has.
    package init?(_ json: JSONObject, in locale: Locale) {
        let definition = ProductDefinition(json: json)
        guard let values = ProductValues(json, in: locale), let kind = definition.productType else { return nil }
        id = values.productIdentifier
        type =
            switch kind {
            case .consumable: .consumable
            case .nonConsumable, .free: .nonConsumable
            case .nonRenewing: .nonRenewable
            case .autoRenewable: .autoRenewable
            }
        displayName = values.title
        description = values.description
        price = values.price.amount.decimalValue
        displayPrice = values.price.text
        priceLocale = values.price.locale
        isFamilyShareable = values.isFamilyShareable
        subscription = SubscriptionInfo(values, definition, json)
        jsonRepresentation = Self.attributes(values, definition, type)
    }

    /// The keys that wrappers read of Apple's form; offers only where there are any.
    private static func attributes(
        _ values: ProductValues, _ definition: ProductDefinition, _ type: ProductType
    ) -> Data {
        let price = Self.price(values.price)
        var offer: JSONObject = [
            "currencyCode": .string(values.price.locale.currency?.identifier ?? ""), "price": .string(price),
            "priceFormatted": .string(values.price.text),
        ]
        if let period = definition.recurringSubscriptionPeriod {
            offer["recurringSubscriptionPeriod"] = .string(period)
        }
        let discounts = [values.introductoryOffer].compactMap { $0 } + values.promotionalOffers
        if !discounts.isEmpty { offer["discounts"] = .array(discounts.map(Self.discount)) }
        var attributes: JSONObject = [
            "description": ["standard": .string(values.description)],
            "icuLocale": .string(values.price.locale.identifier),
            "isFamilyShareable": .integer(values.isFamilyShareable ? 1 : 0), "kind": .string(type.rawValue),
            "name": .string(values.title), "offerName": .string(values.productIdentifier),
            "offers": [.object(offer)],
        ]
        if let group = values.group {
            attributes["subscriptionFamilyId"] = .string(group)
            attributes["subscriptionFamilyRank"] = .integer(Int64(definition.level))
        }
        let json: JSON = [
            "attributes": .object(attributes), "href": .string("/v1/in-apps/\(values.productIdentifier)"),
            "id": .string(values.productIdentifier), "type": "in-apps",
        ]
        return Data(json.bytes())
    }

    private static func price(_ price: PriceValue) -> String {
        NSDecimalNumber(decimal: price.amount.decimalValue).stringValue
    }

    private static func discount(_ offer: OfferValues) -> JSON {
        let value = SubscriptionOffer(offer)
        var json: JSONObject = [
            "modeType": .string(value.paymentMode.rawValue), "numOfPeriods": .integer(Int64(offer.periods)),
            "price": .string(price(offer.price)), "priceFormatted": .string(offer.price.text),
            "recurringSubscriptionPeriod": .string(offer.period.text), "type": .string(value.type.rawValue),
        ]
        if let identifier = offer.identifier { json["offerId"] = .string(identifier) }
        return .object(json)
    }
}

extension Product.SubscriptionInfo {
    /// - Returns: nil where the product is no auto-renewable subscription.
    init?(_ values: ProductValues, _ definition: ProductDefinition, _ json: JSONObject) {
        guard let period = values.period, let group = values.group else { return nil }
        introductoryOffer = values.introductoryOffer.map(Product.SubscriptionOffer.init)
        promotionalOffers = values.promotionalOffers.map(Product.SubscriptionOffer.init)
        winBackOffers = []
        subscriptionGroupID = group
        subscriptionPeriod = Product.SubscriptionPeriod(period)
        groupLevel = definition.level
        groupDisplayName = json["subscriptionGroupName"]?.text ?? group
        pricingTerms = [
            PricingTerms(
                billingPlanType: .upFront, billingPrice: values.price.amount.decimalValue,
                billingDisplayPrice: values.price.text, billingPeriod: subscriptionPeriod,
                commitmentInfo: PricingTerms.CommitmentInfo(
                    price: values.price.amount.decimalValue, displayPrice: values.price.text,
                    period: subscriptionPeriod),
                subscriptionOffers: [introductoryOffer].compactMap { $0 } + promotionalOffers)
        ]
    }
}

extension Product.SubscriptionOffer {
    init(_ offer: OfferValues) {
        id = offer.identifier
        type = offer.type == .introductory ? .introductory : .promotional
        price = offer.price.amount.decimalValue
        displayPrice = offer.price.text
        period = Product.SubscriptionPeriod(offer.period)
        periodCount = offer.periods
        paymentMode =
            switch offer.paymentMode {
            case .payUpFront: .payUpFront
            case .freeTrial: .freeTrial
            default: .payAsYouGo
            }
    }
}

extension Product.SubscriptionPeriod {
    init(_ period: PeriodValues) {
        let unit: Unit =
            switch period.unit {
            case .week: .week
            case .month: .month
            case .year: .year
            default: .day
            }
        self.init(unit: unit, value: period.count)
    }
}

extension PeriodValues {
    /// ISO 8601, for example `P1M`.
    fileprivate var text: String {
        let letter =
            switch unit {
            case .week: "W"
            case .month: "M"
            case .year: "Y"
            default: "D"
            }
        return "P\(count)\(letter)"
    }
}
