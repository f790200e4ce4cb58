import Foundation
import StoreKit
import Testing
import WindfallHTTP
import WindfallStoreEngine
import WindfallTimeline

@MainActor @Suite struct QueueTests {
    @Test("F8, F10: a purchase comes again at each start, until it is finished")
    func restart() async throws {
        try await Shop().used { shop in
            let first = try shop.launch()
            first.queue.add(SKPayment(productIdentifier: Shop.coins))
            await first.settle()
            for _ in 0..<2 {
                let connection = try shop.launch()
                let watcher = Watcher()
                connection.queue.add(watcher)
                await connection.settle()
                #expect(watcher.log == ["purchased"])
            }
            let last = try shop.launch()
            let watcher = Watcher()
            watcher.finishes = true
            last.queue.add(watcher)
            await last.settle()
            await last.settle()
            #expect(watcher.log == ["purchased", "removed"])
            #expect(try await shop.ledger().allSatisfy(\.isFinished))
            let after = try shop.launch()
            let silent = Watcher()
            after.queue.add(silent)
            await after.settle()
            #expect(silent.log.isEmpty && after.queue.transactions.isEmpty)
        }
    }

    @Test("F8: a queue whose file is lost is the store's list of what is not finished")
    func lostFile() async throws {
        try await Shop().used { shop in
            let first = try shop.launch()
            first.queue.add(SKPayment(productIdentifier: Shop.coins))
            await first.settle()
            try Data("{".utf8).write(to: first.settings.folder.appending(path: "queue.json"))
            let second = try shop.launch()
            #expect(second.queue.transactions.isEmpty)
            let watcher = Watcher()
            second.queue.add(watcher)
            await second.settle()
            #expect(watcher.log == ["purchased"])
        }
    }

    @Test("Without an observer the store is not asked")
    func noObserver() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            await connection.pull()
            #expect(shop.network.asked.isEmpty)
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.settle()
            #expect(shop.network.count("/updates") == 1)
        }
    }

    @Test("Each observer hears everything once; one that comes later hears first what is in the queue")
    func several() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let (a, b, late) = (Watcher(), Watcher(), Watcher())
            connection.queue.add(a)
            connection.queue.add(b)
            connection.queue.add(b)
            #expect(connection.queue.transactionObservers.count == 2)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            connection.queue.add(late)
            await connection.settle()
            #expect(a.log == ["purchasing", "purchased"])
            #expect(b.log == a.log)
            #expect(late.log == ["purchased"])
        }
    }

    @Test("An observer that is removed during a call hears no more, whoever removes it")
    func removal() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let (a, b) = (Watcher(), Watcher())
            a.within = { queue in
                queue.remove(b)
                queue.remove(a)
            }
            connection.queue.add(a)
            connection.queue.add(b)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(a.log == ["purchasing"])
            #expect(b.log.isEmpty)
            #expect(connection.queue.transactionObservers.isEmpty)
        }
    }

    @Test("The queue keeps no observer alive")
    func weakObservers() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            var watcher: Watcher? = Watcher()
            connection.queue.add(try #require(watcher))
            await connection.settle()
            watcher = nil
            #expect(connection.queue.transactionObservers.isEmpty)
        }
    }

    @Test("F10: finishing twice, an unknown, a purchasing or a deferred transaction changes nothing")
    func harmless() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            let purchasing = try #require(connection.queue.transactions.first)
            connection.queue.finishTransaction(purchasing)
            connection.queue.finishTransaction(SKPaymentTransaction())
            #expect(connection.queue.transactions.count == 1)
            await connection.settle()
            let bought = try #require(watcher.last)
            connection.queue.finishTransaction(bought)
            connection.queue.finishTransaction(bought)
            await connection.settle()
            #expect(watcher.log == ["purchasing", "purchased", "removed"])
            #expect(shop.network.count("/finish") == 1)
            try await shop.change { $0.asksToBuy = true }
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            connection.queue.finishTransaction(try #require(watcher.last))
            #expect(connection.queue.transactions.map(\.transactionState) == [.deferred])
        }
    }

    @Test("O19: several purchases of one consumable are finished in any order")
    func anyOrder() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            for _ in 0..<3 { connection.queue.add(SKPayment(productIdentifier: Shop.coins)) }
            await connection.settle()
            let all = connection.queue.transactions
            for place in [1, 0, 2] { connection.queue.finishTransaction(all[place]) }
            await connection.settle()
            #expect(connection.queue.transactions.isEmpty)
            #expect(try await shop.ledger().count(where: \.isFinished) == 3)
        }
    }

    @Test("Finishing while offline is told to the store later, and the transaction does not come back")
    func finishedOffline() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            shop.network.set { _ in .notSent }
            connection.queue.finishTransaction(try #require(connection.queue.transactions.first))
            await connection.settle()
            #expect(try await shop.ledger().count(where: \.isFinished) == 0)
            shop.network.set { _ in .arrives }
            let next = try shop.launch()
            let watcher = Watcher()
            next.queue.add(watcher)
            await next.settle()
            #expect(watcher.log.isEmpty)
            #expect(try await shop.ledger().count(where: \.isFinished) == 1)
        }
    }

    @Test("An answer that was under way when a transaction was finished does not bring it back")
    func lateAnswer() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.coins))
            await connection.settle()
            let late = HTTPResponse.json(try await connection.ask(.get, "/storekit/v1/updates?after=0"))
            connection.queue.finishTransaction(try #require(watcher.last))
            await connection.settle()
            shop.network.set { $0.method == .get ? .answered(late) : .arrives }
            await connection.pull()
            #expect(watcher.log == ["purchasing", "purchased", "removed"])
            #expect(connection.queue.transactions.isEmpty)
        }
    }

    @Test("Purchases are offered while offline too, from what is on disk")
    func offlineStart() async throws {
        try await Shop().used { shop in
            let first = try shop.launch()
            first.queue.add(SKPayment(productIdentifier: Shop.pro))
            await first.settle()
            shop.network.set { _ in .notSent }
            let second = try shop.launch()
            let watcher = Watcher()
            second.queue.add(watcher)
            await second.settle()
            #expect(watcher.log == ["purchased"])
            #expect(watcher.last?.payment.productIdentifier == Shop.pro)
        }
    }

    @Test("A device's clock that is wrong changes nothing", arguments: [0, 4_000_000_000_000 as Int64])
    func deviceClock(milliseconds: Int64) async throws {
        try await Shop().used { shop in
            shop.timeline.set(to: Instant(milliseconds: milliseconds))
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(connection.queue.transactions.map(\.transactionState) == [.purchased])
            #expect(connection.queue.transactions.first?.transactionDate?.timeIntervalSince1970 == 1_769_853_600)
        }
    }
}
