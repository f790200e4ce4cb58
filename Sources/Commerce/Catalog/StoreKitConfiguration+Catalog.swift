import WindfallJSON

extension StoreKitConfiguration {
    /// All products and groups of the file: products, non-renewing ones, free ones, then group by group.
    ///
    /// A price has the currency of the settings' storefront: where that is not the US dollar, each product says so. A
    /// subscription without a group gets the one around it.
    public var catalog: Catalog {
        var catalog = Catalog()
        catalog.products = (products ?? []) + (nonRenewingSubscriptions ?? []) + (freeSubscriptions ?? [])
        for var group in subscriptionGroups ?? [] {
            for var subscription in group.subscriptions ?? [] {
                if subscription.json["subscriptionGroupID"] == nil { subscription.subscriptionGroupID = group.id }
                catalog.products.append(subscription)
            }
            group.subscriptions = nil
            catalog.groups.append(group)
        }
        if let currency = priceCurrency {
            for place in catalog.products.indices where catalog.products[place].json["currency"] == nil {
                catalog.products[place].currency = currency
            }
        }
        return catalog
    }

    /// The file with other products and groups; all else stays as it is.
    ///
    /// A file's own ``catalog`` gives the same file back. Subscriptions whose group the catalog does not have get a group
    /// with that identifier.
    public func replacing(_ catalog: Catalog) -> StoreKitConfiguration {
        var once: [ProductDefinition] = []
        var nonRenewing: [ProductDefinition] = []
        var free: [ProductDefinition] = []
        var subscriptions: [String: [ProductDefinition]] = [:]
        var groups = catalog.groups
        var known = Set(groups.compactMap(\.id))
        for var product in catalog.products {
            product.currency = currencyToWrite(product.currency)
            switch product.productType {
            case .nonRenewing: nonRenewing.append(product)
            case .free: free.append(product)
            case .autoRenewable:
                let group = product.subscriptionGroupID ?? ""
                subscriptions[group, default: []].append(product)
                if known.insert(group).inserted { groups.append(SubscriptionGroup(id: group, name: group)) }
            default: once.append(product)
            }
        }
        for place in groups.indices {
            groups[place].subscriptions = subscriptions.removeValue(forKey: groups[place].id ?? "") ?? []
        }
        var file = self
        file.products = once
        file.replace(\.nonRenewingSubscriptions, with: nonRenewing)
        file.replace(\.freeSubscriptions, with: free)
        file.subscriptionGroups = groups
        return file
    }

    /// Sets a list; an empty one does not appear where there was none.
    private mutating func replace(
        _ list: WritableKeyPath<StoreKitConfiguration, [ProductDefinition]?>, with products: [ProductDefinition]
    ) {
        if self[keyPath: list] != nil || !products.isEmpty { self[keyPath: list] = products }
    }

    /// What a product says about its currency inside this file: nothing where it has that of the storefront.
    private func currencyToWrite(_ currency: Currency?) -> Currency? {
        let expected = priceCurrency ?? .usDollar
        return (currency ?? .usDollar) == expected ? nil : currency ?? .usDollar
    }

    /// The currency of prices that name none; nil for US dollars, which need no naming.
    private var priceCurrency: Currency? {
        settings?.storefront?.currency.flatMap { $0 == .usDollar ? nil : $0 }
    }
}
