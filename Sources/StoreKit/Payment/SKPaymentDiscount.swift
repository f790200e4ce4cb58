public import Foundation

/// A promotional offer, signed by the developer's server.
///
/// Source: Apple, "SKPaymentDiscount".
open class SKPaymentDiscount: NSObject {
    final let terms: DiscountTerms

    /// An offer without values, for test doubles that override them.
    public override init() {
        terms = DiscountTerms()
    }

    /// - Parameters:
    ///   - identifier: the offer.
    ///   - keyIdentifier: the key that signed.
    ///   - nonce: used once.
    ///   - signature: base64 of the DER signature (ECDSA P-256 with SHA-256).
    ///   - timestamp: when it was signed, in milliseconds since 1970 UTC.
    public init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        terms = DiscountTerms(
            identifier: identifier, keyIdentifier: keyIdentifier, nonce: nonce, signature: signature,
            timestamp: timestamp.int64Value)
    }

    init(_ terms: DiscountTerms) {
        self.terms = terms
    }

    /// The offer.
    open var identifier: String { terms.identifier }
    /// The key that signed.
    open var keyIdentifier: String { terms.keyIdentifier }
    /// Used once.
    open var nonce: UUID { terms.nonce }
    /// Base64 of the DER signature.
    open var signature: String { terms.signature }
    /// When it was signed, in milliseconds since 1970 UTC.
    open var timestamp: NSNumber { NSNumber(value: terms.timestamp) }
}
