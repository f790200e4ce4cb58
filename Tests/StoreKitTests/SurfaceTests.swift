import StoreKit
import Testing

/// Code as apps write it: it imports StoreKit alone, and uses each declaration with Apple's labels and defaults.
@Suite struct SurfaceTests {
    @Test(
        "Apple's enumerations keep raw values that are not listed, and a switch with @unknown default compiles",
        arguments: [92_159_124, -1])
    func openEnumerations(raw: Int) {
        #expect(SKPaymentTransactionState(rawValue: raw)?.rawValue == raw)
        #expect(SKError.Code(rawValue: raw)?.rawValue == raw)
        #expect(SKDownloadState(rawValue: raw)?.rawValue == raw)
        #expect(Watcher.word(SKPaymentTransactionState(rawValue: raw)!) == "unknown")
    }

    @Test("Raw values are Apple's")
    func rawValues() {
        let states: [SKPaymentTransactionState] = [.purchasing, .purchased, .failed, .restored, .deferred]
        #expect(states.map(\.rawValue) == Array(0...4))
        let downloads: [SKDownloadState] = [.waiting, .active, .paused, .finished, .failed, .cancelled]
        #expect(downloads.map(\.rawValue) == Array(0...5))
        let units: [SKProduct.PeriodUnit] = [.day, .week, .month, .year]
        #expect(units.map(\.rawValue) == Array(0...3 as ClosedRange<UInt>))
        let modes: [SKProductDiscount.PaymentMode] = [.payAsYouGo, .payUpFront, .freeTrial]
        #expect(modes.map(\.rawValue) == Array(0...2 as ClosedRange<UInt>))
        let kinds: [SKProductDiscount.`Type`] = [.introductory, .subscription]
        #expect(kinds.map(\.rawValue) == Array(0...1 as ClosedRange<UInt>))
        let visibilities: [SKProductStorePromotionVisibility] = [.default, .show, .hide]
        #expect(visibilities.map(\.rawValue) == Array(0...2))
        let codes: [SKError.Code] = [
            .unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .storeProductNotAvailable,
            .cloudServicePermissionDenied, .cloudServiceNetworkConnectionFailed, .cloudServiceRevoked,
            .privacyAcknowledgementRequired, .unauthorizedRequestData, .invalidOfferIdentifier, .invalidSignature,
            .missingOfferParams, .invalidOfferPrice, .overlayCancelled, .overlayInvalidConfiguration, .overlayTimeout,
            .ineligibleForOffer, .unsupportedPlatform, .overlayPresentedInBackgroundScene,
        ]
        #expect(codes.map(\.rawValue) == Array(0...20))
        #expect(SKError.paymentCancelled == codes[2] && SKError.unknown.rawValue == 0)
    }

    @Test("SKError in every form: made, caught, as NSError and back")
    func errors() {
        let error = SKError(.paymentCancelled, userInfo: [NSLocalizedDescriptionKey: "no"])
        #expect(error.code == .paymentCancelled && error.errorCode == 2 && error.localizedDescription == "no")
        #expect(SKError.errorDomain == "SKErrorDomain" && SKErrorDomain == "SKErrorDomain")
        let bridged = error as NSError
        #expect(bridged.domain == SKErrorDomain && bridged.code == 2)
        #expect(SKError(_nsError: NSError(domain: SKErrorDomain, code: 2)).code == .paymentCancelled)
        #expect(Set([SKError(.unknown), SKError(.unknown)]).count == 1)
        func fail() throws { throw SKError(.paymentCancelled) }
        var isCaught = false
        do {
            try fail()
        } catch SKError.paymentCancelled {
            isCaught = true
        } catch {}
        #expect(isCaught)
    }

    @Test("What Apple lets one subclass can be subclassed, each getter overridden")
    func doubles() {
        let product = FakeProduct()
        #expect(product.productIdentifier == "fake" && product.price == 5)
        #expect(product.introductoryPrice?.paymentMode == .freeTrial)
        #expect(product.introductoryPrice?.subscriptionPeriod.numberOfUnits == 2)
        let payment = SKPayment(product: product)
        #expect(payment.productIdentifier == "fake" && payment.quantity == 1)
        #expect(payment.applicationUsername == nil && payment.requestData == nil)
        let transaction = FakeTransaction()
        #expect(transaction.transactionState == .restored && transaction.transactionIdentifier == "7")
        let queue = FakeQueue()
        queue.add(payment)
        queue.finishTransaction(transaction)
        #expect(queue.calls == ["add", "finish"])
        #expect(FakeResponse().products.count == 1)
        _ = SKRequest()
        _ = SKProductsRequest()
        _ = SKReceiptRefreshRequest()
        _ = SKDownload().transaction
    }

    @Test("A payment can be copied, changed and compared")
    func payments() throws {
        let payment = SKMutablePayment(product: FakeProduct())
        payment.quantity = 2
        payment.applicationUsername = "a"
        payment.requestData = Data([1])
        payment.simulatesAskToBuyInSandbox = true
        payment.paymentDiscount = SKPaymentDiscount(
            identifier: "half", keyIdentifier: "k",
            nonce: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            signature: "s", timestamp: 12)
        let copy = try #require(payment.copy() as? SKPayment)
        #expect(copy == payment && !(copy is SKMutablePayment))
        #expect(copy.paymentDiscount?.identifier == "half" && copy.paymentDiscount?.timestamp == 12)
        #expect(copy.paymentDiscount?.keyIdentifier == "k" && copy.paymentDiscount?.signature == "s")
        let mutable = try #require(copy.mutableCopy() as? SKMutablePayment)
        mutable.quantity = 3
        #expect(copy.quantity == 2 && mutable != copy)
    }

