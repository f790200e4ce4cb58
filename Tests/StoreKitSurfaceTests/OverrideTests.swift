import StoreKit
import Testing

/// What test doubles of wrappers do: they subclass what Apple lets one subclass, and are used through Apple's classes.
@Suite struct OverrideTests {
    @Test("A product's double answers for every member of the product, its period and its offers")
    func productDouble() {
        let lines = ProductSurface.lines(of: ProductDouble())
        #expect(lines[0] == "Ten coins")
        #expect(lines[2] == "0.99")
        #expect(lines[6] == "[7]")
        #expect(lines.contains("3 month"))
        let offers = lines.filter { $0.hasPrefix("offer promotional 1 ") && $0.hasSuffix(" 3 month 2 payUpFront") }
        #expect(offers.count == 2)
        #expect(ProductSurface.lines(of: NamedProduct(name: "com.example.one"))[4] == "com.example.one")
    }

    @Test("Without an override a product, a period, an offer, a payment and a transaction are empty, not a crash")
    func emptyValues() {
        #expect(ProductSurface.lines(of: SKProduct())[4].isEmpty)
        #expect(ProductSurface.text(of: SKProductSubscriptionPeriod()).hasPrefix("0 "))
        #expect(ProductSurface.text(of: SKProductDiscount()).hasPrefix("- "))
        #expect(PaymentSurface.lines(of: SKPayment())[1] == "1")
        #expect(TransactionSurface.lines(of: SKPaymentTransaction())[2...4] == ["-", "-", "-"])
        #expect(TransactionSurface.lines(of: SKDownload())[1] == "waiting")
        #expect(SKStorefront().countryCode.isEmpty)
        #expect(SKProductsResponse().products.isEmpty)
    }

    @Test("A payment takes the product's identifier, a mutable one all that is set, a double what it says")
    func payments() {
        #expect(PaymentSurface.simple(NamedProduct(name: "com.example.one")).productIdentifier == "com.example.one")
        let payment = PaymentSurface.payment(for: ProductDouble())
        #expect(
            PaymentSurface.lines(of: payment) == [
                "com.example.coins", "3", "hash", "[2]", "true", PaymentSurface.text(of: DiscountTermsDouble()),
            ])
        #expect(PaymentSurface.lines(of: PaymentDouble())[1...3] == ["2", "hash", "[1]"])
        #expect(PlainPaymentDouble(product: ProductDouble()).productIdentifier == "com.example.coins")
        let double = MutablePaymentDouble()
        double.quantity = 4
        #expect(double.quantity == 40)
    }

    @Test("A copy of a mutable payment doesn't change with it, and a mutable copy of a payment can be changed")
    func copies() {
        let payment = PaymentSurface.payment(for: ProductDouble())
        let copy = payment.copy() as? SKPayment
        let changeable = copy?.mutableCopy() as? SKMutablePayment
        payment.quantity = 9
        changeable?.quantity = 5
        #expect(copy?.quantity == 3)
        #expect(changeable?.quantity == 5)
    }

    @Test("A queue's double hears every call, through Apple's class")
    func queueDouble() {
        let queue = QueueDouble()
        let observer = LoudObserver()
        QueueSurface.use(queue, as: observer)
        #expect(queue.delegate === observer)
        #expect(
            queue.calls == [
                "add observer", "add payment com.example.coins", "finish", "restore", "restore hash", "start 1",
                "pause 1", "resume 1", "cancel 1", "consent", "code", "remove observer",
            ])
        #expect(queue.storefront?.countryCode == "GBR")
        #expect(queue.storefront?.identifier == "143444")
        #expect(!QueueDouble.canMakePayments())
        #expect(QueueDouble.default() is QueueDouble)
    }

    @Test("An observer and a delegate that implement everything hear everything; those with one method get defaults")
    func observers() {
        let queue = QueueDouble()
        let loud = LoudObserver()
        #expect(ObserverSurface.tell(loud, of: queue))
        #expect(
            loud.heard == [
                "updated restored", "removed 1", "restore failed", "restored", "downloads 0", "storefront",
                "revoked [\"com.example.coins\"]",
            ])
        #expect(ObserverSurface.ask(loud, of: queue) == [false, false])
        let quiet = QuietObserver()
        #expect(!ObserverSurface.tell(quiet, of: queue))
        #expect(ObserverSurface.ask(quiet, of: queue) == [true, true])
    }

    @Test("A transaction's double answers for every member, and so a download's")
    func transactionDouble() {
        #expect(
            TransactionSurface.lines(of: TransactionDouble()) == [
                "com.example.coins", "restored", "1000000000000001", "1.0", "2", "repeats another", "1", "[3]",
            ])
        #expect(
            TransactionSurface.lines(of: DownloadDouble()) == [
                "active", "paused", "content", "1.0", "/content", "7", "8", "0.5",
                "\(SKDownloadTimeRemainingUnknown)", "failed", "purchasing",
            ])
        #expect(DownloadDouble.contentURL(forProductID: "a")?.path == "/a")
    }

    @Test("Requests' doubles run without a store, and their delegates hear of it by the right protocol")
    func requestDoubles() {
        let listener = RequestListener()
        let products = ProductsRequestDouble(productIdentifiers: ["com.example.coins"])
        products.delegate = listener
        products.start()
        let receipt = ReceiptRefreshDouble(receiptProperties: nil)
        receipt.delegate = listener
        receipt.start()
        #expect(listener.heard == ["com.example.coins", "not com.example.none", "finished", "failed: 0"])
        #expect(receipt.receiptProperties?[SKReceiptPropertyIsVolumePurchase] as? Int == 1)
        let plain = RequestDouble()
        plain.delegate = listener
        plain.start()
        plain.cancel()
        #expect(plain.calls == ["start", "cancel"])
        #expect(plain.delegate === listener)
    }

    @Test("A delegate is not kept alive by its request")
    func weakDelegate() {
        let request = SKProductsRequest(productIdentifiers: [])
        do {
            let listener = QuietListener()
            request.delegate = listener
            #expect(request.delegate != nil)
        }
        #expect(request.delegate == nil)
        let listener = QuietListener()
        #expect(RequestSurface.prepared(for: listener).allSatisfy { $0.delegate === listener })
    }
}
