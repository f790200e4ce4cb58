/// A purchase that somebody began outside the app, in the store's own pages.
///
/// Source: Apple, "PurchaseIntent".
public struct PurchaseIntent: Equatable, Sendable, Identifiable {
    public let product: Product
    /// The offer that goes with it.
    public let offer: Product.SubscriptionOffer?

    package init(product: Product, offer: Product.SubscriptionOffer? = nil) {
        self.product = product
        self.offer = offer
    }

    /// The product's identifier.
    public var id: Product.ID { product.id }
}
