public import Foundation

/// Asks the store for products by their identifiers (F5). Nothing can be bought that was not asked for.
///
/// Source: Apple, "SKProductsRequest".
open class SKProductsRequest: SKRequest {
    private let identifiers: Set<String>

    /// - Parameter productIdentifiers: which products, from the app's bundle or its server (F4).
    public init(productIdentifiers: Set<String>) {
        identifiers = productIdentifiers
    }

    /// A request for no product, for test doubles.
    public override convenience init() {
        self.init(productIdentifiers: [])
    }

    override var question: Question {
        { [identifiers] connection async throws(SKError) in
            let answer = try await connection.products(identifiers.sorted())
            return { request in
                guard let request = request as? SKProductsRequest,
                    let delegate = request.delegate as? any SKProductsRequestDelegate
                else { return }
                delegate.productsRequest(request, didReceive: SKProductsResponse(answer))
            }
        }
    }
}

/// Who hears of products.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
    /// The store answered.
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}

/// What the store says to a products request (F5).
///
/// Source: Apple, "SKProductsResponse".
open class SKProductsResponse: NSObject {
    private let valid: [SKProduct]
    private let invalid: [String]

    /// An answer without products, for test doubles that override the values.
    public override init() {
        valid = []
        invalid = []
    }

    init(_ answer: ProductsAnswer) {
        valid = answer.products.map(SKProduct.init)
        invalid = answer.invalidIdentifiers
    }

    /// One for each identifier that can be bought.
    open var products: [SKProduct] { valid }
    /// The identifiers that can't: misspelt, not for sale, or not yet known to the store.
    open var invalidProductIdentifiers: [String] { invalid }
}
