import Foundation
import Synchronization
import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// Asks the store, as the app's device: the StoreKit protocol, `/storekit/v1`.
final class StoreLink: Sendable {
    /// How long the store may think about a question before it is given up.
    private static let patience = Duration.seconds(30)
    private static let deviceFile = "device.json"

    let settings: StoreConnection.Settings
    let folder: AppFolder
    let verifier: Verifier
    private let facts: Mutex<AccountFacts?>
    private let token: Mutex<String?>

    init(_ settings: StoreConnection.Settings) {
        self.settings = settings
        folder = AppFolder(settings.folder)
        verifier = Verifier(trust: settings.trust)
        let known = folder.json(Self.deviceFile)
        facts = Mutex(AccountFacts(known?["account"]))
        switch settings.access {
        case .device(let token): self.token = Mutex(token)
        case .account: token = Mutex(known?["key"]?.text == Self.key(settings) ? known?["token"]?.text : nil)
        }
    }

    /// What the store said last of the account; nil while it never did.
    var account: AccountFacts? {
        facts.withLock { $0 }
    }

    /// Takes note of what an answer says of the account.
    ///
    /// - Returns: whether the country is another one now.
    @discardableResult
    func learn(_ json: JSON?) -> Bool {
        guard let account = AccountFacts(json) else { return false }
        let before = facts.withLock { facts in
            defer { facts = account }
            return facts
        }
        if before != account { keep() }
        return before.map { $0.storefront != account.storefront } ?? false
    }

    /// Asks, with the device's token.
    ///
    /// - Returns: the answer's JSON; null where it has no body.
    func ask(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil, wait: Duration = .zero)
        async throws(StoreAskError) -> JSON
    {
        let token = try await deviceToken()
        do {
            return try await send(method, path, body, token: token, wait: wait)
        } catch .refused(401, let code, let message) {
            // The store may have been reset: the account makes the device again, once.
            guard case .account = settings.access else {
                throw .refused(status: 401, code: code, message: message)
            }
            self.token.withLock { $0 = nil }
            return try await send(method, path, body, token: try await deviceToken(), wait: wait)
        }
    }

    /// The device's token; where there is none yet, the account makes the device.
    private func deviceToken() async throws(StoreAskError) -> String {
        if let token = token.withLock({ $0 }) { return token }
        guard case .account(let accountToken) = settings.access else {
            throw .unconnected(SKError(.clientInvalid))
        }
        var body: JSONObject = [
            "bundleId": .string(settings.bundleID), "deviceId": .string(Hexadecimal.encode(settings.deviceID)),
        ]
        if let version = settings.appVersion { body["appVersion"] = .string(version) }
        let answer = try await send(.post, "/storekit/v1/devices", .object(body), token: accountToken)
        guard let made = answer["token"]?.text else { throw .foreign(reason: "The store gave no device.") }
        token.withLock { $0 = made }
        facts.withLock { $0 = AccountFacts(answer["account"]) ?? $0 }
        keep()
        return made
    }

    /// Keeps the device for the next start. Without, it is asked for again.
    private func keep() {
        var json = JSONObject()
        if case .account = settings.access, let token = token.withLock({ $0 }) {
            json["key"] = .string(Self.key(settings))
            json["token"] = .string(token)
        }
        if let account { json["account"] = account.json }
        try? folder.write(.object(json), to: Self.deviceFile)
    }

    /// What a kept device is of: another store, account or device has another key.
    private static func key(_ settings: StoreConnection.Settings) -> String {
        guard case .account(let token) = settings.access else { return "" }
        let device = Hexadecimal.encode(settings.deviceID)
        return Fingerprint.sha256(Array("\(settings.origin) \(token) \(settings.bundleID) \(device)".utf8))
    }

    private func send(
        _ method: HTTPMethod, _ path: String, _ body: JSON?, token: String, wait: Duration = .zero
    ) async throws(StoreAskError) -> JSON {
        var headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]
        do throws(HTTPHeaders.Refusal) {
            try headers.append("Authorization", "Bearer \(token)")
        } catch {
            throw .unconnected(SKError(.clientInvalid))
        }
        let request = HTTPRequest(
            method, HTTPURL(origin: settings.origin, target: path), headers: headers, body: body?.bytes() ?? [])
        let response: HTTPResponse
        do throws(HTTPClientError) {
            response = try await settings.transport.send(request, limits: HTTPLimits(totalTime: Self.patience + wait))
        } catch {
            throw Self.cause(error)
        }
        return try Self.answer(response)
    }

    private static func cause(_ error: HTTPClientError) -> StoreAskError {
        switch error {
        case .nameNotResolved, .addressRefused, .refused, .unreachable, .tlsFailed, .unavailable,
            .timedOut(.resolving), .timedOut(.connecting), .timedOut(.securing):
            .notSent(error)
        case .timedOut, .reset, .cancelled: .lost(reason: error.description)
        case .malformed, .tooLarge, .redirectRefused: .foreign(reason: "No answer of a store: \(error).")
        }
    }

    private static func answer(_ response: HTTPResponse) throws(StoreAskError) -> JSON {
        let bytes = response.body
        let json = bytes.isEmpty ? JSON.null : try? JSON(reading: bytes.span)
        if response.status.isSuccess {
            guard let json else { throw .foreign(reason: "The store's answer is no JSON.") }
            return json
        }
        let status = response.status.code
        if status >= 500 || status == 429 || status == 408 { throw .lost(reason: "the store answered \(status)") }
        guard let code = json?["error"]?["code"]?.text else {
            throw .foreign(reason: "The answer \(status) is none of a store.")
        }
        throw .refused(status: status, code: code, message: json?["error"]?["message"]?.text ?? code)
    }
}
