// The server model (F4): the product identifiers come from the developer's server, so that new ones need no new app.
//
// Usage: ServerModel URL
// The URL answers {"products": [{"productId": "…"}]}, as a merchant's /v1/apps/{app}/products does. A key for it is read
// from MERCHANT_KEY.
import StoreKit

/// What the merchant says is for sale.
struct ProductList: Decodable {
    struct Entry: Decodable {
        var productId: String
    }

    var products: [Entry]

    /// Asks the merchant; nil where it does not answer so.
    static func ask(_ url: URL, then take: @escaping @Sendable (ProductList?) -> Void) {
        var request = URLRequest(url: url)
        if let key = ProcessInfo.processInfo.environment["MERCHANT_KEY"] {
            request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        }
        URLSession.shared.dataTask(with: request) { data, _, _ in
            take(data.flatMap { try? JSONDecoder().decode(ProductList.self, from: $0) })
        }.resume()
    }
}

/// Shows what the store says of the merchant's products.
@MainActor final class ServerShop: NSObject, SKProductsRequestDelegate {
    private var request: SKProductsRequest?

    /// Asks the store for prices and names; the request is kept until it ends.
    func show(_ list: ProductList) {
        let request = SKProductsRequest(productIdentifiers: Set(list.products.map(\.productId)))
        request.delegate = self
        request.start()
        self.request = request
    }

    nonisolated func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        for product in response.products.sorted(by: { $0.productIdentifier < $1.productIdentifier }) {
            print("\(product.localizedTitle): \(product.price)")
        }
        for product in response.invalidProductIdentifiers.sorted() { print("\(product): not for sale") }
    }

    nonisolated func requestDidFinish(_ request: SKRequest) {
        exit(0)
    }

    nonisolated func request(_ request: SKRequest, didFailWithError error: any Error) {
        print("no answer: \(error)")
        exit(1)
    }
}

guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else {
    print("usage: ServerModel URL")
    exit(2)
}
let shop = ServerShop()
ProductList.ask(url) { list in
    guard let list else {
        print("the merchant does not answer")
        exit(1)
    }
    DispatchQueue.main.async { shop.show(list) }
}
dispatchMain()
