import StoreKit

/// Uses: SKRequest
final class RequestDouble: SKRequest {
    private(set) var calls: [String] = []
    private weak var listener: (any SKRequestDelegate)?

    override init() {
        super.init()
    }

    override var delegate: (any SKRequestDelegate)? {
        get { listener }
        set { listener = newValue }
    }

    override func start() { calls.append("start") }
    override func cancel() { calls.append("cancel") }
}

/// Uses: SKProductsRequest
final class ProductsRequestDouble: SKProductsRequest {
    let wanted: Set<String>

    override init(productIdentifiers: Set<String>) {
        wanted = productIdentifiers
        super.init(productIdentifiers: productIdentifiers)
    }

    override func start() {
        (delegate as? any SKProductsRequestDelegate)?.productsRequest(self, didReceive: ProductsResponseDouble())
        delegate?.requestDidFinish(self)
    }
}

/// Uses: SKProductsResponse
final class ProductsResponseDouble: SKProductsResponse {
    override var products: [SKProduct] { [ProductDouble()] }
    override var invalidProductIdentifiers: [String] { ["com.example.none"] }
}

/// Uses: SKReceiptRefreshRequest
final class ReceiptRefreshDouble: SKReceiptRefreshRequest {
    override init(receiptProperties properties: [String: Any]?) {
        super.init(receiptProperties: properties)
    }

    override var receiptProperties: [String: Any]? {
        [SKReceiptPropertyIsExpired: 1, SKReceiptPropertyIsRevoked: 0, SKReceiptPropertyIsVolumePurchase: 1]
    }

    override func start() {
        delegate?.request(self, didFailWithError: SKError(.unknown))
    }
}

/// Uses: SKRequestDelegate, SKProductsRequestDelegate
final class RequestListener: NSObject, SKProductsRequestDelegate {
    private(set) var heard: [String] = []

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        heard.append(contentsOf: response.products.map(\.productIdentifier))
        heard.append(contentsOf: response.invalidProductIdentifiers.map { "not \($0)" })
    }

    func requestDidFinish(_ request: SKRequest) {
        heard.append("finished")
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        heard.append("failed: \((error as? SKError)?.code.rawValue ?? -1)")
    }
}

/// What only has to be answered is answered: the rest has defaults.
final class QuietListener: NSObject, SKProductsRequestDelegate {
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {}
}

/// What a wrapper does with requests; nothing is sent.
enum RequestSurface {
    static func prepared(for listener: any SKProductsRequestDelegate) -> [SKRequest] {
        let products = SKProductsRequest(productIdentifiers: ["com.example.coins"])
        let receipt = SKReceiptRefreshRequest(receiptProperties: [SKReceiptPropertyIsExpired: NSNumber(value: 1)])
        let plain = SKReceiptRefreshRequest()
        let unset = SKReceiptRefreshRequest(receiptProperties: nil)
        let all: [SKRequest] = [products, receipt, plain, unset]
        for request in all { request.delegate = listener }
        return all
    }

    /// Uses: StoreKit
    ///
    /// It ends the process, so it is named and not called.
    static let endsTheApp: @Sendable () -> Void = { SKTerminateForInvalidReceipt() }

    /// The receipt's place, as every app asks for it.
    static var receipt: URL? { Bundle.main.appStoreReceiptURL }
}
