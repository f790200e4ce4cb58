public import Foundation

/// What is to be bought: a product and a quantity, and what the app says about it (F7).
///
/// Two payments are equal when they ask for the same; added twice, a payment is two purchases.
/// Source: Apple, "SKPayment".
open class SKPayment: NSObject, NSCopying, NSMutableCopying {
    final var terms: PaymentTerms

    /// A payment for nothing, for subclasses.
    public override init() {
        terms = PaymentTerms()
    }

    /// - Parameter product: a product that a products request gave.
    public convenience init(product: SKProduct) {
        self.init()
        terms.productIdentifier = product.productIdentifier
        terms.title = product.localizedTitle
        terms.price = PriceValue(product.price, product.priceLocale)
    }

    /// A payment made from a product's identifier alone (F7).
    ///
    /// - Parameter productIdentifier: what the payment is for; whether it is for sale shows when it is added.
    public convenience init(productIdentifier: String) {
        self.init()
        terms.productIdentifier = productIdentifier
    }

    // A convenience, so that a subclass which overrides `init()` alone inherits `init(product:)`, as at Apple.
    convenience init(_ terms: PaymentTerms) {
        self.init()
        self.terms = terms
    }

    /// The product to buy.
    open var productIdentifier: String { terms.productIdentifier }
    /// How many of it; 1 unless a mutable payment says otherwise.
    open var quantity: Int { terms.quantity }
    /// What the app calls the person, not to be read by anybody else: a digest.
    open var applicationUsername: String? { terms.applicationUsername }
    /// Reserved; nil.
    open var requestData: Data? { terms.requestData }
    /// Whether the sandbox is to act as if somebody else must approve.
    open var simulatesAskToBuyInSandbox: Bool { terms.simulatesAskToBuy }
    /// The promotional offer to buy at.
    open var paymentDiscount: SKPaymentDiscount? { terms.discount.map(SKPaymentDiscount.init) }

    /// What it asks for now, as a value; subclasses' getters are asked.
    final var presentTerms: PaymentTerms {
        var present = terms
        present.productIdentifier = productIdentifier
        present.quantity = quantity
        present.applicationUsername = applicationUsername
        present.requestData = requestData
        present.simulatesAskToBuy = simulatesAskToBuyInSandbox
        present.discount = paymentDiscount?.terms
        return present
    }

    /// A payment that does not change.
    open func copy(with zone: NSZone? = nil) -> Any {
        SKPayment(presentTerms)
    }

    /// A payment that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        SKMutablePayment(presentTerms)
    }

    /// Whether another payment asks for the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SKPayment else { return false }
        return self === other || presentTerms == other.presentTerms
    }

    /// Equal for equal payments.
    open override var hash: Int { presentTerms.hashValue }
}

/// A payment whose parts can be set.
///
/// Source: Apple, "SKMutablePayment".
open class SKMutablePayment: SKPayment {
    /// The product to buy.
    open override var productIdentifier: String {
        get { terms.productIdentifier }
        set { terms.productIdentifier = newValue }
    }
    /// How many of it, 1 to 10.
    open override var quantity: Int {
        get { terms.quantity }
        set { terms.quantity = newValue }
    }
    /// What the app calls the person, not to be read by anybody else: a digest.
    open override var applicationUsername: String? {
        get { terms.applicationUsername }
        set { terms.applicationUsername = newValue }
    }
    /// Reserved; nil.
    open override var requestData: Data? {
        get { terms.requestData }
        set { terms.requestData = newValue }
    }
    /// Whether the sandbox is to act as if somebody else must approve.
    open override var simulatesAskToBuyInSandbox: Bool {
        get { terms.simulatesAskToBuy }
        set { terms.simulatesAskToBuy = newValue }
    }
    /// The promotional offer to buy at.
    open override var paymentDiscount: SKPaymentDiscount? {
        get { terms.discount.map(SKPaymentDiscount.init) }
        set { terms.discount = newValue?.terms }
    }
}
