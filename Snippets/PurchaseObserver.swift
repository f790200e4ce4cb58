// Buys a product: what was paid for is delivered first and finished after, so that nothing is lost (F8 to F10).
//
// Usage: PurchaseObserver PRODUCT
// What an earlier run left unfinished is delivered as well.
import StoreKit

/// Hears of every purchase for as long as the program runs.
final class Counter: NSObject, SKPaymentTransactionObserver, SKProductsRequestDelegate {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            let product = transaction.payment.productIdentifier
            switch transaction.transactionState {
            case .purchased, .restored:
                print("delivered \(product)")
                queue.finishTransaction(transaction)
            case .failed:
                print("failed \(product): \(transaction.error.map { "\($0)" } ?? "no reason")")
                queue.finishTransaction(transaction)
            case .deferred:
                print("\(product) waits for approval")
                exit(3)
            case .purchasing:
                print("buying \(product)")
            @unknown default:
                break
            }
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        if queue.transactions.isEmpty { exit(0) }
    }

    // A product is fetched before it is bought (F5).
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        guard let product = response.products.first else {
            print("not for sale: \(response.invalidProductIdentifiers.joined(separator: ", "))")
            exit(2)
        }
        SKPaymentQueue.default().add(SKPayment(product: product))
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        print("no answer: \(error)")
        exit(1)
    }
}

guard let wanted = CommandLine.arguments.dropFirst().first, SKPaymentQueue.canMakePayments() else {
    print("usage: PurchaseObserver PRODUCT, by somebody who may pay")
    exit(2)
}
let counter = Counter()
SKPaymentQueue.default().add(counter)
let request = SKProductsRequest(productIdentifiers: [wanted])
request.delegate = counter
request.start()
dispatchMain()
