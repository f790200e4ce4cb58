import WindfallJSON

extension Catalog {
    /// All that keeps the store from registering the catalog: each product's problems, and identifiers that occur twice.
    ///
    /// Paths start with `products[n]` or `groups[n]`.
    public func problems() -> [CatalogProblem] {
        var identifiers: Set<String> = []
        var problems: [CatalogProblem] = []
        for (place, product) in products.enumerated() {
            problems += product.problems().map { $0.inside("products[\(place)]") }
            problems += Self.duplicate(product.productID, among: &identifiers, at: "products[\(place)].productID")
        }
        var groupIdentifiers: Set<String> = []
        for (place, group) in groups.enumerated() {
            problems += group.ownProblems(among: &groupIdentifiers).map { $0.inside("groups[\(place)]") }
        }
        return problems
    }

    /// The problem of an identifier that was seen before; none for nil.
    static func duplicate(_ identifier: String?, among seen: inout Set<String>, at path: String) -> [CatalogProblem] {
        guard let identifier, !seen.insert(identifier).inserted else { return [] }
        return [CatalogProblem(.duplicate, at: path, "Another one has this identifier.")]
    }
}

extension SubscriptionGroup {
    /// The problems of the group itself, not of its products.
    ///
    /// - Parameter seen: the identifiers of the groups before it.
    func ownProblems(among seen: inout Set<String>) -> [CatalogProblem] {
        var problems = (localizations ?? []).localeProblems(at: "localizations")
        if json["id"].map(\.isNull) ?? true {
            problems.append(CatalogProblem(.missing, at: "id", "A group has an identifier."))
        }
        return problems + Catalog.duplicate(id, among: &seen, at: "id")
    }
}
