import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// `/control/v1/accounts`, `/devices`.
extension StoreBox {
    func addAccounts(to router: inout Router) {
        let box = self
        router.on(.post, "/control/v1/accounts") { [service] request, _ async throws(APIError) in
            let body = try RequestBody(request)
            let environment = try body.require("environment", try body.text("environment"))
            guard environment == "Production" || environment == "Sandbox" else {
                throw RequestBody.problem("environment", "is neither Production nor Sandbox")
            }
            let storefront = Storefront(rawValue: try body.text("storefront") ?? "USA")
            let organizer = try body.text("familyOf").map { text throws(APIError) in
                try Self.account(text, field: "familyOf")
            }
            return try await answering { () async throws -> HTTPResponse in
                let decision = try await service.perform(
                    .openAccount(isSandbox: environment == "Sandbox", storefront: storefront, organizer: organizer))
                guard case .account(let number) = decision.subject else { throw APIError.notFound }
                let tokens = try await box.tokens()
                return .json(
                    ["accountId": .string(String(number.value)), "token": .string(tokens.token(number))],
                    status: .created)
            }
        }
        router.on(.patch, "/control/v1/accounts/{id}") { [service] request, arguments async throws(APIError) in
            let account = AccountNumber(try arguments.capture("id", as: Int64.self))
            let change = try Self.accountChange(RequestBody(request))
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.changeAccount(account, change))
                return .json(
                    try await service.read { Self.json(account, try $0.account(account), $0.terms(of: account)) })
            }
        }
        router.on(.get, "/control/v1/accounts/{id}") { [service] _, arguments async throws(APIError) in
            let account = AccountNumber(try arguments.capture("id", as: Int64.self))
            return try await answering { () async throws -> HTTPResponse in
                .json(try await service.read { Self.json(account, try $0.account(account), $0.terms(of: account)) })
            }
        }
        router.on(.post, "/control/v1/accounts/{id}/clear") { [service] _, arguments async throws(APIError) in
            let account = AccountNumber(try arguments.capture("id", as: Int64.self))
            return try await answering { () async throws -> HTTPResponse in
                _ = try await service.perform(.clear(account))
                return .empty()
            }
        }
        router.on(.post, "/control/v1/devices") { [service] request, _ async throws(APIError) in
            let body = try RequestBody(request)
            let account = try Self.account(
                try body.require("accountId", try body.text("accountId")), field: "accountId")
            let bundleID = try body.require("bundleId", try body.text("bundleId"))
            let identifier = try body.text("deviceId").map { text throws(APIError) in try Self.deviceIdentifier(text) }
            let appVersion = try body.text("appVersion")
            return try await answering { () async throws -> HTTPResponse in
                let made = try await service.read { state in
                    try identifier ?? state.newDeviceIdentifier(bundleID: bundleID)
                }
                let decision = try await service.perform(
                    .addDevice(account, bundleID: bundleID, appVersion: appVersion, identifier: made))
                guard case .device(let number) = decision.subject else { throw APIError.notFound }
                let tokens = try await box.tokens()
                return .json(
                    [
                        "deviceId": .string(String(number.value)), "token": .string(tokens.token(number)),
                        "identifier": .string(StoreState.deviceText(made)),
                    ], status: .created)
            }
        }
    }

    static func account(_ text: String, field: String) throws(APIError) -> AccountNumber {
        guard let number = Int64(text) else { throw RequestBody.problem(field, "is no account's identifier") }
        return AccountNumber(number)
    }

    static func accountChange(_ body: RequestBody) throws(APIError) -> StoreCommand.AccountChange {
        var change = StoreCommand.AccountChange()
        if let card = try body.text("card") {
            guard card == "ok" || card == "declined" else {
                throw RequestBody.problem("card", "is neither ok nor declined")
            }
            change.cardPays = card == "ok"
        }
        change.asksToBuy = try body.flag("askToBuy")
        change.isInterrupted = try body.flag("interrupted")
        change.canMakePayments = try body.flag("canMakePayments")
        change.isSpoilt = try body.flag("spoilt")
        change.storefront = try body.text("storefront").map(Storefront.init(rawValue:))
        if let name = try body.text("timeRate") {
            guard let rate = TimeRate(name: name) else { throw RequestBody.problem("timeRate", "names no rate") }
            change.timeRate = rate
        }
        change.renewalLimit = try body.integer("renewalLimit")
        change.failsRenewals = try body.flag("renewalsFail")
        change.hasGracePeriod = try body.flag("gracePeriod")
        return change
    }

    static func json(_ number: AccountNumber, _ account: AccountRecord, _ terms: AccountTerms) -> JSON {
        [
            "accountId": .string(String(number.value)), "environment": account.isSandbox ? "Sandbox" : "Production",
            "storefront": .string(account.storefront.rawValue), "card": account.conduct.cardPays ? "ok" : "declined",
            "askToBuy": .bool(account.conduct.asksToBuy), "interrupted": .bool(account.conduct.isInterrupted),
            "canMakePayments": .bool(account.conduct.canMakePayments), "spoilt": .bool(account.isSpoilt),
            "timeRate": .string(terms.timeRate.name ?? ""), "renewalLimit": .integer(terms.renewalLimit),
            "renewalsFail": .bool(terms.failsRenewals), "gracePeriod": .bool(terms.hasGracePeriod),
        ]
    }

    /// A device's identifier: hexadecimal digits, with or without hyphens and colons.
    static func deviceIdentifier(_ text: String) throws(APIError) -> [UInt8] {
        let digits = text.filter { $0 != "-" && $0 != ":" }
        guard let bytes = Hexadecimal.decode(digits), bytes.count == 16 || bytes.count == 6 else {
            throw RequestBody.problem("deviceId", "is not a UUID, nor a network address of a Mac")
        }
        return bytes
    }
}

extension StoreState {
    /// An identifier for a device that brings none, the same in each run.
    func newDeviceIdentifier(bundleID: String) throws(StoreRefusal) -> [UInt8] {
        let app = try app(try app(bundleID: bundleID))
        return SeededBytes.make(app.platform == .macOS ? 6 : 16, from: "identifier \(seed) \(devices.count + 1)")
    }

    /// A device's identifier as text: a UUID, or digits.
    static func deviceText(_ identifier: [UInt8]) -> String {
        identifier.count == 16 ? uuidText(identifier) : Hexadecimal.encode(identifier)
    }
}
