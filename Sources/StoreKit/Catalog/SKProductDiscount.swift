public import Foundation
public import WindfallCStoreKit

/// An offer of a subscription: introductory or promotional.
///
/// Source: Apple, "SKProductDiscount".
open class SKProductDiscount: NSObject {
    /// How the offer is paid.
    public typealias PaymentMode = SKProductDiscountPaymentMode
    /// Which kind of offer it is.
    public typealias `Type` = SKProductDiscountType

    private let values: OfferValues

    /// An offer without values, for test doubles that override them.
    public override init() {
        values = OfferValues()
    }

    init(_ values: OfferValues) {
        self.values = values
    }

    /// The identifier of a promotional offer; nil for an introductory one.
    open var identifier: String? { values.identifier }
    /// Which kind of offer it is.
    open var type: SKProductDiscount.`Type` { values.type }
    /// The price of one period, or of all of them where it is paid up front.
    open var price: NSDecimalNumber { values.price.amount }
    /// How the price is written.
    open var priceLocale: Locale { values.price.locale }
    /// The period that the offer counts in.
    open var subscriptionPeriod: SKProductSubscriptionPeriod { SKProductSubscriptionPeriod(values.period) }
    /// For how many periods it holds.
    open var numberOfPeriods: Int { values.periods }
    /// How it is paid.
    open var paymentMode: SKProductDiscount.PaymentMode { values.paymentMode }
}
