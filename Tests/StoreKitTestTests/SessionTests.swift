import Foundation
import FoundationNetworking
import StoreKit
import StoreKitTest
import Testing

@Suite struct SessionTests {
    @Test("Settings begin as Apple's do or as the file says, and go back to that")
    func settings() async throws {
        try await Fixture.story { fixture in
            let session = fixture.session
            #expect(!session.disableDialogs && !session.askToBuyEnabled && !session.interruptedPurchasesEnabled)
            #expect(!session.shouldEnterBillingRetryOnRenewal && !session.billingGracePeriodIsEnabled)
            #expect(!session.failTransactionsEnabled && session.failureError == .unknown)
            #expect(session.storefront == "USA" && session.locale.identifier == "en_US")
            #expect(session.timeRate == .realTime)
            session.askToBuyEnabled = true
            session.storefront = "DEU"
            session.timeRate = .oneSecondIsOneDay
            session.resetToDefaultState()
            #expect(!session.askToBuyEnabled && session.storefront == "USA" && session.timeRate == .realTime)
            let bought = try await session.buyProduct(identifier: Fixture.coins)
            #expect(bought.storefront.countryCode == "USA")
        }
        let settings = "\"settings\": {\"_askToBuyEnabled\": true, \"_timeRate\": 1005, \"_storefront\": \"FRA\"}"
        let content = Fixture.configuration.replacing("\"settings\": {\"_locale\": \"en_US\"}", with: settings)
        try await SKTestSession.isolated {
            let session = try Fixture.withFile(content) { try SKTestSession(contentsOf: $0) }
            #expect(session.askToBuyEnabled && session.timeRate == .oneRenewalEveryTwoSeconds)
            #expect(session.storefront == "FRA")
        }
    }

    @Test("A country or a language that is set is the one in which the shop is shown")
    func language() async throws {
        try await Fixture.story { fixture in
            let american = try #require(try await Shelf.products([Fixture.pro]).first?.locale)
            #expect(american.language.languageCode == "en" && american.currency == "USD")
            fixture.session.locale = Locale(identifier: "de_DE")
            let product = try #require(try await Shelf.products([Fixture.pro]).first)
            #expect(product.locale.language.languageCode == "de" && product.price == Decimal(string: "9.99"))
            try await fixture.session.setSimulatedError(.generic(.userCancelled), forAPI: .loadProducts)
            await #expect(throws: SKError.self) { try await Shelf.products([Fixture.pro]) }
        }
    }

    @Test("What is no configuration is refused with the reason")
    func badFiles() throws {
        func code(_ body: () throws -> SKTestSession) -> SKTestErrorCode? {
            let error = #expect(throws: SKTestError.self) { try body() }
            return error?.code
        }
        #expect(code { try SKTestSession(configurationFileNamed: "there-is-none") } == .fileNotFound)
        #expect(code { try SKTestSession(contentsOfURL: URL(filePath: "/nowhere.storekit")) } == .fileNotFound)
        for content in ["", "{", "[]", "{\"products\": 7}"] {
            let found = code { try Fixture.withFile(content) { try SKTestSession(contentsOf: $0) } }
            #expect(found == .invalidURL, "\(content)")
        }
        guard let remote = URL(string: "https://example.com/a.storekit") else { return }
        #expect(code { try SKTestSession(contentsOf: remote) } == .invalidURL)
    }

    @Test("A simulated error is what the app gets, until it is taken away")
    func simulatedErrors() async throws {
        try await Fixture.story { fixture in
            let session = fixture.session
            try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .purchase)
            #expect(
                await session.simulatedError(forAPI: .purchase) == .generic(.networkError(URLError(.timedOut))))
            #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
            await fixture.buy(Fixture.pro)
            #expect(fixture.watcher.all == ["pro purchasing", "pro failed"])
            await #expect(throws: StoreKitError.self) { try await session.buyProduct(identifier: Fixture.pro) }
            try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
            await #expect(throws: Product.PurchaseError.productUnavailable) {
                try await session.buyProduct(identifier: Fixture.pro)
            }
            #expect(session.allTransactions().isEmpty)
            session.resetToDefaultState()
            #expect(await session.simulatedError(forAPI: .purchase) == nil)
            let bought = try await session.buyProduct(identifier: Fixture.pro)
            #expect(bought.productID == "pro")
        }
    }

    @Test("Failures are equal by their case and the code below")
    func failures() {
        #expect(SKTestFailures.LoadProducts.generic(.unknown) == .generic(.unknown))
        #expect(SKTestFailures.LoadProducts.generic(.unknown) != .generic(.userCancelled))
        #expect(
            SKTestFailures.Purchase.generic(.networkError(URLError(.timedOut)))
                != .generic(.networkError(URLError(.badURL))))
        let error = NSError(domain: "a", code: 1)
        #expect(SKTestFailures.Purchase.generic(.systemError(error)) == .generic(.systemError(error)))
        #expect(SKTestFailures.Purchase.generic(.unknown) != .purchase(.invalidQuantity))
        #expect(SKTestFailures.Verification.verification(.invalidSignature) != .verification(.invalidEncoding))
    }

    @Test("A session trusts its own store and no other session's")
    func trust() async throws {
        try await Fixture.story { mine in
            let signed = try await mine.session.buyProduct(identifier: Fixture.pro)
            let connection = try StoreConnection.resolved()
            let text = try #require(connection.transaction(signed: jws(of: signed)))
            #expect(try text.payloadValue == signed)
            try await Fixture.story { _ in
                let other = try StoreConnection.resolved()
                #expect(other !== connection)
                let foreign = try #require(other.transaction(signed: jws(of: signed)))
                #expect(throws: (any Error).self) { try foreign.payloadValue }
            }
        }
    }

    private func jws(of transaction: Transaction) -> String {
        VerificationResult<Transaction>.verified(transaction).jwsRepresentation
    }

    @Test("With one session it is the process's; with two and no task of their own the error says so")
    func twoSessions() async throws {
        let first = try Fixture.session()
        #expect(SKPaymentQueue.default().transactions.isEmpty && SKPaymentQueue.canMakePayments())
        var second: SKTestSession? = try Fixture.session()
        let error = #expect(throws: SKError.self) { try StoreConnection.resolved() }
        #expect(error?.code == .clientInvalid)
        #expect(error?.localizedDescription.contains("2 test sessions") == true)
        try await Fixture.story { fixture in
            await fixture.buy(Fixture.coins)
            #expect(fixture.session.allTransactions().count == 1)
        }
        #expect(first.allTransactions().isEmpty && second?.allTransactions().isEmpty == true)
        second = nil
        #expect(throws: Never.self) { try StoreConnection.resolved() }
        #expect(first.allTransactions().isEmpty)
    }
}
