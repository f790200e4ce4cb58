import WindfallCommerce
import WindfallHTTP
import WindfallStorage
import WindfallTimeline

/// The files of a product, to who owns it (F23): data, never code.
extension Merchant {
    /// The longest answer, in bytes: an answer is whole in memory. More is fetched range by range.
    static let contentBytes: Int64 = 16 * 1024 * 1024

    func addDelivery(to router: inout Router) {
        router.on(.get, "/v1/apps/{app}/users/{user}/content/{product}/{file}") {
            request, arguments async throws(APIError) in
            let user = try self.user(arguments)
            let (_, app) = try await self.authorize(
                request, app: arguments["app"], roles: [.client, .server, .operator], user: user)
            guard try await self.owns(arguments["product"], user, of: app) else { throw .notOwned }
            return try await self.content(request, of: app, arguments["product"], arguments["file"])
        }
    }

    /// Whether a user owns a product now, or an entitlement of that name: so the files of a subscription's group can lie
    /// in one place, whichever level was bought. The grace after a failed charge counts.
    private func owns(_ product: String, _ user: UserIdentifier, of app: MerchantApp) async throws(APIError) -> Bool {
        let now = clock.store.now
        let holdings = try await storing { [database, ledger] () throws(StorageError) in
            try await database.read { scope throws(StorageError) in
                try ledger.book(of: UserKey(app: app.bundleID, user: user), app: app, at: now, in: scope).holdings
            }
        }
        return holdings.isActive(product)
            || holdings.purchases.contains { $0.sale.productID == product && $0.isActive }
            || holdings.subscriptions.contains { $0.productID == product && $0.state.givesAccess }
    }

    private func content(
        _ request: HTTPRequest, of app: MerchantApp, _ product: String, _ name: String
    ) async throws(APIError) -> HTTPResponse {
        guard let path = app.contentFolder else { throw .notFound }
        let terms = DeliveryTerms(request, limit: Self.contentBytes, at: clock.wall.now)
        let found: (file: ContentFile, bytes: [UInt8]?)
        do throws(ContentRefusal) {
            found = try await contentLanes.with(product + "/" + name) { () throws(ContentRefusal) in
                try ContentFolder(path).read(product: product, file: name) { file in
                    if case .bytes(let range, _) = terms.answer(for: file) { range } else { nil }
                }
            }
        } catch {
            throw APIError(error)
        }
        return try terms.response(for: found.file, found.bytes ?? [])
    }
}

extension APIError {
    static var notOwned: APIError {
        APIError(
            .forbidden, "not_owned", "The user does not own the product now.",
            next: "Send the receipt of the purchase, or restore.")
    }

    fileprivate init(_ refusal: ContentRefusal) {
        switch refusal {
        case .missing: self = .notFound
        case .program:
            self.init(.forbidden, "not_data", "The file is a program: only data is delivered.", field: "file")
        case .unreadable:
            self.init(
                .serviceUnavailable, "content_unavailable", "The file can't be read just now.",
                next: "Try again in a few seconds.", headers: HTTPHeaders(known: "Retry-After", "5"))
        }
    }
}
