import Foundation
import StoreKit
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallHTTPServer
import WindfallSignedData
import WindfallStoreEngine

@Suite struct ConfigurationTests {
    /// A folder with the roots, and the variables that an app needs.
    private func variables(_ shop: Shop, url: String = "http://127.0.0.1:1") throws -> [String: String] {
        try FileManager.default.createDirectory(at: shop.folder, withIntermediateDirectories: true)
        let roots = shop.folder.appending(path: "roots.pem")
        try Data(Shop.authority.roots.utf8).write(to: roots)
        return [
            "WINDFALL_STORE_URL": url, "WINDFALL_STORE_ROOT": roots.path, "WINDFALL_ACCOUNT_TOKEN": shop.accountToken,
            "WINDFALL_BUNDLE_ID": Shop.bundleID, "WINDFALL_DATA": shop.folder.appending(path: "app").path,
        ]
    }

    @Test(
        "What is missing or wrong in the environment is told by the name of its variable",
        arguments: [
            ("WINDFALL_STORE_URL", nil), ("WINDFALL_STORE_URL", "ftp://store"), ("WINDFALL_STORE_ROOT", nil),
            ("WINDFALL_STORE_ROOT", "/nowhere"), ("WINDFALL_STORE_ROOT", "/dev/null"), ("WINDFALL_ACCOUNT_TOKEN", ""),
            ("WINDFALL_BUNDLE_ID", nil), ("WINDFALL_DEVICE_ID", "12"), ("WINDFALL_DATA", "/dev/null"),
        ])
    func missing(name: String, value: String?) async throws {
        try await Shop().used { shop in
            var environment = try variables(shop)
            environment[name] = value
            do throws(StoreConfiguration.Gap) {
                _ = try StoreConfiguration().settings(environment: environment)
                Issue.record("\(name) is not looked at")
            } catch {
                #expect(error.sentence.hasPrefix(name))
            }
        }
    }

    @Test("What the app sets in code goes before its environment, and a device is made once")
    func code() async throws {
        try await Shop().used { shop in
            var configuration = StoreConfiguration()
            configuration.bundleIdentifier = "com.example.other"
            let environment = try variables(shop)
            let first = try configuration.settings(environment: environment)
            let second = try configuration.settings(environment: environment)
            #expect(first.bundleID == "com.example.other")
            #expect(first.deviceID.count == 16 && first.deviceID == second.deviceID)
            configuration.deviceIdentifier = "00000000-0000-4000-8000-000000000001"
            #expect(try configuration.settings(environment: environment).deviceID.last == 1)
        }
    }

    @Test("F9, O21: over sockets an app buys, and hears of an approval while it waits")
    func sockets() async throws {
        // Only a change ends a wait here.
        let shop = try await Shop { _ in
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            try Task.checkCancellation()
        }
        try await shop.used { shop in
            let server = try HTTPServer([HTTPServer.Address(port: 0, service: shop.box.host(isSandbox: true))])
            async let running: Void = server.run()
            let origin = try #require(server.origins.first)
            let settings = try StoreConfiguration().settings(environment: variables(shop, url: origin.description))
            let connection = StoreConnection(settings)
            let watcher = Watcher()
            let (states, heard) = AsyncStream<SKPaymentTransactionState>.makeStream()
            watcher.within = { queue in queue.transactions.last.map { _ = heard.yield($0.transactionState) } }
            connection.queue.add(watcher)
            try await shop.change { $0.asksToBuy = true }
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            for await state in states {
                if state == .deferred {
                    try await shop.perform(.settle(try #require(try await shop.numbers().last), isApproved: true))
                }
                if state == .purchased { break }
            }
            #expect(watcher.log == ["purchasing", "deferred", "purchased"])
            #expect(FileManager.default.fileExists(atPath: connection.receiptURL.path))
            connection.queue.remove(watcher)
            server.stop()
            try await running
        }
    }
}
