/// The products of an app and the groups of its subscriptions.
public struct Catalog: Hashable, Sendable {
    /// All products of all types, in their order.
    public var products: [ProductDefinition]
    /// The groups, without their products: a product names its group.
    public var groups: [SubscriptionGroup]

    public init(products: [ProductDefinition] = [], groups: [SubscriptionGroup] = []) {
        self.products = products
        self.groups = groups
    }

    /// The first product with an identifier.
    public subscript(productID: String) -> ProductDefinition? {
        products.first { $0.productID == productID }
    }
}
