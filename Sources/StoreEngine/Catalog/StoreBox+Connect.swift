import WindfallCommerce
import WindfallHTTP
import WindfallJSON

/// `/connect/v1`: developers, apps, products, secrets, `.storekit` files.
extension StoreBox {
    func addConnect(to router: inout Router) {
        router.on(.post, "/connect/v1/developers") { [service] request, _ async throws(APIError) in
            let body = try RequestBody(request)
            let name = try body.require("name", try body.text("name"))
            return try await answering { () async throws -> HTTPResponse in
                guard case .developer(let number) = try await service.perform(.addDeveloper(name: name)).subject else {
                    throw APIError.notFound
                }
                let record = try await service.read { try $0.developer(number) }
                return .json(
                    [
                        "developerId": .string(String(number.value)), "name": .string(record.name),
                        "sharedSecret": .string(record.secrets.last ?? ""),
                    ], status: .created)
            }
        }
        addApps(to: &router)
        addProducts(to: &router)
        addSecrets(to: &router)
        addKeys(to: &router)
    }

    private func addApps(to router: inout Router) {
        router.on(.put, "/connect/v1/apps/{bundleId}") { [service] request, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            let change = try Self.appChange(RequestBody(request))
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.putApp(bundleID: bundleID, change))
                return .json(.object(try await service.read { try $0.appJSON(bundleID) }))
            }
        }
        router.on(.get, "/connect/v1/apps/{bundleId}") { [service] _, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                .json(.object(try await service.read { try $0.appJSON(bundleID) }))
            }
        }
        router.on(.put, "/connect/v1/apps/{bundleId}/notifications") {
            [service] request, arguments async throws(APIError) in
            let body = try RequestBody(request)
            var change = StoreCommand.AppChange()
            change.notifications = AppRecord.NotificationAddresses(
                production: try body.text("productionUrl"), sandbox: try body.text("sandboxUrl"),
                version: try body.integer("version") ?? 2)
            guard (1...2).contains(change.notifications?.version ?? 0) else {
                throw RequestBody.problem("version", "is neither 1 nor 2")
            }
            let (bundleID, changed) = (arguments["bundleId"], change)
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.read { try $0.app(bundleID: bundleID) }
                _ = try await service.perform(.putApp(bundleID: bundleID, changed))
                return .json(.object(try await service.read { try $0.appJSON(bundleID) }))
            }
        }
    }

    private func addProducts(to router: inout Router) {
        router.on(.put, "/connect/v1/apps/{bundleId}/products/{productId}") {
            [service] request, arguments async throws(APIError) in
            var definition = ProductDefinition(json: try RequestBody(request).json)
            let (bundleID, productID) = (arguments["bundleId"], arguments["productId"])
            guard definition.productID == nil || definition.productID == productID else {
                throw RequestBody.problem("productID", "is another one than the address says")
            }
            definition.productID = productID
            let delay = Duration.milliseconds(definition.json["propagationDelay"]?.int64 ?? 0)
            definition.json["propagationDelay"] = nil
            let product = definition
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.putProduct(bundleID: bundleID, product, propagationDelay: delay))
                return .json(.object(product.json))
            }
        }
        router.on(.post, "/connect/v1/apps/{bundleId}/import") { [service] request, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                let imported = try await service.importConfiguration(request.body, as: bundleID)
                return .json(["products": .array(imported.map { .string($0) })])
            }
        }
        router.on(.get, "/connect/v1/apps/{bundleId}/export") { [service] _, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                let file = try await service.read { try $0.configuration(of: bundleID) }
                return .content(file, type: "application/json")
            }
        }
    }

    private func addSecrets(to router: inout Router) {
        router.on(.post, "/connect/v1/apps/{bundleId}/secret") { [service] _, arguments async throws(APIError) in
            let bundleID = arguments["bundleId"]
            return try await answering { () async throws -> HTTPResponse in
                let app = try await service.read { try $0.app(bundleID: bundleID) }
                guard case .secret(let secret) = try await service.perform(.addSecret(.app(app))).subject else {
                    throw APIError.notFound
                }
                return .json(["sharedSecret": .string(secret)], status: .created)
            }
        }
        router.on(.delete, "/connect/v1/apps/{bundleId}/secrets/{secret}") {
            [service] _, arguments async throws(APIError) in
            let (bundleID, secret) = (arguments["bundleId"], arguments["secret"])
            return try await answering { () async throws -> HTTPResponse in
                let app = try await service.read { try $0.app(bundleID: bundleID) }
                _ = try await service.perform(.removeSecret(.app(app), secret))
                return .empty()
            }
        }
    }

    private static func appChange(_ body: RequestBody) throws(APIError) -> StoreCommand.AppChange {
        var change = StoreCommand.AppChange()
        if let text = try body.text("developerId") {
            guard let number = Int64(text) else { throw RequestBody.problem("developerId", "is no identifier") }
            change.developer = DeveloperNumber(number)
        }
        if let word = try body.text("platform") {
            guard word == "iOS" || word == "macOS" else {
                throw RequestBody.problem("platform", "is neither iOS nor macOS")
            }
            change.platform = word == "iOS" ? .iOS : .macOS
        }
        change.isNewsstand = try body.flag("newsstand")
        change.version = try body.text("version")
        change.receiptLifetime = try body.integer("receiptLifetime")
        guard change.receiptLifetime ?? 1 > 0 else { throw RequestBody.problem("receiptLifetime", "is not positive") }
        return change
    }
}

extension StoreState {
    /// An app as Connect shows it.
    func appJSON(_ bundleID: String) throws(StoreRefusal) -> JSONObject {
        let number = try app(bundleID: bundleID)
        let app = try app(number)
        var products: [JSON] = []
        for product in self.products(of: number) { products.append(.string(try self.product(product).productID)) }
        return [
            "bundleId": .string(bundleID), "appleId": .integer(StoreText.appleID(number)),
            "developerId": .string(String(app.developer.value)), "platform": app.platform == .iOS ? "iOS" : "macOS",
            "newsstand": .bool(app.isNewsstand), "version": .string(app.version),
            "sharedSecret": app.secrets.last.map { .string($0) } ?? .null, "products": .array(products),
        ]
    }
}
