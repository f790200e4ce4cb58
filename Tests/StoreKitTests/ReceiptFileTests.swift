import Foundation
import StoreKit
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

@Suite struct ReceiptFileTests {
    /// The products in the receipt that lies there.
    private func products(_ connection: StoreConnection) throws -> [String] {
        let bytes = Array(try Data(contentsOf: connection.receiptURL))
        let reading = try Verifier(trust: Shop.authority.trust).read(
            appReceipt: bytes,
            expecting: Expectation(bundleID: Shop.bundleID, deviceID: connection.settings.deviceID), at: Shop.start)
        #expect(reading.problem == nil)
        return reading.content.inApp.map(\.productID).sorted()
    }

    @Test("F32: after each purchase the receipt is there, genuine, and for this device, before the app hears of it")
    func afterPurchase() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let early = connection.receiptURL
            let watcher = Watcher()
            var found: [Bool] = []
            let url = { connection.receiptURL.path }
            watcher.within = { _ in found.append(FileManager.default.fileExists(atPath: url())) }
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            #expect(found == [false, true])
            #expect(connection.receiptURL == early)
            #expect(try products(connection) == [Shop.coins])
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(try products(connection) == [Shop.coins, Shop.pro])
            let others = try FileManager.default.contentsOfDirectory(
                atPath: connection.receiptURL.deletingLastPathComponent().path)
            #expect(others == ["receipt"])
        }
    }

    @Test("F9: a purchase whose receipt can't be written is purchased, not failed")
    func receiptWithoutPlace() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            // The folder of the receipt is a file.
            let folder = connection.receiptURL.deletingLastPathComponent()
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(
                at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("in the way".utf8).write(to: folder)
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            #expect(connection.queue.transactions.map(\.transactionState) == [.purchased])
            #expect(watcher.log.filter { $0.contains("failed") }.isEmpty)
        }
    }

    @Test("F30: a finished consumable leaves the receipt at a refresh")
    func refresh() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            connection.queue.finishTransaction(try #require(connection.queue.transactions.first))
            await connection.settle()
            #expect(try products(connection) == [Shop.coins])
            let listener = Listener()
            await listener.run(SKReceiptRefreshRequest(), on: connection)
            #expect(listener.log == ["finished"])
            #expect(try products(connection).isEmpty)
        }
    }

    @Test("A receipt that can't be had leaves the old one, and the request fails")
    func failure() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            for answer in ["{}", "{\"receipt\":\"!\"}", "{\"receipt\":\"MAA=\"}", "{\"receipt\":null}"] {
                let response = HTTPResponse(.ok, body: Array(answer.utf8))
                shop.network.set { _ in .answered(response) }
                let listener = Listener()
                await listener.run(SKReceiptRefreshRequest(receiptProperties: nil), on: connection)
                #expect(listener.log == ["failed"])
                #expect(code(listener.error) == .unknown)
                #expect(try products(connection) == [Shop.coins])
            }
        }
    }
}
