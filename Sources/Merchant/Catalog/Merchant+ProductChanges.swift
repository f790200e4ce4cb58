import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// Changes of a shelf, each with its entry in the app's audit trail.
extension Merchant {
    /// What changes a locked shelf: the shelf, what lies on it, the wall's time and the scope.
    typealias ShelfAction =
        @Sendable (ProductShelf, ShelfContents, Instant, borrowing WriteScope) throws(StorageError) -> Result<
            [ShelfChange], APIError
        >

    /// Changes an app's shelf and writes down what was there before and after. What changed nothing leaves no entry.
    @discardableResult
    func changing(
        _ app: String, by caller: Caller, _ kind: String, _ action: @escaping ShelfAction
    ) async throws(APIError) -> [ShelfChange] {
        let now = clock.wall.now
        let result = try await storing { [database, shelf, trail] () throws(StorageError) in
            try await database.attempt(.statement) { scope throws(StorageError) in
                let result = try action(shelf, try shelf.lock(app, in: scope), now, scope)
                for change in (try? result.get()) ?? [] where change.isChange {
                    try trail.append(
                        AuditKind(rawValue: kind), aboutApp: app, content: change.auditContent(by: caller), at: now,
                        in: scope)
                }
                return result
            }
        }
        return try result.get()
    }

    /// Puts the products of a `.storekit` file on the shelf. What was made by hand stays as it is, unless the query says
    /// `replace=true`.
    func importProducts(_ request: HTTPRequest, _ arguments: RouteArguments) async throws(APIError) -> HTTPResponse {
        let (caller, app) = try await authorize(request, app: arguments["app"], roles: [.operator])
        let replaces = try arguments.item("replace", as: Bool.self) ?? false
        let products = ShelvedProduct.products(of: try Self.configuration(request.body))
        let changes = try await changing(app.bundleID, by: caller, "product.imported") {
            shelf, contents, now, scope throws(StorageError) in
            let all = Set(contents.products.keys).union(products.map(\.productID.text))
            guard all.count <= ShelfLimits.products else { return .failure(.tooManyProducts) }
            var changes: [ShelfChange] = []
            for product in products {
                let id = product.productID.text
                guard replaces || contents.products[id] == nil || contents.imported.contains(id) else { continue }
                changes.append(
                    try shelf.put(
                        product, isImport: true, of: app.bundleID, over: contents, at: now, in: scope))
            }
            return .success(changes)
        }
        return .json(Self.account(of: changes, among: products))
    }

    private static func configuration(_ bytes: [UInt8]) throws(APIError) -> StoreKitConfiguration {
        let file: StoreKitConfiguration
        do throws(StoreKitConfigurationError) {
            file = try StoreKitConfiguration(reading: bytes.span)
        } catch {
            throw APIError(.badRequest, "bad_storekit_file", error.description, field: error.path)
        }
        if let problem = file.problems().first {
            throw APIError(.unprocessable, problem.code.description, problem.message, field: problem.path)
        }
        return file
    }

    /// What became of the products of a file, by their identifiers.
    private static func account(of changes: [ShelfChange], among products: [ShelvedProduct]) -> JSON {
        func identifiers(_ list: [ShelvedProduct?]) -> JSON {
            .array(list.compactMap { $0 }.map { .string($0.productID.text) })
        }
        let written = Set(changes.compactMap(\.after?.productID))
        let kept = products.filter { !written.contains($0.productID) }
        let endless = products.filter { written.contains($0.productID) && $0.rule.type == .nonRenewing }
        return [
            "added": identifiers(changes.filter { $0.before == nil }.map(\.after)),
            "changed": identifiers(changes.filter { $0.before != nil && $0.isChange }.map(\.after)),
            "unchanged": identifiers(changes.filter { !$0.isChange }.map(\.after)),
            "kept": identifiers(kept),
            "withoutTerm": identifiers(endless),
        ]
    }
}

extension ShelfChange {
    /// `{"productId", "before"?, "after"?, "keyId"}`.
    fileprivate func auditContent(by caller: Caller) -> JSONObject {
        var content: JSONObject = [:]
        content["productId"] = (after ?? before).map { .string($0.productID.text) }
        content["before"] = before.map { .object($0.json) }
        content["after"] = after.map { .object($0.json) }
        content["keyId"] = .string(caller.keyID)
        return content
    }
}
