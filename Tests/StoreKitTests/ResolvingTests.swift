import Foundation
import StoreKit
import Testing

/// Which store the caller talks to. These tests share the process's connections, so they run one after another.
@Suite(.serialized) struct ResolvingTests {
    @Test("F43: the store of a scope is meant by all that runs in it, whatever else there is")
    func scopes() async throws {
        let (a, b) = (try await Shop(), try await Shop())
        let (first, second) = (try a.launch(), try b.launch())
        ConnectionScope.$current.withValue(ConnectionScope()) {
            first.install()
            ConnectionScope.$current.withValue(ConnectionScope()) {
                second.install()
                #expect(SKPaymentQueue.default() === second.queue)
            }
            #expect(SKPaymentQueue.default() === first.queue)
        }
    }

    @Test("What an observer asks for within a call goes to the store that called")
    func withinCall() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let watcher = Watcher()
            var isSame = false
            let queue = connection.queue
            watcher.within = { _ in isSame = SKPaymentQueue.default() === queue }
            queue.add(watcher)
            queue.add(SKPayment(productIdentifier: Shop.pro))
            await connection.settle()
            #expect(isSame)
        }
    }

    @Test("The only store of the process is meant everywhere; two are an error; none is a client without a store")
    func process() async throws {
        let (a, b) = (try await Shop(), try await Shop())
        let early = Watcher()
        let nowhere = SKPaymentQueue.default()
        nowhere.add(early)
        nowhere.add(SKPayment(productIdentifier: Shop.pro))
        await hop()
        await hop()
        #expect(early.log == ["purchasing", "failed"])
        #expect(code(early.last?.error) == .clientInvalid)
        #expect(Bundle.main.storeReceiptURL == nil)
        #expect(SKPaymentQueue.canMakePayments())

        let (first, second) = (try a.launch(), try b.launch())
        first.install()
        defer { first.remove() }
        #expect(SKPaymentQueue.default() === first.queue)
        #expect(SKPaymentQueue.default().transactionObservers.first === early)
        #expect(Bundle.main.storeReceiptURL == first.receiptURL)
        #expect(SKPaymentQueue.canMakePayments())
        second.install()
        do {
            _ = try StoreConnection.resolved()
            Issue.record("two stores and no scope")
        } catch {
            #expect(error.code == .clientInvalid)
            #expect(error.localizedDescription.contains("2 test sessions"))
        }
        second.remove()
        #expect(SKPaymentQueue.default() === first.queue)
        first.queue.remove(early)
    }

    /// Lets the desk without a store do its work, and the main queue call.
    private func hop() async {
        for _ in 0..<50 {
            await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
            await Task.yield()
        }
    }
}
