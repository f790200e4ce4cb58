import Foundation
import StoreKit
import Testing
import WindfallHTTP

@Suite struct ProductsTests {
    @Test("F5: a products request answers with products and invalid identifiers, then says finished")
    func products() async throws {
        try await Shop().used { shop in
            let listener = Listener()
            let request = SKProductsRequest(productIdentifiers: [Shop.pro, Shop.monthly, "nothing"])
            await listener.run(request, on: try shop.launch())
            #expect(listener.log == ["received", "finished"])
            let response = try #require(listener.response)
            #expect(response.invalidProductIdentifiers == ["nothing"])
            #expect(response.products.map(\.productIdentifier).sorted() == [Shop.monthly, Shop.pro])
        }
    }

    @Test("F5, F37: a product has the store's own texts and price, in the language of the device")
    func texts() async throws {
        try await Shop().used { shop in
            var settings = try shop.settings()
            settings.locale = Locale(identifier: "de_DE")
            let listener = Listener()
            await listener.run(SKProductsRequest(productIdentifiers: [Shop.pro]), on: StoreConnection(settings))
            let product = try #require(listener.response?.products.first)
            #expect(product.localizedTitle == "Profi" && product.localizedDescription == "Alles")
            #expect(product.price == NSDecimalNumber(string: "9.99"))
            #expect(product.priceLocale.currency?.identifier == "USD")
            #expect(product.subscriptionPeriod == nil && product.subscriptionGroupIdentifier == nil)
            let formatter = NumberFormatter()
            formatter.numberStyle = .currency
            formatter.locale = product.priceLocale
            #expect(formatter.string(from: product.price)?.replacing("\u{A0}", with: " ") == "9,99 $")
        }
    }

    @Test("A subscription has its period, group and offers")
    func subscription() async throws {
        try await Shop().used { shop in
            let listener = Listener()
            await listener.run(SKProductsRequest(productIdentifiers: [Shop.monthly]), on: try shop.launch())
            let product = try #require(listener.response?.products.first)
            #expect(product.subscriptionPeriod?.unit == .month && product.subscriptionPeriod?.numberOfUnits == 1)
            #expect(product.subscriptionGroupIdentifier == "notes")
            let introduction = try #require(product.introductoryPrice)
            #expect(introduction.paymentMode == .freeTrial && introduction.type == .introductory)
            #expect(introduction.identifier == nil && introduction.price == 0)
            #expect(introduction.subscriptionPeriod.unit == .week && introduction.numberOfPeriods == 1)
            let offer = try #require(product.discounts.first)
            #expect(offer.identifier == "half" && offer.type == .subscription && offer.paymentMode == .payAsYouGo)
            #expect(offer.price == NSDecimalNumber(string: "2.49") && offer.numberOfPeriods == 3)
        }
    }

    @Test("F5: after a cancel nothing is called")
    func cancelled() async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            let listener = Listener()
            let request = SKProductsRequest(productIdentifiers: [Shop.pro])
            request.delegate = listener
            listener.start(request, on: connection)
            request.cancel()
            // Another request, asked later, is answered later.
            let next = Listener()
            await next.run(SKProductsRequest(productIdentifiers: [Shop.pro]), on: connection)
            await connection.settle()
            #expect(listener.log.isEmpty)
        }
    }

    @Test(
        "A store that fails or does not speak the protocol fails the request",
        arguments: [
            "{", "[]", "{\"products\":[]}", "{\"products\":[{}],\"invalidProductIds\":[]}",
            "{\"products\":[],\"invalidProductIds\":[1]}", "offline", "simulated",
        ])
    func failures(answer: String) async throws {
        try await Shop().used { shop in
            let connection = try shop.launch()
            if answer == "simulated" { connection.setSimulatedError(SKError(.clientInvalid), for: .loadProducts) }
            let response = HTTPResponse(.ok, body: Array(answer.utf8))
            shop.network.set { _ in answer == "offline" ? .notSent : .answered(response) }
            let listener = Listener()
            await listener.run(SKProductsRequest(productIdentifiers: [Shop.pro]), on: connection)
            #expect(listener.log == ["failed"])
            #expect(code(listener.error) == (answer == "simulated" ? .clientInvalid : .unknown))
        }
    }
}
