import Testing
import WindfallCommerce
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// Promotional, code and win-back offers: who gets them, what they cost, which periods they cover.
@Suite struct OfferTests {
    private static let product = "com.example.notes.plus"

    private static let definition: JSONObject = [
        "productID": .string(product), "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 3,
        "subscriptionGroupID": "notes", "recurringSubscriptionPeriod": "P1M",
        "adHocOffers": [
            [
                "offerID": "half", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 2,
                "displayPrice": "2.49",
            ],
            ["offerID": "gift", "paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 2],
            [
                "offerID": "quarter", "paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "numberOfPeriods": 1,
                "displayPrice": "9.99",
            ],
        ],
        "codeOffers": [
            [
                "referenceName": "SPRING", "paymentMode": "free", "subscriptionPeriod": "P1M", "numberOfPeriods": 1,
                "eligibility": ["new", "expired"],
            ]
        ],
        "winbackOffers": [
            [
                "offerID": "again", "paymentMode": "payUpFront", "subscriptionPeriod": "P1M", "numberOfPeriods": 1,
                "displayPrice": "0.99",
            ]
        ],
    ]

    /// A shop with the product, in which the account is new, subscribed or has let the subscription lapse.
    private static func shop(_ standing: String) throws -> Shop {
        var shop = try Shop()
        _ = try shop.store.handle(
            .putProduct(bundleID: Shop.bundleID, ProductDefinition(json: definition), propagationDelay: .zero))
        guard standing != "new" else { return shop }
        let first = try shop.buy(product)
        guard standing == "expired" else { return shop }
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        advance(&shop, days: 31)
        return shop
    }

    private static func advance(_ shop: inout Shop, days: Int64) {
        _ = shop.store.advance(to: Instant(milliseconds: shop.store.state.now.milliseconds + days * 86_400_000))
    }

    private static func buy(_ shop: inout Shop, _ type: Int64, _ offer: String) throws -> TransactionNumber {
        try shop.buy(product) { ($0.offerType, $0.offerID) = (type, offer) }
    }

    /// What the chain's transactions cost and where they end, from a transaction on.
    private static func chain(_ shop: Shop, from first: TransactionNumber) throws -> [String] {
        try shop.store.state.transactions(of: shop.account).filter { $0 >= first }.map { number in
            let record = try shop.transaction(number)
            let price = record.charged.map { String($0.thousandths) } ?? "free"
            return "\(record.offerType) \(price) \(record.expiresDate?.rfc3339.prefix(10) ?? "")"
        }
    }

    @Test("A pay-as-you-go offer has its price for its periods, and the ordinary one afterwards")
    func payAsYouGo() throws {
        var shop = try Self.shop("expired")
        let number = try Self.buy(&shop, 2, "half")
        Self.advance(&shop, days: 80)
        #expect(
            try Self.chain(shop, from: number) == ["2 2490 2026-04-03", "2 2490 2026-05-03", "0 4990 2026-06-03"])
        let payload = try shop.store.state.transactionPayload(number, signedAt: shop.store.state.now)
        #expect(payload.offerType == .promotional && payload.offerIdentifier == "half")
        #expect(payload.offerDiscountType == .payAsYouGo && payload.offerPeriod == "P1M" && payload.price == 2490)
        let entries = try shop.store.state.latestAppReceipt(of: shop.device).inApp
        #expect(entries.filter { $0.promotionalOfferID == "half" }.count == 2)
        #expect(entries.allSatisfy { $0.isTrialPeriod == false && $0.isInIntroOfferPeriod == false })
    }

