import Foundation

/// What a payment asks for, as a value.
struct PaymentTerms: Hashable, Sendable {
    var productIdentifier = ""
    var quantity = 1
    var applicationUsername: String?
    var requestData: Data?
    var simulatesAskToBuy = false
    var discount: DiscountTerms?
    /// What the product is called and costs, to ask the person; not part of what is asked of the store.
    var title: String?
    var price: PriceValue?
}

/// A promotional offer with the signature that allows it.
struct DiscountTerms: Hashable, Sendable {
    var identifier = ""
    var keyIdentifier = ""
    var nonce = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    /// Base64 of the DER signature.
    var signature = ""
    /// Milliseconds since 1970 UTC.
    var timestamp: Int64 = 0
}

extension PriceValue {
    /// A price as a product's properties tell it; fractions of a thousandth are dropped.
    init(_ amount: NSDecimalNumber, _ locale: Locale) {
        let thousandths = amount.multiplying(byPowerOf10: 3)
        self.init(thousandths: thousandths.int64Value, locale: locale)
    }
}
