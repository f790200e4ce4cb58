import WindfallCommerce
import WindfallHTTP
import WindfallJSON

/// `.storekit` files in and out, without losing a key.
extension StoreService {
    /// Registers an app, if it is new, and the products of a `.storekit` file.
    ///
    /// - Parameter file: JSON, versions 1 to 5.
    /// - Returns: the products' identifiers.
    /// - Throws: ``APIError`` 400 that names key and position, or ``StoreRefusal``. What can be found wrong with the file is
    ///   found before anything is registered.
    public func importConfiguration(_ file: [UInt8], as bundleID: String) async throws -> [String] {
        let configuration: StoreKitConfiguration
        do {
            configuration = try StoreKitConfiguration(reading: file.span)
        } catch {
            throw APIError(.badRequest, "bad_storekit_file", error.description, field: error.path)
        }
        if let problem = configuration.problems().first {
            throw APIError(.unprocessable, problem.code.description, problem.message, field: problem.path)
        }
        let products = configuration.catalog.products
        var change = StoreCommand.AppChange()
        change.configuration = JSON.object(configuration.json).text()
        if products.contains(where: { $0.productType == .free }) { change.isNewsstand = true }
        _ = try await perform(.putApp(bundleID: bundleID, change))
        for product in products {
            _ = try await perform(.putProduct(bundleID: bundleID, product, propagationDelay: .zero))
        }
        return products.compactMap(\.productID)
    }
}

extension StoreState {
    /// The app's catalog as a `.storekit` file: the imported one with its products as they are now, or a new one.
    func configuration(of bundleID: String) throws(StoreRefusal) -> [UInt8] {
        let number = try app(bundleID: bundleID)
        let app = try app(number)
        var definitions: [ProductDefinition] = []
        for product in products(of: number) {
            guard let json = try? JSON(reading: try self.product(product).definition).object else { continue }
            definitions.append(ProductDefinition(json: json))
        }
        let known = (try? StoreKitConfiguration(reading: app.configuration))?.catalog.groups ?? []
        var groups = known
        for identifier in definitions.compactMap(\.subscriptionGroupID)
        where !groups.contains(where: { $0.id == identifier }) {
            groups.append(SubscriptionGroup(id: identifier, name: identifier))
        }
        let catalog = Catalog(products: definitions, groups: groups)
        if let imported = try? StoreKitConfiguration(reading: app.configuration) {
            return imported.replacing(catalog).bytes
        }
        return StoreKitConfiguration(catalog: catalog).bytes
    }
}
