import Foundation
import StoreKitTest
import Testing

@Suite struct PurchaseStoryTests {
    @Test("F8: a purchase is told to the observer, is in the session, and has a receipt")
    func purchase() async throws {
        try await Fixture.story { fixture in
            await fixture.buy(Fixture.pro)
            #expect(fixture.watcher.all == ["pro purchasing", "pro purchased"])
            let bought = try #require(fixture.last)
            #expect(bought.productIdentifier == "pro" && bought.state == .purchased && bought.cancelDate == nil)
            #expect(bought.identifier == bought.originalTransactionIdentifier && bought.expirationDate == nil)
            let receipt = try #require(Bundle.main.storeReceiptURL)
            #expect(FileManager.default.fileExists(atPath: receipt.path))
            #expect(SKPaymentQueue.default().transactions.first?.transactionIdentifier == "\(bought.identifier)")
        }
    }

    @Test(
        "A purchase that is to fail fails with the error that was asked for",
        arguments: [
            SKError.Code.unknown, .invalidOfferIdentifier, .invalidSignature, .missingOfferParams, .invalidOfferPrice,
        ])
    func failure(code: SKError.Code) async throws {
        try await Fixture.story { fixture in
            fixture.session.failTransactionsEnabled = true
            fixture.session.failureError = code
            await fixture.buy(Fixture.coins)
            #expect(fixture.watcher.all == ["coins purchasing", "coins failed"])
            #expect(fixture.watcher.codes == [code])
            fixture.session.failTransactionsEnabled = false
            await fixture.buy(Fixture.coins)
            #expect(fixture.watcher.all.last == "coins purchased")
        }
    }

    @Test("An interrupted purchase has an issue, and is bought once it is resolved")
    func interrupted() async throws {
        try await Fixture.story { fixture in
            fixture.session.interruptedPurchasesEnabled = true
            await fixture.buy(Fixture.pro)
            let waiting = try #require(fixture.last)
            #expect(waiting.state == .failed && waiting.hasPurchaseIssue)
            try fixture.session.resolveIssueForTransaction(identifier: waiting.identifier)
            await fixture.session.settle()
            #expect(fixture.watcher.all == ["pro purchasing", "pro failed", "pro purchased"])
            #expect(fixture.last?.hasPurchaseIssue == false)
            let error = #expect(throws: SKTestError.self) {
                try fixture.session.resolveIssueForTransaction(identifier: waiting.identifier)
            }
            #expect(error?.code == .invalidAction)
        }
    }

    @Test("F9: a purchase waits for approval; approved it is bought, declined it fails", arguments: [true, false])
    func askToBuy(isApproved: Bool) async throws {
        try await Fixture.story { fixture in
            fixture.session.askToBuyEnabled = true
            await fixture.buy(Fixture.coins)
            let waiting = try #require(fixture.last)
            #expect(waiting.state == .deferred && waiting.pendingAskToBuyConfirmation)
            if isApproved {
                try fixture.session.approveAskToBuyTransaction(identifier: waiting.identifier)
            } else {
                try fixture.session.declineAskToBuyTransaction(identifier: waiting.identifier)
            }
            await fixture.session.settle()
            let end = isApproved ? "coins purchased" : "coins failed"
            #expect(fixture.watcher.all == ["coins purchasing", "coins deferred", end])
            #expect(fixture.last?.pendingAskToBuyConfirmation == false)
        }
    }

    @Test("F31: a refund is told as revoked, and shows in the session")
    func refund() async throws {
        try await Fixture.story { fixture in
            await fixture.buy(Fixture.pro)
            await fixture.session.settle()
            let identifier = try #require(fixture.last?.identifier)
            try fixture.session.refundTransaction(identifier: identifier)
            await fixture.session.settle()
            #expect(fixture.watcher.all.contains("revoked pro"))
            #expect(fixture.last?.cancelDate != nil)
            #expect(throws: SKTestError.self) { try fixture.session.refundTransaction(identifier: identifier) }
        }
    }

    @Test("Bought outside the app: the transaction is the store's own, signed for Xcode, and the observer hears of it")
    func outside() async throws {
        try await Fixture.story { fixture in
            let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 16))
            let transaction = try await fixture.session.buyProduct(
                identifier: Fixture.coins, options: [.quantity(3), .appAccountToken(token)])
            #expect(transaction.productID == "coins" && transaction.purchasedQuantity == 3)
            #expect(transaction.environment == .xcode && transaction.appAccountToken == token)
            #expect(transaction.price == Decimal(string: "2.97") && transaction.productType == .consumable)
            await fixture.session.settle()
            #expect(fixture.watcher.all == ["coins purchased"])
            try fixture.session.buyProduct(productIdentifier: Fixture.pro)
            #expect(fixture.session.allTransactions().count == 2)
            let unknown = await #expect(throws: SKTestError.self) {
                try await fixture.session.buyProduct(identifier: "nothing")
            }
            #expect(unknown?.code == .invalidProductIdentifier)
            await #expect(throws: Product.PurchaseError.invalidQuantity) {
                try await fixture.session.buyProduct(identifier: Fixture.coins, options: [.quantity(11)])
            }
        }
    }

    @Test("Cleared, nothing was ever bought; a deleted transaction is gone, an unknown one is not found")
    func clear() async throws {
        try await Fixture.story { fixture in
            await fixture.buy(Fixture.pro)
            await fixture.buy(Fixture.monthly)
            let first = try #require(fixture.session.allTransactions().first)
            try fixture.session.deleteTransaction(identifier: first.identifier)
            #expect(fixture.session.allTransactions().map(\.productIdentifier) == ["monthly"])
            fixture.session.clearTransactions()
            #expect(fixture.session.allTransactions().isEmpty)
            // What was not finished leaves the queue too.
            await fixture.session.settle()
            #expect(SKPaymentQueue.default().transactions.isEmpty)
            #expect(fixture.watcher.all.suffix(2) == ["pro removed", "monthly removed"])
            for identifier in [first.identifier, 0, UInt.max] {
                let error = #expect(throws: SKTestError.self) {
                    try fixture.session.deleteTransaction(identifier: identifier)
                }
                #expect(error?.code == .noTransactionFound)
            }
            let anew = try await fixture.session.buyProduct(identifier: Fixture.pro)
            #expect(anew.id == anew.originalID)
        }
    }
}
