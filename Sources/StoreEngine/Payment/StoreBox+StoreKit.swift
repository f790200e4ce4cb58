import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// The StoreKit protocol (`/storekit/v1`): what an app's library asks, with its device's token.
extension StoreBox {
    /// The most identifiers in one products request.
    private static let mostProducts = 1000

    func addStoreKit(to router: inout Router, isSandbox: Bool) {
        let box = self
        router.on(.post, "/storekit/v1/products") { request, _ async throws(APIError) in
            let body = try RequestBody(request)
            let identifiers = try body.require("productIds", try body.texts("productIds"))
            guard identifiers.count <= Self.mostProducts else {
                throw RequestBody.problem("productIds", "has more than \(Self.mostProducts) identifiers")
            }
            return try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                var answer = try await box.service.read { try $0.offer(of: identifiers, on: device) }
                answer["account"] = try await box.facts(of: device)
                return .json(.object(answer))
            }
        }
        router.on(.put, "/storekit/v1/payments/{uuid}") { request, arguments async throws(APIError) in
            let body = try RequestBody(request)
            guard Self.isUUID(arguments["uuid"]) else { throw RequestBody.problem("uuid", "is no UUID") }
            let paymentID = arguments["uuid"].lowercased()
            let withReceipts = try arguments.item("receipts", as: Bool.self) ?? true
            return try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                var purchase = try Self.purchase(body, on: device)
                purchase.paymentID = paymentID
                let number = try await box.buy(purchase)
                guard var answer = try await box.signed([number]).first?.object else { throw APIError.notFound }
                if withReceipts, let receipt = try await box.receipts.appReceipt(of: device) {
                    answer["receipt"] = .string(Base64.encode(receipt.span))
                }
                answer["account"] = try await box.facts(of: device)
                return .json(.object(answer), status: .created)
            }
        }
        router.on(.post, "/storekit/v1/transactions/{id}/finish") { request, arguments async throws(APIError) in
            let number = try Self.transaction(arguments["id"])
            return try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                let isTheirs = try await box.service.read { state in
                    try state.transaction(number).account == state.device(device).account
                }
                guard isTheirs else { throw StoreRefusal.unknown("transaction") }
                _ = try await box.service.perform(.finish(number))
                return .empty()
            }
        }
        addStoreKitDevices(to: &router, isSandbox: isSandbox)
        addStoreKitReceipts(to: &router, isSandbox: isSandbox)
        addUpdates(to: &router, isSandbox: isSandbox)
    }

    /// `POST /storekit/v1/devices`: an app brings its account's token, and gets a token for its device.
    private func addStoreKitDevices(to router: inout Router, isSandbox: Bool) {
        let box = self
        router.on(.post, "/storekit/v1/devices") { request, _ async throws(APIError) in
            let body = try RequestBody(request)
            let bundleID = try body.require("bundleId", try body.text("bundleId"))
            let identifier = try Self.deviceIdentifier(try body.require("deviceId", try body.text("deviceId")))
            let appVersion = try body.text("appVersion")
            return try await answering { () async throws -> HTTPResponse in
                let tokens = try await box.tokens()
                guard let token = request.bearerToken, let account = tokens.account(token) else {
                    throw APIError.unauthorized
                }
                let isHere = try await box.service.read { (try? $0.account(account))?.isSandbox == isSandbox }
                guard isHere else { throw APIError.unauthorized }
                let decision = try await box.service.perform(
                    .addDevice(account, bundleID: bundleID, appVersion: appVersion, identifier: identifier))
                guard case .device(let number) = decision.subject else { throw APIError.notFound }
                return .json(
                    [
                        "deviceId": .string(String(number.value)), "token": .string(tokens.token(number)),
                        "account": try await box.facts(of: number),
                    ], status: .created)
            }
        }
    }

    private func addStoreKitReceipts(to router: inout Router, isSandbox: Bool) {
        let box = self
        router.on(.post, "/storekit/v1/restore") { request, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                guard case .transactions(let numbers) = try await box.service.perform(.restore(device)).subject else {
                    throw APIError.notFound
                }
                return .json([
                    "transactions": .array(try await box.signed(numbers)), "account": try await box.facts(of: device),
                ])
            }
        }
        router.on(.post, "/storekit/v1/receipt") { request, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                return .json(try await box.receipt(of: device, refreshing: true))
            }
        }
        router.on(.get, "/storekit/v1/entitlements") { request, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                let numbers = try await box.service.read { try $0.entitlements(on: device) }
                return .json(["transactions": .array(try await box.signed(numbers))])
            }
        }
    }

    private func addUpdates(to router: inout Router, isSandbox: Bool) {
        let box = self
        router.on(.get, "/storekit/v1/updates") { request, arguments async throws(APIError) in
            let after = try arguments.item("after", as: Int64.self) ?? 0
            let revokedAfter = try arguments.item("revokedAfter", as: Int64.self) ?? 0
            let seconds = try arguments.item("wait", as: Int64.self) ?? 0
            return try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: request, isSandbox: isSandbox)
                let waited = try await box.waited(seconds: seconds) { () async throws -> Updates? in
                    let updates = try await box.service.read {
                        try $0.updates(on: device, after: after, revokedAfter: revokedAfter)
                    }
                    if !updates.numbers.isEmpty || !updates.revoked.isEmpty { return updates }
                    await box.service.change(of: updates.account, after: updates.sequence)
                    return nil
                }
                let updates: Updates
                if let waited {
                    updates = waited
                } else {
                    updates = try await box.service.read {
                        try $0.updates(on: device, after: after, revokedAfter: revokedAfter)
                    }
                }
                return .json([
                    "transactions": .array(try await box.signed(updates.numbers)),
                    "sequence": .integer(updates.sequence),
                    "revokedProductIds": .array(updates.revoked.map { .string($0) }),
                    "account": try await box.facts(of: device),
                ])
            }
        }
    }

    /// What an app may know of the account that its device is signed in to.
    private func facts(of number: DeviceNumber) async throws -> JSON {
        try await service.read { state in
            let account = try state.account(try state.device(number).account)
            return [
                "environment": account.isSandbox ? "Sandbox" : "Production",
                "storefront": .string(account.storefront.rawValue),
                "canMakePayments": .bool(account.conduct.canMakePayments),
            ]
        }
    }

    /// The device whose token a request carries, of this environment.
    private func device(of request: HTTPRequest, isSandbox: Bool) async throws -> DeviceNumber {
        guard let token = request.bearerToken, let number = try await tokens().device(token) else {
            throw APIError.unauthorized
        }
        let isHere = try await service.read { state in
            guard let device = try? state.device(number) else { return false }
            return try state.account(device.account).isSandbox == isSandbox
        }
        guard isHere else { throw APIError.unauthorized }
        return number
    }

    /// Transactions with everything signed.
    private func signed(_ numbers: [TransactionNumber]) async throws -> [JSON] {
        var list: [JSON] = []
        for number in numbers {
            var json = try await service.read { try $0.json(of: number) }
            let transaction = try await service.read { try $0.transaction(number) }
            if let paymentID = transaction.details?.paymentID { json["paymentId"] = .string(paymentID) }
            if transaction.state == .purchased {
                json["signedTransactionInfo"] = .string(try await receipts.transaction(number))
                let receipt = try await receipts.transactionReceipt(number)
                json["transactionReceipt"] = .string(Base64.encode(receipt.span))
            }
            list.append(.object(json))
        }
        return list
    }
}

