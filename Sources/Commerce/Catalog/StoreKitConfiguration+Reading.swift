public import WindfallJSON

extension StoreKitConfiguration {
    /// Reads a `.storekit` file. What it says is judged by ``problems()``; here it only has to be usable.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: how much is read before the file is refused.
    /// - Throws: ``StoreKitConfigurationError`` with the key and its offset.
    public init(
        reading bytes: Span<UInt8>, limits: JSONLimits = .standard
    ) throws(StoreKitConfigurationError) {
        let document: JSON
        do {
            document = try JSON(reading: bytes, limits: limits)
        } catch {
            let path = JSONPosition.path(at: error.offset, in: bytes)
            throw StoreKitConfigurationError(.notJSON, path: path, offset: error.offset, cause: error)
        }
        guard let object = document.object else {
            throw StoreKitConfigurationError(.malformed, path: "", offset: JSONPosition.offset(of: "", in: bytes))
        }
        self.init(json: object)
        if let path = malformedField() {
            throw StoreKitConfigurationError(.malformed, path: path, offset: JSONPosition.offset(of: path, in: bytes))
        }
        guard let major = version?.major else {
            throw StoreKitConfigurationError(.missing, path: "version.major", offset: nil)
        }
        guard Self.versions.contains(major) else {
            let path = "version.major"
            throw StoreKitConfigurationError(
                .unsupportedVersion, path: path, offset: JSONPosition.offset(of: path, in: bytes))
        }
    }

    /// Reads a `.storekit` file from its text; see ``init(reading:limits:)-(Span<UInt8>,_)``.
    ///
    /// - Parameter text: the whole file.
    public init(reading text: String) throws(StoreKitConfigurationError) {
        try self.init(reading: text.utf8.span)
    }

    /// The file in UTF-8 as Xcode formats it, with all keys in their order and a newline at its end.
    ///
    /// What Xcode has written comes back byte for byte.
    public var bytes: [UInt8] {
        JSON.object(json).bytes(.xcode) + [UInt8(ascii: "\n")]
    }
}

extension StoreKitConfiguration {
    /// All that keeps the store from registering what the file holds, in no particular order.
    ///
    /// Paths start at the file's top, for example `subscriptionGroups[0].subscriptions[2].productID`.
    public func problems() -> [CatalogProblem] {
        var identifiers: Set<String> = []
        var problems: [CatalogProblem] = []
        for (key, products) in [
            ("products", products), ("nonRenewingSubscriptions", nonRenewingSubscriptions),
            ("freeSubscriptions", freeSubscriptions),
        ] {
            problems += Self.problems(in: products ?? [], at: key, among: &identifiers)
        }
        var groups: Set<String> = []
        for (place, group) in (subscriptionGroups ?? []).enumerated() {
            let path = "subscriptionGroups[\(place)]"
            problems += group.ownProblems(among: &groups).map { $0.inside(path) }
            let subscriptions = group.subscriptions ?? []
            problems += Self.problems(in: subscriptions, at: "\(path).subscriptions", among: &identifiers)
            for (place, subscription) in subscriptions.enumerated() {
                guard let inner = subscription.subscriptionGroupID, inner != group.id else { continue }
                problems.append(
                    CatalogProblem(
                        .otherGroup, at: "\(path).subscriptions[\(place)].subscriptionGroupID",
                        "The product names another group than the one around it."))
            }
        }
        return problems
    }

    private static func problems(
        in products: [ProductDefinition], at key: String, among identifiers: inout Set<String>
    ) -> [CatalogProblem] {
        var problems: [CatalogProblem] = []
        for (place, product) in products.enumerated() {
            problems += product.problems().map { $0.inside("\(key)[\(place)]") }
            problems += Catalog.duplicate(product.productID, among: &identifiers, at: "\(key)[\(place)].productID")
        }
        return problems
    }
}
