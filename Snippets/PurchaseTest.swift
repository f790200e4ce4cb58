// A test of store code, without a store: the session is one, inside the process, and time goes as the test says.
//
// Usage: PurchaseTest FILE.storekit PRODUCT
import StoreKitTest

/// The code under test: counts what was delivered.
final class Delivery: NSObject, SKPaymentTransactionObserver {
    private(set) var delivered: [String] = []
    var whenEmpty: () -> Void = {}

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased:
                delivered.append(transaction.payment.productIdentifier)
                queue.finishTransaction(transaction)
            case .failed:
                queue.finishTransaction(transaction)
            default:
                break
            }
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        if queue.transactions.isEmpty { whenEmpty() }
    }
}

guard CommandLine.arguments.count == 3 else {
    print("usage: PurchaseTest FILE.storekit PRODUCT")
    exit(2)
}
let session = try SKTestSession(contentsOf: URL(filePath: CommandLine.arguments[1]))
session.disableDialogs = true
session.clearTransactions()

let delivery = Delivery()
delivery.whenEmpty = {
    let product = CommandLine.arguments[2]
    let isRight = delivery.delivered == [product] && session.allTransactions().map(\.productIdentifier) == [product]
    print(isRight ? "passed" : "failed: \(delivery.delivered)")
    exit(isRight ? 0 : 1)
}
SKPaymentQueue.default().add(delivery)
let payment = SKMutablePayment()
payment.productIdentifier = CommandLine.arguments[2]
SKPaymentQueue.default().add(payment)
dispatchMain()
