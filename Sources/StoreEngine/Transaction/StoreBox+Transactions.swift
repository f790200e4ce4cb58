import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// `/control/v1/transactions`, `/subscriptions`.
extension StoreBox {
    func addTransactions(to router: inout Router) {
        router.on(.get, "/control/v1/transactions") { [service] _, arguments async throws(APIError) in
            guard let text = arguments.query["accountId"] else {
                throw APIError(.badRequest, "bad_query", "The query names no account.", field: "accountId")
            }
            let account = try Self.account(text, field: "accountId")
            return try await answering { () async throws -> HTTPResponse in
                let list = try await service.read { state in
                    _ = try state.account(account)
                    return try state.transactions(of: account).map { JSON.object(try state.json(of: $0)) }
                }
                return .json(["transactions": .array(list)])
            }
        }
        router.on(.get, "/control/v1/transactions/{id}") { [service] _, arguments async throws(APIError) in
            let number = try Self.transaction(arguments["id"])
            return try await answering { () async throws -> HTTPResponse in
                .json(.object(try await service.read { try $0.json(of: number) }))
            }
        }
        addChanges(to: &router)
        let box = self
        addTesting(to: &router)
        router.on(.patch, "/control/v1/subscriptions/{id}") { [service] request, arguments async throws(APIError) in
            let body = try RequestBody(request)
            let original = try Self.transaction(arguments["id"])
            let change = StoreCommand.SubscriptionChange(
                isAutoRenewing: try body.flag("autoRenew"), productID: try body.text("productId"),
                priceConsent: try Self.consent(body))
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.changeSubscription(original, change))
                return .json(try await box.subscription(original))
            }
        }
        router.on(.get, "/control/v1/subscriptions/{id}") { _, arguments async throws(APIError) in
            let original = try Self.transaction(arguments["id"])
            return try await answering { () async throws -> HTTPResponse in
                .json(try await box.subscription(original))
            }
        }
    }

    /// A subscription with its signed renewal information.
    private func subscription(_ original: TransactionNumber) async throws -> JSON {
        var json = try await service.read { try $0.subscriptionJSON(of: original) }
        json["signedRenewalInfo"] = .string(try await receipts.renewalInfo(original))
        return .object(json)
    }

    /// `/subscriptions/{id}/expire` and `/renew`, and `DELETE /transactions/{id}`: what only tests do.
    private func addTesting(to router: inout Router) {
        let box = self
        let commands: [(String, @Sendable (TransactionNumber) -> StoreCommand)] = [
            ("expire", { .expire($0) }), ("renew", { .renew($0) }),
        ]
        for (word, command) in commands {
            router.on(.post, "/control/v1/subscriptions/{id}/\(word)") {
                [service] _, arguments async throws(APIError) in
                let original = try Self.transaction(arguments["id"])
                return try await answering { () async throws -> HTTPResponse in
                    _ = try await service.perform(command(original))
                    return .json(try await box.subscription(original))
                }
            }
        }
        router.on(.delete, "/control/v1/transactions/{id}") { [service] _, arguments async throws(APIError) in
            let number = try Self.transaction(arguments["id"])
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.erase(number))
                return .empty()
            }
        }
    }

    private static func consent(_ body: RequestBody) throws(APIError) -> SubscriptionRecord.PriceConsent? {
        guard let word = try body.text("priceConsent") else { return nil }
        switch word {
        case "requested": return .requested
        case "accepted": return .accepted
        case "declined": return .declined
        default: throw RequestBody.problem("priceConsent", "is none of requested, accepted and declined")
        }
    }

    /// `/approve`, `/decline`, `/resolve`, `/finish`, `/revoke`, `/refund`.
    private func addChanges(to router: inout Router) {
        let commands: [(String, @Sendable (TransactionNumber) -> StoreCommand)] = [
            ("approve", { .settle($0, isApproved: true) }), ("decline", { .settle($0, isApproved: false) }),
            ("resolve", { .resolve($0) }), ("finish", { .finish($0) }), ("revoke", { .revoke($0) }),
        ]
        for (word, command) in commands {
            router.on(.post, "/control/v1/transactions/{id}/\(word)") { [service] _, arguments async throws(APIError) in
                let number = try Self.transaction(arguments["id"])
                return try await answering { () async throws -> HTTPResponse in
                    _ = try await service.perform(command(number))
                    return .json(.object(try await service.read { try $0.json(of: number) }))
                }
            }
        }
        router.on(.post, "/control/v1/transactions/{id}/refund") {
            [service] request, arguments async throws(APIError) in
            let body = try RequestBody(request)
            let number = try Self.transaction(arguments["id"])
            let reason = try body.integer("reason") ?? 0
            let percentage = try body.integer("percentage") ?? 100
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.refund(number, reason: reason, percentage: percentage))
                return .json(.object(try await service.read { try $0.json(of: number) }))
            }
        }
    }

    /// The transaction that an identifier names.
    ///
    /// - Throws: 404: where no transaction can be, there is none.
    static func transaction(_ text: String) throws(APIError) -> TransactionNumber {
        guard let number = StoreText.transaction(text)?.number else {
            throw APIError(StoreRefusal.unknown("transaction"))
        }
        return number
    }
}

