import WindfallJSON

extension StoreKitConfiguration {
    /// A file for a catalog that did not come from one, in version 4 with every key that Xcode asks for.
    ///
    /// Xcode's own numbers (`internalID`) are made from the identifiers where they are absent: the same catalog gives the
    /// same file. Keys of our own are kept; Xcode drops them when it saves.
    /// - Parameters:
    ///   - catalog: the products and groups.
    ///   - storefront: the storefront of the tests; where a product has only prices for storefronts, its price for this
    ///     one becomes the displayed one.
    ///   - locale: the language of the shop.
    public init(catalog: Catalog, storefront: Storefront = .usa, locale: String = "en_US") {
        var settings = StoreKitSettings(json: [
            "_failTransactionsEnabled": false, "_locale": .string(locale), "_storefront": .string(storefront.rawValue),
        ])
        settings.storeKitErrors = []
        settings.timeRate = .realTime
        let names = catalog.products.compactMap(\.productID).joined(separator: "\n")
        let policy: JSON = ["locale": .string(locale), "policyText": "", "policyURL": ""]
        self.init(json: [
            "appPolicies": ["eula": "", "policies": [policy]], "identifier": .string(Self.number(of: names)),
            "nonRenewingSubscriptions": [],
        ])
        self.settings = settings
        version = FormatVersion(major: 4, minor: 0)
        var completed = catalog
        completed.products = catalog.products.map { Self.completed($0, storefront: storefront) }
        for place in completed.groups.indices where completed.groups[place].localizations == nil {
            completed.groups[place].localizations = []
        }
        json = replacing(completed).json.sortedByKey()
    }

    /// The product with every key that Xcode asks for.
    private static func completed(_ product: ProductDefinition, storefront: Storefront) -> ProductDefinition {
        var product = product
        let productID = product.productID ?? ""
        if product.displayPrice == nil {
            let price = product.price(in: storefront)
            product.displayPrice = price?.amount ?? "0.00"
            product.currency = price?.currency
        }
        if product.familyShareable == nil { product.familyShareable = false }
        if product.internalID == nil { product.internalID = number(of: productID) }
        if product.localizations == nil { product.localizations = [] }
        if product.referenceName == nil { product.referenceName = productID }
        guard product.productType == .autoRenewable else { return product }
        if product.adHocOffers == nil { product.adHocOffers = [] }
        if product.codeOffers == nil { product.codeOffers = [] }
        if product.winbackOffers == nil { product.winbackOffers = [] }
        if product.groupNumber == nil { product.groupNumber = 1 }
        if product.json["introductoryOffer"] == nil {
            product.json["introductoryOffer"] = product.offers(.introductory).first.map { .object($0.json) } ?? .null
        }
        return product
    }

    /// Eight hexadecimal digits that are always the same for a text (the FNV-1a hash of 32 bits).
    private static func number(of text: String) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
