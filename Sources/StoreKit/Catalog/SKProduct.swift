public import Foundation
public import WindfallCStoreKit

/// A product as the store describes it: what a shop shows is this, never text of the app's own (F37).
///
/// Source: Apple, "SKProduct".
open class SKProduct: NSObject {
    /// The unit of a subscription's period.
    public typealias PeriodUnit = SKProductPeriodUnit

    private let values: ProductValues

    /// A product without values, for test doubles that override them.
    public override init() {
        values = ProductValues()
    }

    init(_ values: ProductValues) {
        self.values = values
    }

    /// The description in the language of the device.
    open var localizedDescription: String { values.description }
    /// The name in the language of the device.
    open var localizedTitle: String { values.title }
    /// What it costs in the account's storefront, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { values.price.amount }
    /// How the price is written.
    open var priceLocale: Locale { values.price.locale }
    /// The identifier that Connect knows it by.
    open var productIdentifier: String { values.productIdentifier }
    /// Whether the store hosts content for it; never.
    open var isDownloadable: Bool { false }
    /// The sizes of hosted content; none.
    open var downloadContentLengths: [NSNumber] { [] }
    /// The version of hosted content; empty.
    open var contentVersion: String { "" }
    /// The version of hosted content; empty.
    open var downloadContentVersion: String { "" }
    /// How long one period is; nil where the product is no auto-renewable subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? { values.period.map(SKProductSubscriptionPeriod.init) }
    /// The introductory offer; nil where there is none.
    open var introductoryPrice: SKProductDiscount? { values.introductoryOffer.map(SKProductDiscount.init) }
    /// The promotional offers.
    open var discounts: [SKProductDiscount] { values.promotionalOffers.map(SKProductDiscount.init) }
    /// The group of the subscription; nil where the product is no auto-renewable subscription.
    open var subscriptionGroupIdentifier: String? { values.group }
    /// Whether the family may use it.
    open var isFamilyShareable: Bool { values.isFamilyShareable }
}
