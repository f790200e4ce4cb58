// The built-in model (F4): the product identifiers come with the app, and what was bought is noted in UserDefaults.
//
// Usage: BuiltInModel [buy]
// Products.plist beside the program holds an array of product identifiers; `buy` buys the first.
import StoreKit

/// What the person has unlocked, kept between runs.
struct Unlocked {
    private let defaults = UserDefaults.standard

    func contains(_ product: String) -> Bool { defaults.bool(forKey: "unlocked.\(product)") }
    func insert(_ product: String) { defaults.set(true, forKey: "unlocked.\(product)") }
}

/// The identifiers that the app was built with.
func builtInProducts() -> [String] {
    guard let file = Bundle.main.url(forResource: "Products", withExtension: "plist"),
        let data = try? Data(contentsOf: file),
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String]
    else { return [] }
    return list
}

/// Sells what is built in and unlocks it.
final class BuiltInShop: NSObject, SKProductsRequestDelegate, SKPaymentTransactionObserver {
    private let unlocked = Unlocked()
    private let buys: Bool

    init(buys: Bool) {
        self.buys = buys
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        let products = response.products.sorted { $0.productIdentifier < $1.productIdentifier }
        for product in products {
            let state = unlocked.contains(product.productIdentifier) ? "unlocked" : "locked"
            print("\(product.localizedTitle): \(state)")
        }
        guard buys, let first = products.first else { exit(0) }
        SKPaymentQueue.default().add(SKPayment(product: first))
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        print("no answer: \(error)")
        exit(1)
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased, .restored:
                unlocked.insert(transaction.payment.productIdentifier)
                queue.finishTransaction(transaction)
            case .failed:
                print("not bought: \(transaction.error.map { "\($0)" } ?? "no reason")")
                queue.finishTransaction(transaction)
            default:
                break
            }
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        UserDefaults.standard.synchronize()
        for transaction in transactions where unlocked.contains(transaction.payment.productIdentifier) {
            print("unlocked \(transaction.payment.productIdentifier)")
        }
        exit(0)
    }
}

let products = builtInProducts()
guard !products.isEmpty else {
    print("no Products.plist beside the program")
    exit(2)
}
let shop = BuiltInShop(buys: CommandLine.arguments.contains("buy"))
SKPaymentQueue.default().add(shop)
let request = SKProductsRequest(productIdentifiers: Set(products))
request.delegate = shop
request.start()
dispatchMain()
