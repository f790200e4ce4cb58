import Foundation
import StoreKit
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallStoreEngine

@MainActor @Suite struct BuyingTests {
    @Test("F8, F9: a purchase is purchasing, then purchased, by one object, and never inside `add`")
    func purchase() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            #expect(watcher.log.isEmpty)
            #expect(connection.queue.transactions.map(\.transactionState) == [.purchasing])
            await connection.settle()
            #expect(watcher.log == ["purchasing", "purchased"])
            let transaction = try #require(watcher.last)
            #expect(watcher.seen.first === transaction)
            #expect(transaction.payment.productIdentifier == Shop.pro)
            #expect(transaction.transactionIdentifier?.count == 16)
            #expect(transaction.transactionDate == Date(timeIntervalSince1970: 1_769_853_600))
            #expect(transaction.original == nil && transaction.error == nil)
            #expect(transaction.transactionReceipt?.isEmpty == false)
        }
    }

    @Test("Observers are called on the main queue")
    func mainQueue() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            watcher.within = { _ in dispatchPrecondition(condition: .onQueue(.main)) }
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(watcher.log.count == 2)
        }
    }

    @Test("F7: one payment added twice is two purchases, each charged")
    func twice() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let payment = SKMutablePayment()
            payment.productIdentifier = Shop.coins
            payment.quantity = 3
            payment.applicationUsername = "a"
            connection.queue.add(payment)
            connection.queue.add(payment)
            payment.quantity = 4
            await connection.settle()
            let ledger = try await shop.ledger()
            #expect(ledger.map(\.quantity) == [3, 3])
            #expect(ledger.allSatisfy { $0.charged?.thousandths == 2970 })
            #expect(Set(ledger.compactMap { $0.details?.paymentID }).count == 2)
            #expect(connection.queue.transactions.map(\.payment.quantity) == [3, 3])
        }
    }

    @Test(
        "F5, F6, F7: what can't be bought fails with Apple's code, and nothing is charged",
        arguments: [
            ("unknown", 1, SKError.Code.storeProductNotAvailable), (Shop.pro, 2, .paymentInvalid),
            (Shop.coins, 0, .paymentInvalid), (Shop.coins, 11, .paymentInvalid), ("", 1, .paymentInvalid),
        ])
    func refused(productIdentifier: String, quantity: Int, expected: SKError.Code) async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            let payment = SKMutablePayment()
            payment.productIdentifier = productIdentifier
            payment.quantity = quantity
            connection.queue.add(payment)
            await connection.settle()
            #expect(watcher.log == ["purchasing", "failed"])
            #expect(code(watcher.last?.error) == expected)
            #expect(watcher.last?.transactionIdentifier == nil)
            #expect(try await shop.ledger().isEmpty)
        }
    }

    @Test("F6: where payments are off, `canMakePayments` says so and a payment fails as not allowed")
    func paymentsOff() async throws {
        try await Shop().used { shop in
            try await shop.change { $0.canMakePayments = false }
            let connection = try shop.launch()
            let watcher = Watcher()
            connection.queue.add(watcher)
            await connection.pull()
            let scope = ConnectionScope()
            ConnectionScope.$current.withValue(scope) {
                connection.install()
                #expect(!SKPaymentQueue.canMakePayments())
                #expect(SKPaymentQueue.default() === connection.queue)
            }
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(code(watcher.last?.error) == .paymentNotAllowed)
        }
    }

    @Test("F9: what the person cancels fails as cancelled, and the store is never asked")
    func cancelled() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch(Refusing())
            let watcher = Watcher()
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(code(watcher.last?.error) == .paymentCancelled)
            #expect(shop.network.count("/payments/") == 0)
        }
    }

    @Test("A card that does not pay, and an interrupted purchase, fail; the interrupted one comes when it is resolved")
    func interrupted() async throws {
        try await Shop().used { shop in
            try await shop.change { $0.cardPays = false }
            let connection = try shop.launch()
            let watcher = Watcher()
            watcher.finishes = true
            connection.queue.add(watcher)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(watcher.log == ["purchasing", "failed", "removed"])
            try await shop.change {
                $0.cardPays = true
                $0.isInterrupted = true
            }
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            await connection.pull()
            #expect(watcher.log == ["purchasing", "failed", "removed", "purchasing", "failed", "removed"])
            try await shop.perform(.resolve(try #require(try await shop.numbers().last)))
            await connection.pull()
            await connection.settle()
            #expect(watcher.log.suffix(2) == ["purchased", "removed"])
        }
    }

    @Test("F12: what is owned is bought again for nothing, and points to the first purchase")
    func owned() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            let pair = connection.queue.transactions
            #expect(pair.map(\.transactionState) == [.purchased, .purchased])
            #expect(pair.last?.original?.transactionIdentifier == pair.first?.transactionIdentifier)
            #expect(try await shop.ledger().compactMap(\.charged).count == 1)
        }
    }

    @Test("A simulated failure of purchases is what the app gets")
    func simulated() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            connection.setSimulatedError(SKError(.invalidSignature), for: .purchase)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(code(connection.queue.transactions.last?.error) == .invalidSignature)
            connection.setSimulatedError(nil, for: .purchase)
            connection.queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(connection.queue.transactions.last?.transactionState == .purchased)
        }
    }
}

/// A person who says no to everything.
struct Refusing: StoreDialog {
    func authorise(_ purchase: StorePurchaseQuestion) async -> Bool { false }
    func signIn(reason: String) async -> Bool { false }
    func choose(_ question: String, among choices: [String]) async -> Int? { nil }
}
