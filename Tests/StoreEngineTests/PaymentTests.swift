import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// One identifier of a payment, one charge, however often it is sent.
@Suite struct PaymentTests {
    private static let uuid = "5c3f0c8e-2f0b-4c53-9f0a-0d8a3b1a7e11"

    private static func pay(
        _ box: Box, _ token: String, _ body: JSON, uuid: String = PaymentTests.uuid
    ) async throws -> (HTTPStatus, JSONObject) {
        let (status, answer) = try await box.host(.put, "/storekit/v1/payments/\(uuid)", body, token: token)
        return (status, try #require(answer.object))
    }

    /// A shop where the yearly subscription runs and the monthly one was chosen with an identified payment.
    private static func downgraded() throws -> (shop: Shop, payment: Purchase, answer: TransactionNumber) {
        var shop = try Shop()
        _ = try shop.buy(Shop.yearly)
        var payment = Purchase(device: shop.device, productID: Shop.monthly)
        payment.paymentID = Self.uuid
        guard case .transaction(let answer) = try shop.store.handle(.buy(payment)).subject else {
            throw StoreRefusal(.invalid, "a payment is answered with a transaction")
        }
        return (shop, payment, answer)
    }

    private static func again(_ store: inout Store, _ payment: Purchase) throws -> Store.Decision {
        try store.handle(.buy(payment))
    }

    @Test("D3: a downgrade sent again changes nothing, also when the person has changed their mind since")
    func downgrade() throws {
        var (shop, payment, answer) = try Self.downgraded()
        let original = try shop.transaction(answer).original
        _ = try shop.store.handle(.changeSubscription(original, .init(productID: Shop.yearly)))
        let before = shop.store.state.digest
        let decision = try Self.again(&shop.store, payment)
        #expect(decision.subject == .transaction(answer) && decision.events.isEmpty)
        #expect(shop.store.state.digest == before)
    }

    @Test("D3: a downgrade sent again after the subscription lapsed gives the old answer, and begins nothing")
    func downgradeAfterLapse() throws {
        var (shop, payment, answer) = try Self.downgraded()
        let original = try shop.transaction(answer).original
        _ = try shop.store.handle(.changeSubscription(original, .init(isAutoRenewing: false)))
        _ = shop.store.advance(to: Instant(milliseconds: Shop.start.milliseconds + 800 * 86_400_000))
        #expect(try shop.store.state.subscription(original).state == .expired)
        let count = shop.store.state.transactions.count
        #expect(try Self.again(&shop.store, payment).subject == .transaction(answer))
        #expect(shop.store.state.transactions.count == count)
        // An identifier of its own is another payment.
        payment.paymentID = "another"
        #expect(try Self.again(&shop.store, payment).subject != .transaction(answer))
    }

    @Test("Renewal turned on by buying is not turned on again by the same payment")
    func renewalTurnedOn() throws {
        var shop = try Shop()
        let first = try shop.buy(Shop.monthly)
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        var payment = Purchase(device: shop.device, productID: Shop.monthly)
        payment.paymentID = Self.uuid
        #expect(try Self.again(&shop.store, payment).subject == .transaction(first))
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        #expect(try Self.again(&shop.store, payment).events.isEmpty)
        #expect(try !shop.store.state.subscription(first).isAutoRenewing)
    }

    @Test("What was answered is known after a restart, from the events and from a snapshot")
    func restart() throws {
        let (shop, payment, answer) = try Self.downgraded()
        var read = Store(try #require(StoreState(shop.store.state.bytes())))
        #expect(read.state.digest == shop.store.state.digest)
        #expect(try Self.again(&read, payment).subject == .transaction(answer))
        let event = StoreEvent.paymentAnswered(PaymentRecord(payment, transaction: answer))
        let bytes = StoreEvent.bytes(of: [event])
        #expect(bytes.first == 30)
        let batch = JournalBatch(sequence: 1, count: 1, bytes: bytes)
        #expect(StoreEvent.events(in: batch) == [event])
        for length in 0..<bytes.count {
            let short = JournalBatch(sequence: 1, count: 1, bytes: Array(bytes.prefix(length)))
            #expect(StoreEvent.events(in: short) == nil)
        }
    }

    @Test(
        "An identifier that comes with another payment is a conflict, and charges nothing",
        arguments: ["product", "quantity", "username", "token", "offer", "unknown product"])
    func conflict(what: String) throws {
        for isDowngrade in [true, false] {
            var (shop, payment, _) = try Self.downgraded()
            if !isDowngrade {
                payment.productID = Shop.coins
                payment.paymentID = "coins"
                _ = try Self.again(&shop.store, payment)
            }
            switch what {
            case "product": payment.productID = Shop.pro
            case "quantity": payment.quantity = 2
            case "username": payment.applicationUsername = "somebody"
            case "token": payment.appAccountToken = Self.uuid
            case "offer": (payment.offerType, payment.offerID) = (2, "half")
            default: payment.productID = "com.example.notes.unknown"
            }
            let before = shop.store.state.digest
            let refusal = #expect(throws: StoreRefusal.self) { try shop.store.handle(.buy(payment)) }
            #expect(refusal?.code == .paymentConflict, "downgrade: \(isDowngrade)")
            #expect(shop.store.state.digest == before)
        }
    }

    @Test("Receipts are left out where they are not wanted, and there when they are asked for")
    func withoutReceipts() async throws {
        let box = try await Box.opened()
        let (account, _, token) = try await box.account()
        let body: JSON = [
            "accountId": .string(account), "bundleId": .string(Shop.bundleID), "productId": .string(Shop.coins),
        ]
        let bought = try await box.post("/control/v1/purchases?receipts=false", body)
        #expect(bought["signedTransactionInfo"] != nil)
        #expect(bought["receipt"] == nil && bought["transactionReceipt"] == nil)
        let path = "/control/v1/receipts?accountId=\(account)&bundleId=\(Shop.bundleID)"
        let receipt = try #require(try await box.get(path)["receipt"]?.text)
        #expect(try await box.verify(receipt)["receipt"]?.object?["in_app"]?.array?.count == 1)
        let (_, paid) = try await Self.pay(
            box, token, ["productId": .string(Shop.coins)], uuid: "\(Self.uuid)?receipts=false")
        #expect(paid["state"] == "purchased" && paid["receipt"] == nil)
        let (status, _) = try await box.control(.post, "/control/v1/purchases?receipts=perhaps", body)
        #expect(status == .badRequest)
    }

    @Test("A payment that failed stays failed under its identifier, whatever the card does later")
    func failed() async throws {
        let box = try await Box.opened()
        let (account, _, token) = try await box.account()
        _ = try await box.control(.patch, "/control/v1/accounts/\(account)", ["card": "declined"])
        let body: JSON = ["productId": .string(Shop.coins)]
        let (_, first) = try await Self.pay(box, token, body)
        #expect(first["state"] == "failed" && first["error"] == "card_declined")
        _ = try await box.control(.patch, "/control/v1/accounts/\(account)", ["card": "ok"])
        #expect(try await Self.pay(box, token, body).1 == first)
    }

    @Test("A payment that was refused was never taken: it may be sent again, and is charged once then")
    func refused() async throws {
        let box = try await Box.opened()
        let (account, _, token) = try await box.account()
        _ = try await box.control(.patch, "/control/v1/accounts/\(account)", ["canMakePayments": false])
        let body: JSON = ["productId": .string(Shop.coins)]
        #expect(try await Self.pay(box, token, body).0 == .forbidden)
        _ = try await box.control(.patch, "/control/v1/accounts/\(account)", ["canMakePayments": true])
        let (_, bought) = try await Self.pay(box, token, body)
        #expect(bought["state"] == "purchased")
        #expect(try await Self.pay(box, token, body).1["transactionId"] == bought["transactionId"])
        let list = try await box.control(.get, "/control/v1/transactions?accountId=\(account)").1
        #expect(list.object?["transactions"]?.array?.count == 1)
    }

    @Test("Many requests at the same time with one identifier make one transaction; another body is a conflict")
    func concurrent() async throws {
        let box = try await Box.opened()
        let (_, _, token) = try await box.account()
        let identifiers = try await withThrowingTaskGroup(of: JSON?.self) { group in
            for _ in 0..<20 {
                group.addTask { try await Self.pay(box, token, ["productId": .string(Shop.coins)]).1["transactionId"] }
            }
            var identifiers: Set<JSON?> = []
            for try await identifier in group { identifiers.insert(identifier) }
            return identifiers
        }
        #expect(identifiers.count == 1 && identifiers.first != .some(nil))
        let (status, answer) = try await Self.pay(box, token, ["productId": .string(Shop.coins), "quantity": 2])
        #expect(status == .conflict)
        #expect(answer["error"]?.object?["code"] == "payment_conflict")
    }
}
