import Foundation
import WindfallCStoreKit

/// What is known of a product, as a value.
struct ProductValues: Hashable, Sendable {
    var productIdentifier = ""
    var title = ""
    var description = ""
    var price = PriceValue()
    /// Nil where the product is no auto-renewable subscription; so is the group.
    var period: PeriodValues?
    var group: String?
    var introductoryOffer: OfferValues?
    var promotionalOffers: [OfferValues] = []
    var isFamilyShareable = false
}

/// An offer of a subscription.
struct OfferValues: Hashable, Sendable {
    /// Nil for an introductory offer.
    var identifier: String?
    var type = SKProductDiscountType.introductory
    var price = PriceValue()
    var period = PeriodValues()
    var periods = 0
    var paymentMode = SKProductDiscountPaymentMode.payAsYouGo
}

/// A number of calendar units.
struct PeriodValues: Hashable, Sendable {
    var count = 0
    var unit = SKProductPeriodUnit.day
}

/// A price, and the language and region that it is written for.
struct PriceValue: Hashable, Sendable {
    /// Thousandths of the currency's unit.
    var thousandths: Int64 = 0
    /// With the currency as its keyword.
    var locale = Locale(identifier: "en_US@currency=USD")

    /// The price in units of the currency.
    var amount: NSDecimalNumber {
        NSDecimalNumber(mantissa: thousandths.magnitude, exponent: -3, isNegative: thousandths < 0)
    }

    /// The price as the shop shows it.
    var text: String {
        amount.decimalValue.formatted(.currency(code: locale.currency?.identifier ?? "USD").locale(locale))
    }
}