    @Test("A free offer is a period of its own that costs nothing; the ordinary periods are counted from its end")
    func free() throws {
        var shop = try Self.shop("expired")
        let number = try Self.buy(&shop, 2, "gift")
        Self.advance(&shop, days: 50)
        #expect(
            try Self.chain(shop, from: number) == ["2 free 2026-03-17", "0 4990 2026-04-17", "0 4990 2026-05-17"])
        let payload = try shop.store.state.transactionPayload(number, signedAt: shop.store.state.now)
        #expect(payload.offerDiscountType == .freeTrial && payload.price == 0)
    }

    @Test("A code and a win-back offer are priced too, and told by their own names")
    func codeAndWinBack() throws {
        var shop = try Self.shop("new")
        let code = try Self.buy(&shop, 3, "SPRING")
        #expect(try Self.chain(shop, from: code) == ["3 free 2026-02-28"])
        let payload = try shop.store.state.transactionPayload(code, signedAt: shop.store.state.now)
        #expect(payload.offerType == .code && payload.offerIdentifier == "SPRING")
        _ = try shop.store.handle(.changeSubscription(code, .init(isAutoRenewing: false)))
        Self.advance(&shop, days: 40)
        let again = try Self.buy(&shop, 4, "again")
        #expect(try shop.transaction(again).charged?.thousandths == 990)
    }

    @Test(
        "An offer is for those whom it is meant for",
        arguments: [
            (2, "half", ["existing", "expired"]), (3, "SPRING", ["new", "expired"]), (4, "again", ["expired"]),
        ] as [(Int64, String, [String])])
    func eligibility(type: Int64, name: String, eligible: [String]) throws {
        for standing in ["new", "existing", "expired"] {
            var shop = try Self.shop(standing)
            let before = shop.store.state.digest
            do {
                _ = try Self.buy(&shop, type, name)
                #expect(eligible.contains(standing), "\(name) \(standing)")
            } catch let refusal as StoreRefusal {
                #expect(refusal.code == .ineligibleForOffer && !eligible.contains(standing), "\(name) \(standing)")
                #expect(shop.store.state.digest == before)
            }
        }
    }

    @Test(
        "An offer that the product does not have is refused",
        arguments: [(2, "SPRING"), (3, "half"), (4, "gift"), (5, "half"), (1, "half"), (0, "half"), (-1, "half")]
            as [(Int64, String)])
    func unknown(type: Int64, name: String) throws {
        var shop = try Self.shop("expired")
        let refusal = #expect(throws: StoreRefusal.self) { try Self.buy(&shop, type, name) }
        #expect(refusal?.code == .invalidOffer)
        let coins = #expect(throws: StoreRefusal.self) {
            try shop.buy(Shop.coins) { ($0.offerType, $0.offerID) = (2, "half") }
        }
        #expect(coins?.code == .invalidOffer)
    }

    @Test("D3: a subscriber's offer begins with the next renewal, charges nothing now, and is told beforehand")
    func subscriber() throws {
        var shop = try Self.shop("existing")
        let first = try Self.buy(&shop, 2, "quarter")
        #expect(shop.store.state.transactions.count == 1)
        let info = try shop.store.state.renewalInfoPayload(first, signedAt: shop.store.state.now)
        #expect(info.offerType == .promotional && info.offerIdentifier == "quarter" && info.renewalPrice == 9990)
        #expect(info.offerDiscountType == .payUpFront && info.offerPeriod == "P3M")
        let read = try #require(StoreState(shop.store.state.bytes()))
        #expect(read.digest == shop.store.state.digest && read.pendingOffers == shop.store.state.pendingOffers)
        Self.advance(&shop, days: 125)
        #expect(
            try Self.chain(shop, from: first) == ["0 4990 2026-02-28", "2 9990 2026-05-28", "0 4990 2026-06-28"])
        #expect(shop.store.state.pendingOffers.isEmpty)
    }

    @Test("An offer that waited for the next renewal is gone when the subscription lapses")
    func lapsed() throws {
        var shop = try Self.shop("existing")
        let first = try Self.buy(&shop, 2, "gift")
        _ = try shop.store.handle(.changeSubscription(first, .init(isAutoRenewing: false)))
        Self.advance(&shop, days: 40)
        #expect(shop.store.state.pendingOffers.isEmpty)
        #expect(try Self.chain(shop, from: first) == ["0 4990 2026-02-28"])
    }

    @Test("A pending offer is an event of its own kind")
    func bytes() throws {
        let event = StoreEvent.offerTaken(TransactionNumber(7), PendingOffer(type: 2, offerID: "half"))
        let bytes = StoreEvent.bytes(of: [event])
        #expect(bytes.first == 31)
        #expect(StoreEvent.events(in: JournalBatch(sequence: 1, count: 1, bytes: bytes)) == [event])
    }
}
