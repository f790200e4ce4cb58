import Foundation
import StoreKit

/// A delegate of requests that writes down what it hears.
final class Listener: NSObject, SKProductsRequestDelegate {
    var log: [String] = []
    var response: SKProductsResponse?
    var error: (any Error)?
    private var ended: CheckedContinuation<Void, Never>?

    /// Starts a request at a store, and waits for its end.
    func run(_ request: SKRequest, on connection: StoreConnection) async {
        request.delegate = self
        await withCheckedContinuation { continuation in
            ended = continuation
            start(request, on: connection)
        }
    }

    func start(_ request: SKRequest, on connection: StoreConnection) {
        ConnectionScope.$current.withValue(ConnectionScope()) {
            connection.install()
            request.start()
        }
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        log.append("received")
        self.response = response
    }

    func requestDidFinish(_ request: SKRequest) {
        log.append("finished")
        ended?.resume()
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        log.append("failed")
        self.error = error
        ended?.resume()
    }
}
