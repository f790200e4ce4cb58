import Foundation
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallStorageTesting

/// A store with people who have bought in it, and merchant servers on one database, each of them a process.
///
/// Each person has a subscription, and then buys coins: after each purchase there is a receipt with everything so far.
/// Every second person is a tester, whose receipts come from the sandbox.
final class MerchantScene {
    /// What a person's device held after a purchase.
    struct Receipt: Sendable {
        var user: String
        var text: String
    }

    static let app = "com.example.notes"
    /// How often each person buys coins, and so has a receipt.
    static let purchases = 4
    static let coins: Int64 = 100

    let store: StoreProcess
    let place: TestPlace
    let client: JSONClient
    private(set) var receipts: [Receipt] = []
    private(set) var servers: [MerchantProcess] = []
    /// A key of the developer's own server.
    private(set) var key = ""
    private let folder: URL
    private let environment: [String: String]

    init(_ engine: TestEngine, people: Int, servers count: Int = 1) async throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "windfall-scene-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try StoreProcess(folder: folder.appending(path: "box"))
        place = try TestPlace(engine)
        client = try JSONClient()
        let database =
            switch place.location {
            case .sqlite(let path): "sqlite:\(path)"
            case .postgreSQL(let url): url
            }
        environment = ProcessInfo.processInfo.environment.merging(["DATABASE": database]) { $1 }
        try write("merchant.json5", Self.configuration(store))
        try write("clock-token", store.controlToken)
        try write("secret", try await openShop())
        receipts = try await buy(people: people)
        try prepareMerchant()
        for _ in 0..<count { servers.append(try MerchantProcess(folder: folder, environment: environment)) }
    }

    deinit {
        for server in servers { server.kill() }
        store.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The addresses of all servers.
    var origins: [String] { servers.map(\.origin) }

    /// What the servers wrote into their log.
    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

    // MARK: The store

    /// Sets up an app with coins and a subscription.
    ///
    /// - Returns: the app's shared secret.
    private func openShop() async throws -> String {
        let app = try await ask(.put, "/connect/v1/apps/\(Self.app)", [:])
        _ = try await ask(
            .put, "/connect/v1/apps/\(Self.app)/products/coins",
            ["productID": "coins", "type": "Consumable", "displayPrice": "0.99"])
        _ = try await ask(
            .put, "/connect/v1/apps/\(Self.app)/products/monthly",
            [
                "productID": "monthly", "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 1,
                "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1M",
            ])
        return try #require(app["sharedSecret"]?.text)
    }

    private func buy(people: Int) async throws -> [Receipt] {
        var receipts: [Receipt] = []
        for person in 0..<people {
            let account = try await ask(
                .post, "/control/v1/accounts", ["environment": person.isMultiple(of: 2) ? "Production" : "Sandbox"])
            let accountID = account["accountId"] ?? .null
            for product in ["monthly"] + Array(repeating: "coins", count: Self.purchases) {
                let outcome = try await ask(
                    .post, "/control/v1/purchases",
                    ["accountId": accountID, "bundleId": .string(Self.app), "productId": .string(product)])
                guard product == "coins" else { continue }
                receipts.append(Receipt(user: "person-\(person)", text: try #require(outcome["receipt"]?.text)))
            }
        }
        return receipts
    }

    private func ask(_ method: HTTPMethod, _ path: String, _ body: JSON) async throws -> JSON {
        let answer = try await client.send(method, store.control + path, token: store.controlToken, body)
        try #require(answer.status < 300, "\(path): \(answer.json.text())")
        return answer.json
    }

    // MARK: The merchant

    private static func configuration(_ store: StoreProcess) -> String {
        """
        {
          listen: "127.0.0.1:0", database: { env: "DATABASE" }, log: { file: "log" },
          store: {
            production: "\(store.production)", sandbox: "\(store.sandbox)", roots: ["\(store.rootsFile)"],
            clockUrl: "\(store.control)", clockTokenFile: "clock-token",
          },
          apps: { "\(app)": { sharedSecret: { file: "secret" }, sandbox: "grant" } },
          limits: {
            questionSeconds: 30, retryFirstSeconds: 1, retryLimitSeconds: 2, leaseSeconds: 3, receiptsPerMinute: 100000,
          },
        }
        """
    }

    private func prepareMerchant() throws {
        try write("coins", #"{"type": "consumable", "credits": {"coins": \#(Self.coins)}}"#)
        try write("monthly", #"{"type": "autoRenewable", "entitlements": ["premium"]}"#)
        for product in ["coins", "monthly"] { _ = try command("merchant", "products", "set", product, product) }
        key = try #require(try command("merchant", "keys", "create", "--role", "server")["key"]?.text)
    }

    private func write(_ name: String, _ text: String) throws {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// Runs a command on the servers' database, whether they run or not.
    ///
    /// - Returns: what it says; it has to succeed.
    func command(_ words: String...) throws -> JSON {
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = words + ["--config", "merchant.json5", "--json"]
        process.currentDirectoryURL = folder
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words): \(String(decoding: said, as: UTF8.self))")
        return try JSON(reading: said.span)
    }
}
