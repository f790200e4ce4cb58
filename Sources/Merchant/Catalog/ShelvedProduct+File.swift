package import WindfallCommerce

/// What the products of a `.storekit` file give, where nobody has said it.
///
/// | type | gives |
/// |---|---|
/// | consumable | one credit of the product's own name |
/// | non-consumable, free subscription | the entitlement of the product's own name |
/// | non-renewing subscription | the same; for ever, since the file knows no end (F44) |
/// | auto-renewable subscription | the entitlement of the group's name, so that all levels of a group give the same |
///
/// A product that is not cleared for sale is not listed; one that is not shareable gives nothing to the family.
extension ShelvedProduct {
    /// The products of a file without problems (``StoreKitConfiguration/problems()``), in the file's order.
    package static func products(of file: StoreKitConfiguration) -> [ShelvedProduct] {
        let catalog = file.catalog
        var names: [String: String] = [:]
        for group in catalog.groups {
            guard let id = group.id else { continue }
            names[id] = [group.name, id].compactMap { $0 }.first(where: Self.isName)
        }
        return catalog.products.enumerated().compactMap { place, definition in
            ShelvedProduct(definition, group: definition.subscriptionGroupID.flatMap { names[$0] }, place: place)
        }
    }

    private init?(_ definition: ProductDefinition, group: String?, place: Int) {
        guard let identifier = definition.identifier, let type = definition.productType else { return nil }
        var rule = ProductRule(type: type)
        switch type {
        case .consumable: rule.credits = [identifier.text: 1]
        case .nonConsumable, .free, .nonRenewing: rule.entitlements = [identifier.text]
        case .autoRenewable: rule.entitlements = [group ?? identifier.text]
        }
        rule.allowsFamilySharing = definition.isFamilyShareable
        if let price = definition.defaultPrice { rule.prices.append(CatalogPrice(price)) }
        let prices = (definition.prices ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
        rule.prices += prices.filter { $0.key.isWellFormed }.map { CatalogPrice($1, storefront: $0.rawValue) }
        self.init(identifier, rule)
        isListed = definition.isForSale
        self.place = Int64(place)
    }

    private static func isName(_ text: String) -> Bool {
        (try? ProductMembers.name(text, at: "")) != nil
    }
}
