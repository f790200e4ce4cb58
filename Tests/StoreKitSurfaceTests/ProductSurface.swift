import StoreKit

/// Uses: SKProduct
final class ProductDouble: SKProduct {
    override var localizedDescription: String { "Ten coins" }
    override var localizedTitle: String { "Coins" }
    override var price: NSDecimalNumber { NSDecimalNumber(string: "0.99") }
    override var priceLocale: Locale { Locale(identifier: "en_GB@currency=GBP") }
    override var productIdentifier: String { "com.example.coins" }
    override var isDownloadable: Bool { true }
    override var downloadContentLengths: [NSNumber] { [7] }
    override var contentVersion: String { "1.0" }
    override var downloadContentVersion: String { "1.1" }
    override var subscriptionPeriod: SKProductSubscriptionPeriod? { PeriodDouble() }
    override var introductoryPrice: SKProductDiscount? { DiscountDouble() }
    override var discounts: [SKProductDiscount] { [DiscountDouble()] }
    override var subscriptionGroupIdentifier: String? { "group" }
    override var isFamilyShareable: Bool { true }
}

/// Uses: SKProductSubscriptionPeriod
final class PeriodDouble: SKProductSubscriptionPeriod {
    override var numberOfUnits: Int { 3 }
    override var unit: SKProduct.PeriodUnit { .month }
}

/// Uses: SKProductDiscount
final class DiscountDouble: SKProductDiscount {
    override var identifier: String? { "offer" }
    override var type: SKProductDiscount.`Type` { .subscription }
    override var price: NSDecimalNumber { 1 }
    override var priceLocale: Locale { Locale(identifier: "en_GB@currency=GBP") }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { PeriodDouble() }
    override var numberOfPeriods: Int { 2 }
    override var paymentMode: SKProductDiscount.PaymentMode { .payUpFront }
}

/// A double that makes itself with an initialiser of its own, as test doubles of wrappers do.
final class NamedProduct: SKProduct {
    private let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override var productIdentifier: String { name }
}

/// What a wrapper writes about products: every member read through the class of the library.
enum ProductSurface {
    static func lines(of product: SKProduct) -> [String] {
        var lines = [
            product.localizedDescription, product.localizedTitle, product.price.stringValue,
            product.priceLocale.identifier, product.productIdentifier, "\(product.isDownloadable)",
            "\(product.downloadContentLengths.map(\.intValue))", product.contentVersion,
            product.downloadContentVersion, product.subscriptionGroupIdentifier ?? "-", "\(product.isFamilyShareable)",
        ]
        if let period = product.subscriptionPeriod { lines.append(text(of: period)) }
        lines += ([product.introductoryPrice].compactMap { $0 } + product.discounts).map(text(of:))
        return lines
    }

    static func text(of period: SKProductSubscriptionPeriod) -> String {
        "\(period.numberOfUnits) \(name(of: period.unit))"
    }

    static func text(of discount: SKProductDiscount) -> String {
        let kind = discount.type == .introductory ? "introductory" : "promotional"
        return [
            discount.identifier ?? "-", kind, discount.price.stringValue, discount.priceLocale.identifier,
            text(of: discount.subscriptionPeriod), "\(discount.numberOfPeriods)", name(of: discount.paymentMode),
        ].joined(separator: " ")
    }

    /// A switch as written for Apple's systems: the library may name more units one day.
    static func name(of unit: SKProduct.PeriodUnit) -> String {
        switch unit {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        @unknown default: "unknown"
        }
    }

    static func name(of mode: SKProductDiscount.PaymentMode) -> String {
        switch mode {
        case .payAsYouGo: "payAsYouGo"
        case .payUpFront: "payUpFront"
        case .freeTrial: "freeTrial"
        @unknown default: "unknown"
        }
    }
}