/// How transactions and subscriptions are shown in our own interfaces.
extension StoreState {
    func json(of number: TransactionNumber) throws(StoreRefusal) -> JSONObject {
        let transaction = try transaction(number)
        var json = StoreBox.identifiers(number, transaction)
        json["environment"] = transaction.isSandbox ? "Sandbox" : "Production"
        json["accountId"] = .string(String(transaction.account.value))
        if let device = transaction.device { json["deviceId"] = .string(String(device.value)) }
        json["bundleId"] = .string(try app(transaction.app).bundleID)
        json["productId"] = .string(try product(transaction.product).productID)
        json["quantity"] = .integer(transaction.quantity)
        json["state"] = .string(StoreBox.stateWord(transaction))
        if let word = StoreBox.failureWord(transaction) { json["error"] = .string(word) }
        json["reason"] = .string(Self.word(for: transaction.origin))
        json["purchaseDate"] = .integer(transaction.purchaseDate.milliseconds)
        json["originalPurchaseDate"] = .integer(transaction.originalPurchaseDate.milliseconds)
        if let expires = transaction.expiresDate { json["expiresDate"] = .integer(expires.milliseconds) }
        if let revocation = transaction.revocation {
            json["revocationDate"] = .integer(revocation.date.milliseconds)
            json["revocationReason"] = .integer(revocation.reason)
            json["revocationPercentage"] = .integer(revocation.percentage)
        }
        if let charged = transaction.charged {
            json["price"] = [
                "amount": .integer(charged.thousandths), "currency": .string(charged.currency.rawValue),
            ]
        }
        if transaction.isUpgraded { json["isUpgraded"] = true }
        json["isFinished"] = .bool(transaction.isFinished)
        if let username = transaction.details?.applicationUsername { json["applicationUsername"] = .string(username) }
        if let token = transaction.details?.appAccountToken { json["appAccountToken"] = .string(token) }
        return json
    }

    private static func word(for origin: TransactionRecord.Origin) -> String {
        switch origin {
        case .purchase: "purchase"
        case .renewal: "renewal"
        case .restore: "restore"
        case .familyShare: "family_share"
        }
    }

    private static func word(for consent: SubscriptionRecord.PriceConsent) -> String? {
        switch consent {
        case .notAsked: nil
        case .requested: "requested"
        case .accepted: "accepted"
        case .declined: "declined"
        }
    }

    func subscriptionJSON(of original: TransactionNumber) throws(StoreRefusal) -> JSONObject {
        let subscription = try subscription(original)
        let isSandbox = try account(subscription.account).isSandbox
        let state =
            switch subscription.state {
            case .active: "active"
            case .gracePeriod: "gracePeriod"
            case .billingRetry: "billingRetry"
            case .expired: "expired"
            case .revoked: "revoked"
            }
        var json: JSONObject = [
            "originalTransactionId": .string(StoreText.transactionID(original, isSandbox: isSandbox)),
            "latestTransactionId": .string(StoreText.transactionID(subscription.last, isSandbox: isSandbox)),
            "productId": .string(try product(subscription.product).productID),
            "renewalProductId": .string(try product(subscription.renewalProduct).productID),
            "group": .string(subscription.group), "state": .string(state),
            "autoRenew": .bool(subscription.isAutoRenewing), "expiresDate": .integer(subscription.expires.milliseconds),
        ]
        let circumstances = subscription.circumstances
        if let ends = circumstances.graceEnds { json["gracePeriodExpiresDate"] = .integer(ends.milliseconds) }
        if let ends = circumstances.retryEnds { json["billingRetryEndsDate"] = .integer(ends.milliseconds) }
        if let word = Self.word(for: circumstances.priceConsent) { json["priceConsent"] = .string(word) }
        if subscription.expirationIntent > 0 { json["expirationIntent"] = .integer(subscription.expirationIntent) }
        return json
    }
}
