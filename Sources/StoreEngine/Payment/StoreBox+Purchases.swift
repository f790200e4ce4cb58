import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// `POST /control/v1/purchases`, and what it shares with the StoreKit protocol.
extension StoreBox {
    func addPurchases(to router: inout Router) {
        let box = self
        router.on(.post, "/control/v1/purchases") { request, arguments async throws(APIError) in
            let body = try RequestBody(request)
            let withReceipts = try arguments.item("receipts", as: Bool.self) ?? true
            return try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(of: body)
                let number = try await box.buy(try Self.purchase(body, on: device))
                return .json(
                    try await box.outcome(of: number, on: device, withReceipts: withReceipts), status: .created)
            }
        }
    }

    /// The device that a purchase names, or the account's first one with the app, or a new one.
    private func device(of body: RequestBody) async throws -> DeviceNumber {
        let account = try Self.account(try body.require("accountId", try body.text("accountId")), field: "accountId")
        let bundleID = try body.require("bundleId", try body.text("bundleId"))
        if let text = try body.text("deviceId") {
            guard let number = Int64(text) else { throw RequestBody.problem("deviceId", "is no device's identifier") }
            let device = DeviceNumber(number)
            let isTheirs = try await service.read { state in
                let record = try state.device(device)
                return try record.account == account && state.app(record.app).bundleID == bundleID
            }
            guard isTheirs else { throw StoreRefusal.unknown("device") }
            return device
        }
        let known = try await service.read { state in
            state.devices(of: account, with: try state.app(bundleID: bundleID)).first
        }
        if let known { return known }
        let identifier = try await service.read { try $0.newDeviceIdentifier(bundleID: bundleID) }
        let decision = try await service.perform(
            .addDevice(account, bundleID: bundleID, appVersion: nil, identifier: identifier))
        guard case .device(let number) = decision.subject else { throw APIError.notFound }
        return number
    }

    static func purchase(_ body: RequestBody, on device: DeviceNumber) throws(APIError) -> Purchase {
        var purchase = Purchase(device: device, productID: try body.require("productId", try body.text("productId")))
        purchase.quantity = try body.integer("quantity") ?? 1
        purchase.applicationUsername = try body.text("applicationUsername")
        if let token = try body.text("appAccountToken") {
            guard isUUID(token) else { throw RequestBody.problem("appAccountToken", "is no UUID") }
            purchase.appAccountToken = token.lowercased()
        }
        guard (purchase.applicationUsername ?? "").utf8.count <= 512 else {
            throw RequestBody.problem("applicationUsername", "has more than 512 bytes")
        }
        purchase.simulatesAskToBuy = try body.flag("simulatesAskToBuy") ?? false
        if let offer = try body.object("offer") {
            purchase.offerType = offer["type"]?.int64 ?? 0
            purchase.offerID = offer["id"]?.text
        }
        return purchase
    }

    static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && Hexadecimal.decode(parts.joined()) != nil
    }

    func buy(_ purchase: Purchase) async throws -> TransactionNumber {
        guard case .transaction(let number) = try await service.perform(.buy(purchase)).subject else {
            throw APIError.notFound
        }
        return number
    }

    /// What became of a purchase, with everything signed that there is.
    ///
    /// - Parameter withReceipts: whether the two receipts are made too. The app's holds all purchases, and so costs more
    ///   with each of them; who buys much and reads no receipts leaves them out.
    func outcome(
        of number: TransactionNumber, on device: DeviceNumber, withReceipts: Bool = true
    ) async throws -> JSON {
        let transaction = try await service.read { try $0.transaction(number) }
        var json = Self.identifiers(number, transaction)
        json["state"] = .string(Self.stateWord(transaction))
        if let word = Self.failureWord(transaction) { json["error"] = .string(word) }
        guard transaction.state == .purchased else { return .object(json) }
        json["signedTransactionInfo"] = .string(try await receipts.transaction(number))
        guard withReceipts else { return .object(json) }
        if let receipt = try await receipts.appReceipt(of: device) {
            json["receipt"] = .string(Base64.encode(receipt.span))
        }
        let transactionReceipt = try await receipts.transactionReceipt(number)
        json["transactionReceipt"] = .string(Base64.encode(transactionReceipt.span))
        return .object(json)
    }

    static func identifiers(_ number: TransactionNumber, _ transaction: TransactionRecord) -> JSONObject {
        [
            "transactionId": .string(StoreText.transactionID(number, isSandbox: transaction.isSandbox)),
            "originalTransactionId": .string(
                StoreText.transactionID(transaction.original, isSandbox: transaction.isSandbox)),
        ]
    }

    static func stateWord(_ transaction: TransactionRecord) -> String {
        switch transaction.state {
        case .purchased: transaction.origin == .restore ? "restored" : "purchased"
        case .deferred: "deferred"
        case .erased: "erased"
        case .failed, .interrupted: "failed"
        }
    }

    static func failureWord(_ transaction: TransactionRecord) -> String? {
        switch transaction.failure {
        case .none: nil
        case .cardDeclined: "card_declined"
        case .approvalDeclined: "approval_declined"
        case .interrupted: "interrupted"
        case .unknown: "unknown"
        case .invalidOfferIdentifier: "invalid_offer_identifier"
        case .invalidOfferSignature: "invalid_offer_signature"
        case .missingOfferParameters: "missing_offer_parameters"
        case .invalidOfferPrice: "invalid_offer_price"
        }
    }
}
