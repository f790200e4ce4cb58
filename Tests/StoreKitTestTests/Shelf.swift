import Foundation
import StoreKit

/// Asks for products as an app does.
// The continuation is taken once, on the main queue.
final class Shelf: NSObject, SKProductsRequestDelegate, @unchecked Sendable {
    /// What is shown of a product.
    struct Item: Sendable {
        var price: Decimal
        var locale: Locale
    }

    private var continuation: CheckedContinuation<[Item], any Error>?

    /// - Throws: the request's error.
    static func products(_ identifiers: Set<String>) async throws -> [Item] {
        let shelf = Shelf()
        return try await withCheckedThrowingContinuation { continuation in
            shelf.continuation = continuation
            let request = SKProductsRequest(productIdentifiers: identifiers)
            request.delegate = shelf
            shelf.request = request
            request.start()
        }
    }

    private var request: SKProductsRequest?

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        continuation?.resume(
            returning: response.products.map { Item(price: $0.price.decimalValue, locale: $0.priceLocale) })
        end()
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        continuation?.resume(throwing: error)
        end()
    }

    private func end() {
        continuation = nil
        request = nil
    }
}