extension StoreState {
    /// What a products request answers: each product that can be bought, with its price here, and the rest (F5).
    func offer(of identifiers: [String], on number: DeviceNumber) throws(StoreRefusal) -> JSONObject {
        let device = try device(number)
        let storefront = try account(device.account).storefront
        var products: [JSON] = []
        var invalid: [JSON] = []
        var seen: Set<String> = []
        for identifier in identifiers where seen.insert(identifier).inserted {
            guard let number = try? product(identifier, of: device.app), let product = try? product(number),
                product.isForSale(in: storefront, at: now), let price = product.price(in: storefront),
                var json = (try? JSON(reading: product.definition))?.object
            else {
                invalid.append(.string(identifier))
                continue
            }
            json["price"] = ["amount": .integer(price.thousandths), "currency": .string(price.currency.rawValue)]
            json["storefront"] = .string(storefront.rawValue)
            products.append(.object(json))
        }
        return ["products": .array(products), "invalidProductIds": .array(invalid)]
    }

    /// The transactions that an app is to hear of: unfinished ones that changed after an event (F8, F10).
    ///
    /// - Parameters:
    ///   - event: as told before; one that lies ahead is of a time before a reset, and counts as none.
    ///   - revokedAfter: the event after which refunds are told; 0 tells none.
    func updates(
        on number: DeviceNumber, after event: Int64, revokedAfter: Int64
    ) throws(StoreRefusal) -> Updates {
        let device = try device(number)
        let after = event > sequence ? 0 : event
        let numbers = transactions(of: device.account).filter { transaction in
            guard let record = try? self.transaction(transaction) else { return false }
            // What another device asked for and what failed or was restored there is that device's affair.
            let isElsewhere = record.device != nil && record.device != number
            let concerns = !isElsewhere || record.state == .purchased && record.origin != .restore
            // An interrupted purchase was told as failed; it comes back when it is resolved.
            // What was refunded is as if it had never been bought (F31): it is told as taken back, not handed over.
            guard record.state != .interrupted, record.revocation == nil else { return false }
            return record.app == device.app && concerns && record.sequence > after && !record.isFinished
        }
        return Updates(
            account: device.account, numbers: numbers, revoked: try revoked(on: number, after: revokedAfter),
            sequence: sequence)
    }

