import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// `/control/v1/receipts`, `/roots.pem`.
extension StoreBox {
    func addReceipts(to router: inout Router) {
        let box = self
        router.on(.get, "/control/v1/roots.pem") { [receipts] _, _ async throws(APIError) in
            .content(Array(receipts.desk.authority.roots.utf8), type: "application/x-pem-file")
        }
        router.on(.get, "/control/v1/receipts") { _, arguments async throws(APIError) in
            let refreshes = try arguments.item("refresh", as: Bool.self) ?? false
            return try await answering { () async throws -> HTTPResponse in
                .json(try await box.receipt(of: try await box.device(in: arguments), refreshing: refreshes))
            }
        }
        router.on(.get, "/control/v1/app-transaction") { [receipts] _, arguments async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                let device = try await box.device(in: arguments)
                return .json(["signedAppTransactionInfo": .string(try await receipts.appTransaction(of: device))])
            }
        }
    }

    /// The device that a query names, or the account's first one with the app.
    private func device(in arguments: RouteArguments) async throws -> DeviceNumber {
        guard let accountText = arguments.query["accountId"], let bundleID = arguments.query["bundleId"] else {
            throw APIError(.badRequest, "bad_query", "The query names account and app.", field: "accountId")
        }
        let account = try Self.account(accountText, field: "accountId")
        let number = try arguments.item("deviceId", as: Int64.self)
        return try await service.read { state in
            let devices = state.devices(of: account, with: try state.app(bundleID: bundleID))
            guard let device = number.map({ DeviceNumber($0) }) ?? devices.first, devices.contains(device) else {
                throw StoreRefusal.unknown("device")
            }
            return device
        }
    }

    /// The device's receipt in base64, made anew if asked for; null while there is none.
    func receipt(of device: DeviceNumber, refreshing: Bool) async throws -> JSON {
        if refreshing { _ = try await service.perform(.refreshReceipt(device)) }
        guard let receipt = try await receipts.appReceipt(of: device) else { return ["receipt": .null] }
        return ["receipt": .string(Base64.encode(receipt.span))]
    }
}
