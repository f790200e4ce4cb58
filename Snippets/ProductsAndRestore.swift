// Shows what is for sale and hands over again what the account bought (F5, F13).
//
// Usage: ProductsAndRestore PRODUCT…
import StoreKit

/// First asks for the products, then restores.
final class Shop: NSObject, SKProductsRequestDelegate, SKPaymentTransactionObserver {
    private let prices = NumberFormatter()

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        for product in response.products.sorted(by: { $0.productIdentifier < $1.productIdentifier }) {
            prices.numberStyle = .currency
            prices.locale = product.priceLocale
            let price = prices.string(from: product.price) ?? "-"
            print("\(product.productIdentifier): \(product.localizedTitle), \(price)")
        }
        for product in response.invalidProductIdentifiers.sorted() { print("\(product): not for sale") }
    }

    func requestDidFinish(_ request: SKRequest) {
        SKPaymentQueue.default().restoreCompletedTransactions()
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        print("no answer: \(error)")
        exit(1)
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions where transaction.transactionState == .restored {
            // The restored transaction has an identifier of its own; what was bought stands in the first one.
            print("owned: \(transaction.original?.payment.productIdentifier ?? transaction.payment.productIdentifier)")
            queue.finishTransaction(transaction)
        }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        print("restored")
        exit(0)
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        print("not restored: \(error)")
        exit(1)
    }
}

let shop = Shop()
SKPaymentQueue.default().add(shop)
let request = SKProductsRequest(productIdentifiers: Set(CommandLine.arguments.dropFirst()))
request.delegate = shop
request.start()
dispatchMain()
