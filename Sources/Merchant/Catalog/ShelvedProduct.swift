package import WindfallCommerce
package import WindfallJSON

/// A product as it lies on the shelf: what it gives, and how the app's shop shows it.
package struct ShelvedProduct: Hashable, Sendable {
    /// As it is registered with the store (F3).
    package var productID: ProductIdentifier
    package var rule: ProductRule
    /// What the app wants to know of it, passed on as it is; nil where there is nothing.
    package var metadata: JSONObject?
    /// Whether the app offers it (F16). One that is not listed can still be owned and gives what its rule says.
    package var isListed = true
    /// Its place in the list, ascending; products of the same place follow their identifiers.
    package var place: Int64 = 0

    package init(_ productID: ProductIdentifier, _ rule: ProductRule) {
        self.productID = productID
        self.rule = rule
    }
}

/// How much may be said of one product, and how many there may be: each is read whole into memory.
package enum ShelfLimits {
    /// Products of one app; App Store Connect allows 10,000 in-app purchases.
    package static let products = 10_000
    /// Bytes of a product's JSON as it is sent.
    package static let productBytes = 256 * 1024
    static let productJSON = JSONLimits(maxBytes: productBytes, maxDepth: 16, maxValues: 20_000)
    /// Bytes of a product's metadata in compact JSON.
    package static let metadataBytes = 16 * 1024
    package static let entitlements = 100
    package static let credits = 20
    /// The largest number that one piece can give: 2 to the power of 53, less one, which every JSON reader keeps whole.
    package static let creditAmount: Int64 = 9_007_199_254_740_991
    /// 175 storefronts, each with more than ten changes.
    package static let prices = 2_000
    /// Bytes of the name of an entitlement, of a credit or of a stack.
    package static let nameBytes = 128
}