    /// Whether a transaction's period runs, or lasts beyond its end because a renewal failed a short while ago.
    private func givesAccess(_ number: TransactionNumber, _ transaction: TransactionRecord) -> Bool {
        guard let expires = transaction.expiresDate, expires <= now else { return true }
        guard let subscription = subscriptions[transaction.original] else { return false }
        return subscription.last == number && subscription.state == .gracePeriod
    }

    /// The products that an app is to hear were taken back: what was refunded or revoked after an event.
    func revoked(on number: DeviceNumber, after: Int64) throws(StoreRefusal) -> [String] {
        let device = try device(number)
        guard after > 0 else { return [] }
        var products: Set<String> = []
        for transaction in transactions(of: device.account) {
            let record = try self.transaction(transaction)
            guard record.app == device.app, let revocation = record.revocation, revocation.sequence > after else {
                continue
            }
            products.insert(try product(record.product).productID)
        }
        return products.sorted()
    }

    /// What the account owns now in the app: the newest transaction of each product that gives access.
    package func entitlements(on number: DeviceNumber) throws(StoreRefusal) -> [TransactionNumber] {
        let device = try device(number)
        var newest: [TransactionNumber: TransactionNumber] = [:]
        for transactionNumber in transactions(of: device.account) {
            let transaction = try transaction(transactionNumber)
            let product = try product(transaction.product)
            guard transaction.app == device.app, transaction.state == .purchased, transaction.origin != .restore,
                transaction.revocation == nil, !transaction.isUpgraded, product.type != .consumable,
                givesAccess(transactionNumber, transaction)
            else { continue }
            newest[product.type == .nonRenewing ? transactionNumber : transaction.original] = transactionNumber
        }
        return newest.values.sorted()
    }
}

/// What an app is to hear of.
struct Updates: Sendable {
    var account: AccountNumber
    var numbers: [TransactionNumber]
    /// The products that were taken back.
    var revoked: [String]
    /// The event to ask after the next time.
    var sequence: Int64
}
