import StoreKit

/// A shop in the original API: asks for products, buys, restores, unlocks and finishes.
@MainActor
final class SampleShop: NSObject {
    private let identifiers: [String]
    private var products: [String: SKProduct] = [:]
    private(set) var owned: OwnedProducts
    private let say: (String) -> Void
    /// The product whose purchase the person waits for.
    private var buying: String?
    /// Who waits for the end of what was begun.
    private var waiting: CheckedContinuation<Void, Never>?
    /// Kept until it ends: nobody else holds it.
    private var request: SKProductsRequest?

    init(identifiers: [String], owned: OwnedProducts, say: @escaping (String) -> Void) {
        self.identifiers = identifiers
        self.owned = owned
        self.say = say
    }

    /// Asks the store what is for sale, and shows it (F5).
    func list() async {
        await wait {
            let request = SKProductsRequest(productIdentifiers: Set(identifiers))
            request.delegate = self
            self.request = request
            request.start()
        }
    }

    /// Buys one of a product that the store has shown.
    func buy(_ identifier: String) async {
        guard SKPaymentQueue.canMakePayments() else { return say("Purchases are not allowed here.") }
        if products.isEmpty { await list() }
        guard let product = products[identifier] else { return say("\(identifier) is not for sale.") }
        buying = identifier
        await wait { SKPaymentQueue.default().add(SKPayment(product: product)) }
        buying = nil
    }

    /// Asks for what the account bought before, on this device or another (F13).
    func restore() async {
        await wait { SKPaymentQueue.default().restoreCompletedTransactions() }
    }

    func showOwned() {
        if owned.list.isEmpty { say("Nothing is owned.") }
        for entry in owned.list { say("\(entry.product)\(entry.count > 1 ? " × \(entry.count)" : "")") }
    }

    private func wait(_ begin: () -> Void) async {
        await withCheckedContinuation { continuation in
            waiting = continuation
            begin()
        }
    }

    private func done() {
        waiting?.resume()
        waiting = nil
    }
}

extension SampleShop: @preconcurrency SKProductsRequestDelegate {
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        let prices = NumberFormatter()
        prices.numberStyle = .currency
        for product in response.products {
            products[product.productIdentifier] = product
        }
        for product in response.products.sorted(by: { $0.productIdentifier < $1.productIdentifier }) {
            prices.locale = product.priceLocale
            let price = prices.string(from: product.price) ?? "\(product.price)"
            say("\(product.productIdentifier)  \(product.localizedTitle)  \(price)")
        }
        for identifier in response.invalidProductIdentifiers.sorted() { say("\(identifier)  not for sale") }
    }

    func requestDidFinish(_ request: SKRequest) {
        done()
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        say("The store does not answer: \(error.localizedDescription)")
        done()
    }
}

extension SampleShop: @preconcurrency SKPaymentTransactionObserver {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased, .restored: unlock(transaction, queue)
            case .failed: fail(transaction, queue)
            case .deferred:
                say("\(transaction.payment.productIdentifier) waits for approval.")
                if transaction.payment.productIdentifier == buying { done() }
            case .purchasing: break
            @unknown default: break
            }
        }
    }

    /// Delivers first and finishes then: what was not kept comes again at the next start.
    private func unlock(_ transaction: SKPaymentTransaction, _ queue: SKPaymentQueue) {
        let first = transaction.original ?? transaction
        let product = first.payment.productIdentifier
        do {
            try owned.unlock(product, by: first.transactionIdentifier ?? "")
        } catch {
            say("\(product) was bought and can't be kept: \(error.localizedDescription)")
            return done()
        }
        say("\(transaction.transactionState == .restored ? "Restored" : "Bought") \(product).")
        queue.finishTransaction(transaction)
    }

    private func fail(_ transaction: SKPaymentTransaction, _ queue: SKPaymentQueue) {
        let product = transaction.payment.productIdentifier
        if let error = transaction.error as? SKError, error.code == .paymentCancelled {
            say("\(product) was not bought: cancelled.")
        } else {
            say("\(product) was not bought: \(transaction.error?.localizedDescription ?? "no reason is known").")
        }
        queue.finishTransaction(transaction)
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        if transactions.contains(where: { $0.payment.productIdentifier == buying }) { done() }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        say("Restored all.")
        done()
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        say("Not restored: \(error.localizedDescription)")
        done()
    }

    func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        for product in productIdentifiers {
            say("\(product) was taken back.")
            do { try owned.revoke(product) } catch { say("That can't be kept: \(error.localizedDescription)") }
        }
    }
}
