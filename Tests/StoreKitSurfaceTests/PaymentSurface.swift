import StoreKit

/// Uses: SKPayment
final class PaymentDouble: SKPayment {
    override var productIdentifier: String { "com.example.coins" }
    override var quantity: Int { 2 }
    override var applicationUsername: String? { "hash" }
    override var requestData: Data? { Data([1]) }
    override var simulatesAskToBuyInSandbox: Bool { true }
    override var paymentDiscount: SKPaymentDiscount? { DiscountTermsDouble() }
}

/// Uses: SKMutablePayment
final class MutablePaymentDouble: SKMutablePayment {
    private var chosen = 1

    override var quantity: Int {
        get { chosen }
        set { chosen = newValue * 10 }
    }
}

/// Uses: SKPaymentDiscount
final class DiscountTermsDouble: SKPaymentDiscount {
    static let number = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

    override var identifier: String { "offer" }
    override var keyIdentifier: String { "KEY" }
    override var nonce: UUID { Self.number }
    override var signature: String { "c2lnbmF0dXJl" }
    override var timestamp: NSNumber { 1_700_000_000_000 }
}

/// A double with an initialiser of its own, which still has the one that takes a product.
///
/// Uses: SKPayment
final class PlainPaymentDouble: SKPayment {
    override init() {
        super.init()
    }
}

/// What a wrapper does with payments.
enum PaymentSurface {
    /// Uses: SKMutablePayment
    static func payment(for product: SKProduct) -> SKMutablePayment {
        let payment = SKMutablePayment(product: product)
        payment.productIdentifier = product.productIdentifier
        payment.quantity = 3
        payment.applicationUsername = "hash"
        payment.requestData = Data([2])
        payment.simulatesAskToBuyInSandbox = true
        payment.paymentDiscount = discount
        return payment
    }

    /// Uses: SKPaymentDiscount
    static var discount: SKPaymentDiscount {
        SKPaymentDiscount(
            identifier: "offer", keyIdentifier: "KEY", nonce: DiscountTermsDouble.number, signature: "c2lnbmF0dXJl",
            timestamp: NSNumber(value: 1_700_000_000_000))
    }

    /// Uses: SKPayment
    static func lines(of payment: SKPayment) -> [String] {
        [
            payment.productIdentifier, "\(payment.quantity)", payment.applicationUsername ?? "-",
            payment.requestData.map { "\(Array($0))" } ?? "-", "\(payment.simulatesAskToBuyInSandbox)",
            payment.paymentDiscount.map(text(of:)) ?? "-",
        ]
    }

    static func text(of discount: SKPaymentDiscount) -> String {
        "\(discount.identifier) \(discount.keyIdentifier) \(discount.nonce) \(discount.signature) \(discount.timestamp)"
    }

    /// Uses: SKPayment
    static func simple(_ product: SKProduct) -> SKPayment {
        SKPayment(product: product)
    }
}
