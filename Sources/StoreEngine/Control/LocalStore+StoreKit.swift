import WindfallCommerce
package import WindfallHTTP
import WindfallJSON

/// The StoreKit protocol (`/storekit/v1`) of a store inside an app's own process.
extension LocalStore {
    /// The host, as an app asks it.
    ///
    /// - Parameter pause: waits, for a question that waits for something to happen.
    package func host(pause: @escaping @Sendable (Duration) async throws -> Void) -> HTTPService {
        var router = Router()
        on(.post, "/storekit/v1/products", in: &router) { store, request, _ in
            let body = try RequestBody(request)
            let identifiers = try body.require("productIds", try body.texts("productIds"))
            var answer =
                try store.read { state throws(StoreRefusal) in
                    try state.offer(of: identifiers, on: store.customer.device)
                }
            answer["account"] = try store.facts()
            return .json(.object(answer))
        }
        on(.put, "/storekit/v1/payments/{uuid}", in: &router) { store, request, arguments in
            .json(.object(try store.pay(RequestBody(request), arguments["uuid"])), status: .created)
        }
        on(.post, "/storekit/v1/transactions/{id}/finish", in: &router) { store, _, arguments in
            try store.perform(.finish(try StoreBox.transaction(arguments["id"])))
            return .empty()
        }
        on(.post, "/storekit/v1/restore", in: &router) { store, _, _ in
            guard case .transactions(let numbers) = try store.perform(.restore(store.customer.device)) else {
                throw APIError.notFound
            }
            return .json([
                "transactions": .array(try numbers.map { .object(try store.json(of: $0)) }),
                "account": try store.facts(),
            ])
        }
        on(.post, "/storekit/v1/receipt", in: &router) { store, _, _ in
            try store.perform(.refreshReceipt(store.customer.device))
            return .json(["receipt": .string(try store.receipt() ?? ""), "account": try store.facts()])
        }
        addUpdates(to: &router, pause)
        return router.service
    }

    private func on(
        _ method: HTTPMethod, _ path: String, in router: inout Router,
        _ answer: @escaping @Sendable (LocalStore, HTTPRequest, RouteArguments) throws -> HTTPResponse
    ) {
        router.on(method, path) { request, arguments async throws(APIError) in
            guard request.bearerToken == self.token else { throw APIError.unauthorized }
            return try await answering { () async throws -> HTTPResponse in try answer(self, request, arguments) }
        }
    }

    private func addUpdates(
        to router: inout Router, _ pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        router.on(.get, "/storekit/v1/updates") { request, arguments async throws(APIError) in
            guard request.bearerToken == self.token else { throw APIError.unauthorized }
            let after = try arguments.item("after", as: Int64.self) ?? 0
            let revokedAfter = try arguments.item("revokedAfter", as: Int64.self) ?? 0
            var rest = min(max(try arguments.item("wait", as: Int64.self) ?? 0, 0), 60) * 4
            return try await answering { () async throws -> HTTPResponse in
                while true {
                    let updates = try self.read { state throws(StoreRefusal) in
                        try state.updates(on: self.customer.device, after: after, revokedAfter: revokedAfter)
                    }
                    guard updates.numbers.isEmpty, updates.revoked.isEmpty, rest > 0 else {
                        return .json([
                            "transactions": .array(try updates.numbers.map { .object(try self.json(of: $0)) }),
                            "sequence": .integer(updates.sequence),
                            "revokedProductIds": .array(updates.revoked.map { .string($0) }),
                            "account": try self.facts(),
                        ])
                    }
                    rest -= 1
                    try await pause(.milliseconds(250))
                }
            }
        }
    }

    private func pay(_ body: RequestBody, _ paymentID: String) throws -> JSONObject {
        var purchase = try StoreBox.purchase(body, on: customer.device)
        purchase.paymentID = paymentID.lowercased()
        guard case .transaction(let number) = try perform(.buy(purchase)) else { throw APIError.notFound }
        var answer = try json(of: number)
        if let receipt = try receipt() { answer["receipt"] = .string(receipt) }
        answer["account"] = try facts()
        return answer
    }

    /// A transaction with everything signed.
    private func json(of number: TransactionNumber) throws -> JSONObject {
        let (transaction, shown) = try read { state throws(StoreRefusal) in
            (try state.transaction(number), try state.json(of: number))
        }
        var json = shown
        if let paymentID = transaction.details?.paymentID { json["paymentId"] = .string(paymentID) }
        guard transaction.state == .purchased else { return json }
        json["signedTransactionInfo"] = .string(try signed(number))
        json["transactionReceipt"] = .string(try transactionReceipt(number))
        return json
    }

    /// What an app may know of its account.
    private func facts() throws -> JSON {
        let account = customer.account
        return try read { state throws(StoreRefusal) in
            let record = try state.account(account)
            return [
                "environment": "Sandbox", "storefront": .string(record.storefront.rawValue),
                "canMakePayments": .bool(record.conduct.canMakePayments),
            ]
        }
    }
}
