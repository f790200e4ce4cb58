import WindfallCommerce
import WindfallTimeline

/// Something that is told of a user's purchases.
enum Told {
    case purchase(PurchaseFact)
    case renewal(RenewalFact)
    case refusal(String)
}

extension PurchaseFacts {
    mutating func insert(_ told: Told) {
        switch told {
        case .purchase(let fact): insert(fact)
        case .renewal(let fact): insert(fact)
        case .refusal(let proof): refuse(proof: proof)
        }
    }

    init(_ told: [Told]) {
        self.init()
        for one in told { insert(one) }
    }
}

extension Dice {
    /// Facts of few transactions, so that many are about the same one, with many signed at the same time.
    func told(_ count: Int) -> [Told] {
        (0..<count).map { _ in
            switch below(10) {
            case 0: .refusal(pick(["first", "second", "third"]))
            case 1, 2: .renewal(renewalFact())
            default: .purchase(purchaseFact())
            }
        }
    }

    private func instant() -> Instant { day(Int64(below(60) - 30)) }

    private func purchaseFact() -> PurchaseFact {
        let product = pick(["coins", "month", "year", "forever", "alone", "pass", "stacked", "long", "unknown"])
        let environment = pick([Environment.production, .production, .sandbox])
        // A transaction is of one product, as the store has it, but for one that is odd.
        let id = below(20) == 0 ? "1" : "\(product.utf8.count)\(below(4))"
        var fact = PurchaseFact(
            TransactionKey(environment, id), productID: product, basis: pick([.local, .store]))
        if fact.basis == .local { fact.proof = pick(["first", "second", "third"]) }
        fact.signedDate = maybe(day(Int64(below(6) - 3)))
        fact.originalTransactionID = maybe("\(product.utf8.count)0")
        fact.quantity = maybe(Int64(below(3)))
        fact.purchaseDate = below(5) == 0 ? nil : instant()
        if ["month", "year"].contains(product) {
            fact.expiresDate = maybe(instant())
            fact.webOrderLineItemID = maybe("\(below(4))")
        }
        if below(5) == 0 { fact.revocation = Revocation(date: maybe(instant()), reason: maybe(.other)) }
        fact.isUpgraded = below(8) == 0
        fact.type = below(4) == 0 ? pick(ProductType.allCases) : nil
        fact.ownership = maybe(pick([.purchased, .familyShared]))
        fact.offer = maybe(
            PurchaseOffer(type: maybe(.introductory), identifier: maybe("x"), isFreeTrial: below(2) == 0))
        fact.price = maybe(Money(thousandths: Int64(below(3)), currency: pick([.usDollar, .euro])))
        fact.storefront = maybe(pick(["USA", "DEU"]))
        fact.appAccountToken = maybe("token")
        return fact
    }

    private func renewalFact() -> RenewalFact {
        var fact = RenewalFact(
            TransactionKey(.production, pick(["50", "40"])), basis: pick([.local, .store]))
        if fact.basis == .local { fact.proof = pick(["first", "second", "third"]) }
        fact.signedDate = maybe(instant())
        fact.autoRenew = maybe(below(2) == 0)
        fact.charging = maybe(
            RenewalFact.Charging(isRetrying: below(2) == 0, gracePeriodExpiresDate: maybe(instant())))
        return fact
    }
}