    @Test("Optional methods need not be written, and say what Apple's do")
    func optionalMethods() {
        let silent = Silent()
        let queue = SKPaymentQueue()
        silent.paymentQueue(queue, removedTransactions: [])
        silent.paymentQueue(queue, updatedDownloads: [])
        silent.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: SKError(.unknown))
        silent.paymentQueueRestoreCompletedTransactionsFinished(queue)
        silent.paymentQueueDidChangeStorefront(queue)
        silent.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: [])
        silent.requestDidFinish(SKRequest())
        silent.request(SKRequest(), didFailWithError: SKError(.unknown))
        #expect(!silent.paymentQueue(queue, shouldAddStorePayment: SKPayment(), for: SKProduct()))
        #expect(silent.paymentQueue(queue, shouldContinue: SKPaymentTransaction(), in: SKStorefront()))
        #expect(silent.paymentQueueShouldShowPriceConsent(queue))
        queue.start([])
        queue.pause([])
        queue.resume([])
        queue.cancel([])
        queue.showPriceConsentIfNeeded()
        queue.presentCodeRedemptionSheet()
        #expect(SKDownload.contentURL(forProductID: "a") == nil)
        SKDownload.deleteContent(forProductID: "a")
        #expect(SKDownload().timeRemaining == SKDownloadTimeRemainingUnknown)
        #expect(
            SKReceiptRefreshRequest(receiptProperties: [SKReceiptPropertyIsExpired: 1]).receiptProperties?.count == 1)
        #expect(SKReceiptPropertyIsRevoked == "revoked" && SKReceiptPropertyIsVolumePurchase == "vpp")
        let terminate: () -> Void = SKTerminateForInvalidReceipt
        _ = terminate
    }

    @Test("A queue and a transaction fit the protocols that wrappers put over them, and can be held unowned")
    func protocols() {
        let owner = Owner()
        owner.queue.pause([])
        let transaction: any Deal = FakeTransaction()
        #expect(transaction.transactionIdentifier == "7" && transaction.downloads.isEmpty)
        #expect(SKPaymentTransactionState.deferred.debugDescription == "state 4")
    }

    @Test("A file that imports StoreKit alone reads our receipt URL, and Foundation's names are there")
    func reexports() {
        let url: URL? = Bundle.main.appStoreReceiptURL
        #expect(url == Bundle.main.storeReceiptURL)
        _ = URLRequest(url: URL(filePath: "/"))
        _ = DispatchQueue.main
    }
}

private final class FakeProduct: SKProduct {
    override var productIdentifier: String { "fake" }
    override var price: NSDecimalNumber { 5 }
    override var priceLocale: Locale { Locale(identifier: "fr_FR@currency=EUR") }
    override var introductoryPrice: SKProductDiscount? { FakeDiscount() }
}

private final class FakeDiscount: SKProductDiscount {
    override var paymentMode: SKProductDiscount.PaymentMode { .freeTrial }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { FakePeriod() }
}

private final class FakePeriod: SKProductSubscriptionPeriod {
    override var numberOfUnits: Int { 2 }
    override var unit: SKProduct.PeriodUnit { .week }
}

private final class FakeTransaction: SKPaymentTransaction {
    override var transactionState: SKPaymentTransactionState { .restored }
    override var transactionIdentifier: String? { "7" }
    override var payment: SKPayment { SKMutablePayment() }
}

private final class FakeResponse: SKProductsResponse {
    override var products: [SKProduct] { [FakeProduct()] }
}

private final class FakeQueue: SKPaymentQueue {
    var calls: [String] = []
    override func add(_ payment: SKPayment) { calls.append("add") }
    override func finishTransaction(_ transaction: SKPaymentTransaction) { calls.append("finish") }
}

private final class Silent: NSObject, SKPaymentTransactionObserver, SKPaymentQueueDelegate, SKRequestDelegate {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
}

/// What a wrapper asks of a queue, so that its tests can give another.
private protocol Line: AnyObject {
    func add(_ observer: any SKPaymentTransactionObserver)
    func remove(_ observer: any SKPaymentTransactionObserver)
    func add(_ payment: SKPayment)
    func start(_ downloads: [SKDownload])
    func pause(_ downloads: [SKDownload])
    func restoreCompletedTransactions(withApplicationUsername username: String?)
    func finishTransaction(_ transaction: SKPaymentTransaction)
}

extension SKPaymentQueue: Line {}

private protocol Deal {
    var transactionDate: Date? { get }
    var transactionState: SKPaymentTransactionState { get }
    var transactionIdentifier: String? { get }
    var downloads: [SKDownload] { get }
}

extension SKPaymentTransaction: Deal {}

// A conformance of Apple's enumeration that a wrapper adds must not be ours already.
extension SKPaymentTransactionState: @retroactive CustomDebugStringConvertible {
    var debugDescription: String { "state \(rawValue)" }
}

private final class Owner: NSObject, SKPaymentTransactionObserver {
    unowned let queue: any Line

    init(queue: any Line = SKPaymentQueue.default()) {
        self.queue = queue
        super.init()
        queue.add(self)
    }

    deinit { queue.remove(self) }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
}
