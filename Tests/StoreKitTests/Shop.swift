import Foundation
import StoreKit
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// A store in memory with one app, and an account that buys in it.
struct Shop {
    static let bundleID = "com.example.notes"
    static let coins = "com.example.notes.coins"
    static let pro = "com.example.notes.pro"
    static let monthly = "com.example.notes.monthly"
    static let pass = "com.example.notes.pass"
    static let start = Instant(milliseconds: 1_769_853_600_000)
    static let authority = made(seed: 3)

    let box: StoreBox
    let network: Network
    let account: AccountNumber
    let accountToken: String
    /// The device's clock.
    let timeline = VirtualTimeline(now: start)
    let folder: URL

    static func made(seed: UInt64) -> TestAuthority {
        do {
            return try TestAuthority(randomness: SeededRandomness(seed: seed))
        } catch {
            fatalError("\(error)")
        }
    }

    static let products: [JSONObject] = [
        ["productID": .string(coins), "type": "Consumable", "displayPrice": "0.99"],
        [
            "productID": .string(pro), "type": "NonConsumable", "displayPrice": "9.99",
            "localizations": [
                ["locale": "en_US", "displayName": "Pro", "description": "Everything"],
                ["locale": "de", "displayName": "Profi", "description": "Alles"],
            ],
        ],
        [
            "productID": .string(monthly), "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 1,
            "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1M",
            "introductoryOffer": [
                "internalID": "i", "paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 1,
            ],
            "adHocOffers": [
                [
                    "internalID": "a", "offerID": "half", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
                    "numberOfPeriods": 3, "displayPrice": "2.49",
                ]
            ],
        ],
        ["productID": .string(pass), "type": "NonRenewingSubscription", "displayPrice": "2.99"],
    ]

    /// - Parameter pause: how the store waits where it is asked to hold back an answer.
    init(
        authority: TestAuthority = Self.authority,
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in await Task.yield() }
    ) async throws {
        let journal = MemoryJournal(header: JournalHeader(format: 1, seed: 11))
        let service = try StoreService(
            journal: journal, timeline: VirtualTimeline(now: Self.start), mode: .stepped, start: Self.start)
        box = StoreBox(
            service: service, desk: ReceiptDesk(authority: authority),
            configuration: StoreBox.Configuration(controlToken: "control", pause: pause))
        _ = try await service.perform(.addDeveloper(name: "Example"))
        _ = try await service.perform(.putApp(bundleID: Self.bundleID, StoreCommand.AppChange()))
        for product in Self.products {
            _ = try await service.perform(
                .putProduct(bundleID: Self.bundleID, ProductDefinition(json: product), propagationDelay: .zero))
        }
        let origin = try #require(HTTPURL("http://store.example")).origin
        network = Network(MemoryServer(service: box.host(isSandbox: true)).transport(at: origin))
        let control = MemoryServer(service: box.control)
        var request = HTTPRequest(
            .post, try #require(HTTPURL("http://127.0.0.1/control/v1/accounts")),
            body: JSON.object(["environment": "Sandbox"]).bytes())
        try request.headers.append("Authorization", "Bearer control")
        let bytes = try await control.respond(to: request).body
        let answer = try JSON(reading: bytes.span)
        account = AccountNumber(try #require(Int64(answer["accountId"]?.text ?? "")))
        accountToken = try #require(answer["token"]?.text)
        folder = FileManager.default.temporaryDirectory.appending(path: "storekit-\(accountToken.suffix(6))")
            .appending(path: SystemRandomness().uuidText())
    }

    /// What a device of the account is connected with.
    func settings(
        device: UInt8 = 1, dialog: any StoreDialog = ApprovingDialog(), folder name: String = "first"
    ) throws -> StoreConnection.Settings {
        var settings = StoreConnection.Settings(
            transport: network, origin: try #require(HTTPURL("http://store.example")).origin,
            access: .account(token: accountToken), bundleID: Self.bundleID,
            deviceID: Array(repeating: device, count: 16), folder: folder.appending(path: name),
            trust: Self.authority.trust)
        settings.timeline = timeline
        settings.dialog = dialog
        settings.locale = Locale(identifier: "en_US")
        return settings
    }

    /// The app starts: a queue from what is on disk.
    func launch(_ dialog: any StoreDialog = ApprovingDialog()) throws -> StoreConnection {
        StoreConnection(try settings(dialog: dialog))
    }

    /// Runs a test and takes its files away.
    nonisolated(nonsending) func used(
        _ body: nonisolated(nonsending) (Shop) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(self)
    }

    func perform(_ command: StoreCommand) async throws {
        _ = try await box.service.perform(command)
    }

    func change(_ body: @Sendable (inout StoreCommand.AccountChange) -> Void) async throws {
        var change = StoreCommand.AccountChange()
        body(&change)
        try await perform(.changeAccount(account, change))
    }

    /// The transactions of the account, oldest first.
    func ledger() async throws -> [TransactionRecord] {
        try await box.service.read { [account] state in
            try state.transactions(of: account).map { try state.transaction($0) }
        }
    }

    func numbers() async throws -> [TransactionNumber] {
        try await box.service.read { [account] state in state.transactions(of: account) }
    }
}
