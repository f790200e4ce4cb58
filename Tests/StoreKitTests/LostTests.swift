import Foundation
import StoreKit
import Synchronization
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// A store that can't be reached, answers that are lost, and answers that are none.
@Suite struct LostTests {
    @Test("A purchase while offline fails at once as unknown, with the cause, and charges nothing later")
    func offline() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            shop.network.set { _ in .notSent }
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            let error = connection.queue.transactions.first?.error as? SKError
            #expect(error?.code == .unknown)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? URLError)?.code == .notConnectedToInternet)
            shop.network.set { _ in .arrives }
            let next = try shop.launch()
            next.queue.add(Watcher())
            await next.settle()
            #expect(try await shop.ledger().isEmpty)
        }
    }

    @Test(
        "F8: a purchase whose answer is lost is asked about again under its identifier: charged once, told once",
        arguments: [true, false])
    func answerLost(restarts: Bool) async throws {
        try await Shop().used { shop in
            let first = try shop.launch()
            let before = Watcher()
            first.queue.add(before)
            await first.settle()
            shop.network.set { $0.url.target.contains("/payments/") ? .answerLost : .arrives }
            first.queue.add(SKPayment(productIdentifier: Shop.coins))
            await first.settle()
            #expect(before.log == ["purchasing"])
            #expect(try await shop.ledger().count == 1)
            shop.network.set { _ in .arrives }
            let second = try restarts ? shop.launch() : first
            let after = restarts ? Watcher() : before
            if restarts { second.queue.add(after) }
            await second.pull()
            #expect(after.log == ["purchasing", "purchased"])
            #expect(try await shop.ledger().count == 1)
        }
    }

    @Test("A purchase whose answer is lost is told by the store's list, too, and only once")
    func toldByList() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.settle()
            shop.network.set { $0.url.target.contains("/payments/") ? .answerLost : .arrives }
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            await connection.pull()
            #expect(watcher.log == ["purchasing", "purchased"])
            #expect(connection.queue.transactions.count == 1)
        }
    }

    @Test("A lost answer is asked for again after a pause, by itself, and the pauses grow")
    func repeated() async throws {
        try await Shop().used { shop in
            let waits = Mutex<[Duration]>([])
            let (stream, arrived) = AsyncStream<Void>.makeStream()
            var settings = try shop.settings()
            settings.pause = { duration in
                if waits.withLock({
                    $0.append(duration); return $0.count
                }) == 3 {
                    shop.network.set { _ in .arrives }
                }
            }
            let connection = StoreConnection(settings)
            let watcher = Watcher()
            watcher.within = { queue in
                if queue.transactions.first?.transactionState == .purchased { arrived.finish() }
            }
            connection.queue.add(watcher)
            await connection.settle()
            shop.network.set { $0.method == .put ? .answered(HTTPResponse(.serviceUnavailable)) : .arrives }
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            for await _ in stream {}
            #expect(waits.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(4)])
            #expect(try await shop.ledger().count == 1)
        }
    }

    @Test("A payment that may have been sent goes on being asked about, also when the network is gone")
    func stillUnknown() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.settle()
            shop.network.set { $0.method == .put ? .answerLost : .notSent }
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            shop.network.set { _ in .notSent }
            await connection.pull()
            #expect(watcher.log == ["purchasing"])
            #expect(connection.queue.transactions.map(\.transactionState) == [.purchasing])
        }
    }

    @Test("What can't be noted on disk is not sent")
    func fullDisk() async throws {
        try await Shop().used { shop in
            try FileManager.default.createDirectory(at: shop.folder, withIntermediateDirectories: true)
            try Data().write(to: shop.folder.appending(path: "first"))
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            #expect(code(connection.queue.transactions.first?.error) == .unknown)
            #expect(shop.network.count("/payments/") == 0)
        }
    }

    @Test(
        "A malformed answer becomes an error, never a crash",
        arguments: [
            "", "{", "[]", "null", "{\"transactionId\":1}", "{\"transactionId\":\"1\",\"productId\":\"x\"}",
            "{\"transactionId\":\"1\",\"productId\":\"x\",\"state\":\"gone\",\"quantity\":1,\"purchaseDate\":0}",
            "{\"transactionId\":\"1\",\"productId\":\"x\",\"state\":\"purchased\",\"quantity\":1,\"purchaseDate\":0}",
            "{\"transactionId\":\"1\",\"productId\":\"x\",\"state\":\"purchased\",\"quantity\":1,\"purchaseDate\":0,"
                + "\"signedTransactionInfo\":\"a.b.c\"}",
            "<html></html>",
        ])
    func malformed(body: String) async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.settle()
            let answer = HTTPResponse(.ok, body: Array(body.utf8))
            shop.network.set { _ in .answered(answer) }
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            connection.queue.restoreCompletedTransactions()
            await connection.pull()
            #expect(watcher.log.sorted() == ["failed", "purchasing", "restore failed"])
            #expect(code(watcher.last?.error) == .unknown)
            #expect(code(watcher.restoreError) == .unknown)
        }
    }

    @Test("A store whose root is not the one that was given is not believed, and its receipt is not kept")
    func foreign() async throws {
        try await Shop(authority: Shop.made(seed: 4)).used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            #expect(watcher.log == ["purchasing", "failed"])
            #expect(code(watcher.last?.error) == .unknown)
            #expect(!FileManager.default.fileExists(atPath: connection.receiptURL.path))
        }
    }

    @Test("A purchase of another product under the same signature is not believed")
    func otherProduct() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            let file = connection.settings.folder.appending(path: "queue.json")
            let bytes = Array(try Data(contentsOf: file))
            let signed = try #require(
                try JSON(reading: bytes.span)["transactions"]?.array?.first?["signed"]?.text)
            let body: JSON = [
                "transactionId": "2000000000000001", "productId": .string(Shop.pro), "state": "purchased",
                "quantity": 1, "purchaseDate": 0, "signedTransactionInfo": .string(signed),
            ]
            shop.network.set { _ in .answered(.json(body)) }
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(code(connection.queue.transactions.last?.error) == .unknown)
        }
    }

    @Test("F43: what the production store signed is not believed in the sandbox, though the root is the same")
    func otherEnvironment() async throws {
        try await Shop().used { shop in
            var request = HTTPRequest(.post, try #require(HTTPURL("http://127.0.0.1/control/v1/accounts")))
            try request.headers.append("Authorization", "Bearer control")
            request.body = JSON.object(["environment": "Production"]).bytes()
            let control = MemoryServer(service: shop.box.control)
            let made = try await control.respond(to: request).body
            let account = try JSON(reading: made.span)["accountId"] ?? .null
            request.url = try #require(HTTPURL("http://127.0.0.1/control/v1/purchases"))
            request.body =
                JSON.object([
                    "accountId": account, "bundleId": .string(Shop.bundleID), "productId": .string(Shop.pro),
                ]).bytes()
            let bought = try await control.respond(to: request).body
            let purchase = try JSON(reading: bought.span)
            let answer: JSON = [
                "transactionId": purchase["transactionId"] ?? .null, "productId": .string(Shop.pro),
                "state": "purchased", "quantity": 1, "purchaseDate": 0,
                "signedTransactionInfo": purchase["signedTransactionInfo"] ?? .null,
                "account": ["environment": "Sandbox", "storefront": "USA", "canMakePayments": true],
            ]
            let connection = try shop.launch()
            shop.network.set { $0.method == .put ? .answered(.json(answer)) : .arrives }
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            let error = connection.queue.transactions.first?.error
            #expect(code(error) == .unknown)
            #expect(error?.localizedDescription.contains("trusted") == true)
        }
    }

    @Test("A token that the store does not know is a client that may not ask")
    func unknownToken() async throws {
        try await Shop().used { shop in
            var settings = try shop.settings()
            settings.access = .account(token: "account-1-0")
            let connection = StoreConnection(settings)
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            #expect(code(connection.queue.transactions.first?.error) == .clientInvalid)
        }
    }

    @Test("A device is made once, and made again when the store no longer knows it")
    func device() async throws {
        try await Shop().used { shop in
            for _ in 0..<2 {
                let connection = try shop.launch()
                connection.queue.add(SKPayment(productIdentifier: Shop.coins))
                await connection.settle()
            }
            #expect(shop.network.count("/devices") == 1)
            let file = shop.folder.appending(path: "first/device.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing("device-1-", with: "device-9-").write(to: file, atomically: true, encoding: .utf8)
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            #expect(shop.network.count("/devices") == 2)
            #expect(connection.queue.transactions.last?.transactionState == .purchased)
        }
    }
}
