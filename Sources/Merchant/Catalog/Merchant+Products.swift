import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage

/// The routes of the product list: what the app offers (F4, F16 steps 1 and 2), and what the operator decides.
extension Merchant {
    func addProducts(to router: inout Router) {
        router.on(.get, "/v1/apps/{app}/products") { request, arguments async throws(APIError) in
            try await self.productList(request, app: arguments["app"])
        }
        router.on(.post, "/v1/apps/{app}/products/import") { request, arguments async throws(APIError) in
            try await self.importProducts(request, arguments)
        }
        let product = "/v1/apps/{app}/products/{productId}"
        router.on(.get, product) { request, arguments async throws(APIError) in
            try await self.product(request, arguments)
        }
        router.on(.put, product) { request, arguments async throws(APIError) in
            try await self.putProduct(request, arguments)
        }
        router.on(.delete, product) { request, arguments async throws(APIError) in
            try await self.deleteProduct(request, arguments)
        }
    }

    /// What the app offers. The tag follows the shelf's stamp, so that an app that has the list hears in a few bytes that
    /// it is still right.
    private func productList(_ request: HTTPRequest, app: String) async throws(APIError) -> HTTPResponse {
        _ = try await authorize(request, app: app, roles: [.client, .server, .operator])
        let contents = try await shelfContents(of: app)
        let tag = EntityTag("1-" + contents.stamp.prefix(16).map(Self.hexadecimal).joined())
        var headers = HTTPHeaders(known: "ETag", tag.text)
        headers.append(contentsOf: HTTPHeaders(known: "Cache-Control", "private, no-cache"))
        if tag.isHeld(by: request) { return .empty(.notModified, headers: headers) }
        return .json(
            ["products": .array(contents.listed.map { .object($0.listing) })], headers: headers)
    }

    private func product(_ request: HTTPRequest, _ arguments: RouteArguments) async throws(APIError) -> HTTPResponse {
        let app = arguments["app"]
        _ = try await authorize(request, app: app, roles: [.operator])
        guard let product = try await shelfContents(of: app).products[arguments["productId"]] else {
            throw .unknownProduct
        }
        return .json(.object(product.json))
    }

    private func putProduct(_ request: HTTPRequest, _ arguments: RouteArguments) async throws(APIError) -> HTTPResponse
    {
        let (caller, app) = try await authorize(request, app: arguments["app"], roles: [.operator])
        guard request.body.count <= ShelfLimits.productBytes else {
            throw .bodyTooLarge(limit: ShelfLimits.productBytes)
        }
        guard let identifier = ProductIdentifier(arguments["productId"]) else { throw .notAProduct }
        let json = try request.json(limits: ShelfLimits.productJSON)
        let product: ShelvedProduct
        do throws(ProductProblem) {
            product = try ShelvedProduct(json, productID: identifier)
        } catch {
            throw APIError(error)
        }
        let change = try await changing(app.bundleID, by: caller, "product.changed") {
            shelf, contents, now, scope throws(StorageError) in
            guard contents.products[identifier.text] != nil || contents.products.count < ShelfLimits.products else {
                return .failure(.tooManyProducts)
            }
            return .success([
                try shelf.put(product, of: app.bundleID, over: contents, at: now, in: scope)
            ])
        }
        let isNew = change.first.map { $0.before == nil } ?? false
        return .json(.object(product.json), status: isNew ? .created : .ok)
    }

    private func deleteProduct(
        _ request: HTTPRequest, _ arguments: RouteArguments
    ) async throws(APIError) -> HTTPResponse {
        let (caller, app) = try await authorize(request, app: arguments["app"], roles: [.operator])
        guard let identifier = ProductIdentifier(arguments["productId"]) else { throw .unknownProduct }
        try await changing(app.bundleID, by: caller, "product.removed") {
            shelf, contents, _, scope throws(StorageError) in
            let change = try shelf.remove(identifier, of: app.bundleID, over: contents, in: scope)
            return change.isChange ? .success([change]) : .failure(.unknownProduct)
        }
        return .empty()
    }

    func shelfContents(of app: String) async throws(APIError) -> ShelfContents {
        try await storing { [database, shelf] () throws(StorageError) in
            try await database.read { scope throws(StorageError) in try shelf.contents(of: app, in: scope) }
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
}

extension APIError {
    static var unknownProduct: APIError {
        APIError(.notFound, "unknown_product", "The app has no product of that identifier.", field: "productId")
    }

    static var notAProduct: APIError {
        APIError(ProductProblem("productId", "is no product identifier"))
    }

    static var tooManyProducts: APIError {
        APIError(
            .unprocessable, "too_many_products", "An app has at most \(ShelfLimits.products) products.",
            next: "Take away products that nobody owns.")
    }
}
