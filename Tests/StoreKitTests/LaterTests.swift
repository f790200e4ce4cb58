import Foundation
import StoreKit
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallStoreEngine
import WindfallTimeline

/// What happens at the store while the app is not running, and restores.
@Suite struct LaterTests {
    @Test(
        "F9, O21: a deferred purchase that was answered while the app was not running comes at the next start",
        arguments: [true, false])
    func answeredLater(isApproved: Bool) async throws {
        try await Shop().used { shop in
            try await shop.change { $0.asksToBuy = true }
            let first = try shop.launch()
            let before = Watcher()
            before.finishes = true
            first.queue.add(before)
            first.queue.add(SKPayment(productIdentifier: Shop.pro))
            await first.settle()
            #expect(before.log == ["purchasing", "deferred"])
            #expect(!FileManager.default.fileExists(atPath: first.receiptURL.path))
            try await shop.perform(.settle(try #require(try await shop.numbers().last), isApproved: isApproved))
            let second = try shop.launch()
            let after = Watcher()
            after.finishes = true
            second.queue.add(after)
            await second.settle()
            await second.settle()
            #expect(after.log == ["deferred", isApproved ? "purchased" : "failed", "removed"])
            #expect(after.last?.payment.productIdentifier == Shop.pro)
            if !isApproved { #expect(code(after.last?.error) == .paymentCancelled) }
            #expect(FileManager.default.fileExists(atPath: second.receiptURL.path) == isApproved)
        }
    }

    @Test("F9: a payment can ask the sandbox to act as if somebody else must approve")
    func simulatedAsking() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let payment = SKMutablePayment()
            payment.productIdentifier = Shop.pro
            payment.simulatesAskToBuyInSandbox = true
            connection.queue.add(payment)
            await connection.settle()
            #expect(connection.queue.transactions.map(\.transactionState) == [.deferred])
        }
    }

    @Test("F15: renewals while the app was not running come as purchases of the first one")
    func renewals() async throws {
        try await Shop().used { shop in
            let first = try shop.launch()
            let before = Watcher()
            before.finishes = true
            first.queue.add(before)
            first.queue.add(SKPayment(productIdentifier: Shop.monthly))
            await first.settle()
            let original = try #require(before.last?.transactionIdentifier)
            first.queue.remove(before)
            let end = try #require(Shop.start.adding(milliseconds: 60 * 86_400_000))
            _ = try await shop.box.service.advance(to: end)
            let second = try shop.launch()
            let after = Watcher()
            second.queue.add(after)
            await second.settle()
            #expect(after.log == ["purchased,purchased"])
            #expect(after.seen.map { $0.original?.transactionIdentifier } == [original, original])
            #expect(Set(after.seen.compactMap(\.transactionIdentifier)).count == 2)
        }
    }

    @Test("F13, F14: a restore hands over new transactions of the first purchases, no consumables, then says finished")
    func restore() async throws {
        try await Shop().used { shop in
            let bought = try shop.launch()
            for product in [Shop.pro, Shop.coins, Shop.pass] {
                bought.queue.add(SKPayment(productIdentifier: product))
            }
            await bought.settle()
            let original = try #require(bought.queue.transactions.first?.transactionIdentifier)
            for transaction in bought.queue.transactions { bought.queue.finishTransaction(transaction) }
            await bought.settle()
            let other = StoreConnection(try shop.settings(device: 2, folder: "second"))
            let watcher = Watcher()
            watcher.finishes = true
            other.queue.add(watcher)
            await other.settle()
            other.queue.restoreCompletedTransactions()
            await other.settle()
            await other.settle()
            #expect(watcher.log == ["restored", "restore finished", "removed"])
            let restored = try #require(watcher.seen.last)
            #expect(restored.original?.transactionIdentifier == original)
            #expect(restored.original?.payment.productIdentifier == Shop.pro)
            #expect(restored.transactionIdentifier != original)
            #expect(FileManager.default.fileExists(atPath: other.receiptURL.path))
        }
    }

    @Test("F13: nothing to restore is finished too")
    func nothing() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.restoreCompletedTransactions(withApplicationUsername: "a")
            await connection.settle()
            #expect(watcher.log == ["restore finished"])
        }
    }

    @Test("F13: a restore that fails says why", arguments: [true, false])
    func failed(isCancelled: Bool) async throws {
        try await Shop().used { shop in
            let connection = try isCancelled ? shop.launch(Refusing()) : shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.settle()
            shop.network.set { _ in .notSent }
            connection.queue.restoreCompletedTransactions()
            await connection.settle()
            #expect(watcher.log == ["restore failed"])
            #expect(code(watcher.restoreError) == (isCancelled ? .paymentCancelled : .unknown))
        }
    }

    @Test("F31: a refund is told to observers, with the product")
    func refund() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            watcher.finishes = true
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            await connection.pull()
            try await shop.perform(.refund(try #require(try await shop.numbers().last), reason: 0, percentage: 100))
            await connection.pull()
            #expect(watcher.log.last == "revoked \(Shop.pro)")
            await connection.pull()
            #expect(watcher.log.count { $0.hasPrefix("revoked") } == 1)
        }
    }

    @Test("A change of country is told to observers")
    func storefront() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.pull()
            #expect(connection.queue.storefront?.countryCode == "USA")
            try await shop.change { $0.storefront = .init(rawValue: "FRA") }
            await connection.pull()
            #expect(watcher.log == ["storefront"])
            #expect(connection.queue.storefront?.countryCode == "FRA")
            #expect(connection.queue.storefront?.identifier.isEmpty == false)
        }
    }
}
