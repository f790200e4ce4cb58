import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Facts read from documents") struct PurchaseFactReadingTests {
    private func answer(_ name: String) throws -> VerifyReceiptAnswer {
        try Fixture.payload("verifyreceipt-\(name).json")
    }

    private func facts(_ name: String) throws -> PurchaseFacts {
        PurchaseFacts(answer: try answer(name), environment: .production, askedDate: now)
    }

    @Test(
        "F24, F29: each transaction of a recorded answer is one payment", Fixture.isThere,
        arguments: [
            ("response-ios7/revenuecat-2020", 9, 1), ("response-ios7/youknowone-2017-subscription", 18, 1),
            ("response-ios7/something-2021-exclude-old", 43, 1), ("exchange/griddiary-production-all.response", 3, 1),
            ("exchange/griddiary-sandbox-2.response", 2, 0), ("response-ios7/sandbox-consumables-2020", 8, 1),
            ("response-ios7/musteus-2014-no-creation-date", 5, 1),
            ("response-ios6/verdantsparks-2022-consumable", 1, 0),
            ("response-ios6/verdantsparks-2022-subscription", 2, 1), ("response-ios6/venice-expired-cancelled", 1, 1),
        ])
    func payments(name: String, count: Int, subscriptions: Int) throws {
        let facts = try facts(name)
        #expect(facts.sales(under: .sample).count == count)
        #expect(facts.sales(under: .sample).allSatisfy { $0.basis == .store && $0.purchaseDate != nil })
        #expect(facts.held().subscriptions.count == subscriptions)
    }

    @Test("F26: an answer that is not a yes tells nothing", arguments: [21002, 21003, 21005, 21007, 21104])
    func refusedAnswer(status: Int) throws {
        var answer = VerifyReceiptAnswer(
            json: try object(
                #"{"receipt": {"bundle_id": "a", "in_app": [{"transaction_id": "1", "product_id": "forever"}]}}"#))
        answer.status = .valid
        #expect(PurchaseFacts(answer: answer, environment: .production, askedDate: now).held().active.count == 2)
        answer.status = VerificationStatus(rawValue: status)
        #expect(PurchaseFacts(answer: answer, environment: .production, askedDate: now).isEmpty)
    }

    @Test("D5, F25: the iOS 6 style tells its end in milliseconds and its renewal beside the receipt", Fixture.isThere)
    func transactionReceipt() throws {
        let running = try facts("response-ios6/verdantsparks-2022-subscription")
            .held(at: Instant(milliseconds: 1_643_128_500_000))
        let subscription = try #require(running.subscriptions.first)
        #expect(subscription.state == .active && subscription.autoRenew == true)
        #expect(subscription.expiresDate == Instant(milliseconds: 1_643_128_674_000))
        let ended = try facts("response-ios6/venice-expired-cancelled").held()
        #expect(ended.subscriptions.map(\.state) == [.expired] && ended.subscriptions.first?.autoRenew == false)
    }

    @Test("F31: a recorded refund takes the subscription back", Fixture.isThere)
    func cancelled() throws {
        let held = try facts("response-ios7/monza-cancellation").held(at: Instant(milliseconds: 1_466_126_900_000))
        #expect(held.subscriptions.map(\.state) == [.revoked])
        #expect(held.purchases.allSatisfy { $0.sale.revocation?.reason == .other && !$0.isActive })
    }

    @Test(
        "F31: a version 1 notification in either shape takes the subscription back", Fixture.isThere,
        arguments: ["monza-cancel", "monza-cancel-original-shape"])
    func notification(name: String) throws {
        let notification: NotificationV1 = try Fixture.payload("notification-v1/\(name).json")
        let facts = PurchaseFacts(notification: notification, environment: .sandbox)
        let held = facts.held(at: Instant(milliseconds: 1_521_757_702_000))
        #expect(held.subscriptions.map(\.state) == [.revoked] && held.subscriptions.first?.autoRenew == false)
        #expect(held.purchases.map(\.sale.environment) == [.production])
    }

    @Test("F29: a receipt of 187 purchases, read by its signature alone, tells each", Fixture.isThere)
    func largeReceipt() throws {
        let receipt = try AppReceipt(factsAt: "app-receipt-ios-sandbox/nutcall-2020-187-iap.expected.json")
        let facts = PurchaseFacts(receipt: receipt, environment: .sandbox, proof: "r")
        let sales = facts.sales(under: .sample)
        #expect(Set(sales.flatMap(\.transactionIDs)) == Set(receipt.inApp.map(\.transactionID)))
        #expect(sales.count == Set(receipt.inApp.map { $0.webOrderLineItemID ?? 0 }).count)
        #expect(sales.allSatisfy { $0.basis == .local && $0.type == .autoRenewable })
    }

    @Test("O4: a receipt and the store's answer to it tell of the same payments", Fixture.isThere)
    func receiptAndAnswer() throws {
        let receipt = try AppReceipt(factsAt: "app-receipt-ios-sandbox/revenuecat-2020.expected.json")
        let local = PurchaseFacts(receipt: receipt, environment: .production, proof: "r")
        let both = local.merging(try facts("response-ios7/revenuecat-2020"))
        #expect(both.sales(under: .sample).map(\.transactionID) == local.sales(under: .sample).map(\.transactionID))
        #expect(both.sales(under: .sample).allSatisfy { $0.basis == .store && $0.transactionIDs.count == 1 })
    }

    @Test("F2: the type is read from the receipt, Newsstand's free subscription included", Fixture.isThere)
    func types() throws {
        let receipt = try AppReceipt(factsAt: "app-receipt-ios-sandbox/mbaasy-2015-11-sha256-leaf.expected.json")
        let sales = PurchaseFacts(receipt: receipt, environment: .sandbox, proof: "r").sales(under: .sample)
        let types = Dictionary(sales.map { ($0.productID, $0.type) }) { first, _ in first }
        #expect(types["free_subscription"] == .free && types["non_renewing_subscription"] == .nonRenewing)
        #expect(types["yearly"] == .autoRenewable)
    }

    @Test("A signed transaction and its renewal tell price, state and renewal", Fixture.isThere)
    func signed() throws {
        let transaction: TransactionPayload = try Fixture.payload(
            "jws-transaction/session-purchase-3-months.payload.json")
        var info: RenewalInfoPayload = try Fixture.payload("jws-renewal-info/session-auto-renew-off.payload.json")
        info.originalTransactionId = transaction.originalTransactionId
        let facts = PurchaseFacts(transaction: transaction, renewal: info, basis: .store)
        let rules = OwnershipRules.sample { $0.countedEnvironments = [.sandbox] }
        let held = facts.held(rules, at: try #require(transaction.signedDate))
        let purchase = try #require(held.purchases.first)
        #expect(purchase.amount == .signed(Money(thousandths: 5990, currency: Currency(rawValue: "AUD"))))
        #expect(purchase.sale.storefront == "AUS" && purchase.sale.ownership == .purchased)
        #expect(held.subscriptions.map(\.state) == [.active] && held.subscriptions.first?.autoRenew == false)
    }

    @Test("O9: the test notification has no transaction and tells nothing")
    func testNotification() {
        #expect(PurchaseFacts(transaction: nil, basis: .store).isEmpty)
        #expect(PurchaseFacts(transaction: TransactionPayload(), renewal: RenewalInfoPayload(), basis: .store).isEmpty)
    }

    @Test(
        "A transaction without a name is no fact",
        arguments: [
            #"{"productId": "a", "environment": "Production"}"#,
            #"{"transactionId": "", "productId": "a", "environment": "Production"}"#,
            #"{"transactionId": "1", "environment": "Production"}"#, #"{"transactionId": "1", "productId": "a"}"#,
            #"{"transactionId": [1], "productId": "a", "environment": "Production"}"#,
        ])
    func nameless(text: String) throws {
        #expect(PurchaseFact(transaction: TransactionPayload(json: try object(text)), basis: .store) == nil)
        let line = ReceiptLine(json: try object(#"{"transaction_id": "", "product_id": "a"}"#))
        #expect(PurchaseFact(line: line, environment: .production, signedDate: now) == nil)
    }

    @Test("O23: numbers where texts are due, and an object where a list is due, tell the same")
    func numbers() throws {
        let odd = VerifyReceiptAnswer(
            json: try object(
                """
                {"status": "0", "receipt": {"bundle_id": "a", "in_app": []}, "latest_receipt_info": {
                "transaction_id": 9007199254740993, "original_transaction_id": 9007199254740993, "quantity": 2,
                "product_id": "coins", "purchase_date_ms": 1690000000000, "is_upgraded": [], "bid": "a"}}
                """))
        let held = PurchaseFacts(answer: odd, environment: .production, askedDate: now).held()
        #expect(held.purchases.map(\.sale.transactionID) == ["9007199254740993"] && held.credits == ["coins": 200])
    }

    @Test("F31: a refund counts though its date can't be read")
    func unreadableRefund() throws {
        let line = ReceiptLine(
            json: try object(#"{"transaction_id": "1", "product_id": "forever", "cancellation_date": "??"}"#))
        let lineFact = try #require(PurchaseFact(line: line, environment: .production, signedDate: now))
        #expect(PurchaseFacts([lineFact]).held().active == [])
        let transaction = TransactionPayload(
            json: try object(
                """
                {"transactionId": "1", "productId": "forever", "environment": "Production", "revocationDate": "??"}
                """))
        let signedFact = try #require(PurchaseFact(transaction: transaction, basis: .store))
        #expect(PurchaseFacts([signedFact]).held().active == [])
    }

    @Test("F31: a refund that in_app tells is no older than itself, though the receipt that was sent is")
    func refundInOldReceipt() throws {
        var answer = VerifyReceiptAnswer(json: try object(#"{"status": 0, "receipt": {"bundle_id": "a"}}"#))
        var line = ReceiptLine(json: try object(#"{"transaction_id": "1", "product_id": "forever"}"#))
        line.cancellationDate = day(-1)
        answer.receipt?.receiptCreationDate = day(-20)
        answer.receipt?.inApp = [line]
        var facts = PurchaseFacts(answer: answer, environment: .production, askedDate: now)
        facts.insert(fact("forever", "1", basis: .local) { $0.signedDate = day(-5) })
        #expect(facts.held().active == [])
    }
}
