import Testing
import WindfallCommerce
import WindfallTimeline

/// The moment that tests of ownership call now, and days around it.
let now = Instant(milliseconds: 1_700_000_000_000)

/// Days from ``now``, negative before it.
func day(_ days: Int64) -> Instant { Instant(milliseconds: now.milliseconds + days * 86_400_000) }

/// Everything that tests sell.
extension OwnershipRules {
    static var sample: OwnershipRules {
        var coins = ProductRule(type: .consumable, credits: ["coins": 100])
        coins.prices = [CatalogPrice(Money(thousandths: 990, currency: .usDollar))]
        var year = ProductRule(type: .autoRenewable, entitlements: ["pro", "archive"])
        year.allowsGracePeriod = false
        var alone = ProductRule(type: .nonConsumable, entitlements: ["alone"])
        alone.allowsFamilySharing = false
        return OwnershipRules(products: [
            "coins": coins,
            "month": ProductRule(type: .autoRenewable, entitlements: ["pro"]),
            "year": year,
            "forever": ProductRule(type: .nonConsumable, entitlements: ["pro", "themes"]),
            "alone": alone,
            "newsstand": ProductRule(type: .free, entitlements: ["issues"]),
            "pass": ProductRule(
                type: .nonRenewing, entitlements: ["course"],
                term: Period(count: 30, unit: .day).map { NonRenewingTerm($0) }),
            "stacked": ProductRule(
                type: .nonRenewing, entitlements: ["course"],
                term: Period(count: 30, unit: .day).map { NonRenewingTerm($0, stack: "course") }),
            "long": ProductRule(
                type: .nonRenewing, entitlements: ["course"],
                term: Period(count: 90, unit: .day).map { NonRenewingTerm($0, stack: "course") }),
        ])
    }

    /// The same with changes.
    static func sample(_ changed: (inout OwnershipRules) -> Void) -> OwnershipRules {
        var rules = sample
        changed(&rules)
        return rules
    }
}

/// A purchase that was made ten days ago and signed at once, with changes.
func fact(
    _ product: String, _ id: String, _ environment: Environment = .production, basis: FactBasis = .store,
    changed: (inout PurchaseFact) -> Void = { _ in }
) -> PurchaseFact {
    var fact = PurchaseFact(TransactionKey(environment, id), productID: product, basis: basis)
    fact.purchaseDate = day(-10)
    fact.signedDate = day(-10)
    if basis == .local { fact.proof = "receipt" }
    changed(&fact)
    return fact
}

/// One period of a subscription, by days from now; signed when it starts.
func period(
    _ product: String, _ id: String, of original: String, _ days: Range<Int64>, line: String? = nil,
    _ changed: (inout PurchaseFact) -> Void = { _ in }
) -> PurchaseFact {
    fact(product, id) {
        $0.originalTransactionID = original
        $0.purchaseDate = day(days.lowerBound)
        $0.signedDate = day(days.lowerBound)
        $0.expiresDate = day(days.upperBound)
        $0.webOrderLineItemID = line
        changed(&$0)
    }
}

/// What is known of a renewal, signed that many days from now.
func renewal(
    of original: String, signed: Int64, autoRenew: Bool = true, retrying: Bool = false, grace: Int64? = nil
) -> RenewalFact {
    var fact = RenewalFact(TransactionKey(.production, original), basis: .store)
    fact.signedDate = day(signed)
    fact.autoRenew = autoRenew
    fact.charging = RenewalFact.Charging(isRetrying: retrying, gracePeriodExpiresDate: grace.map(day))
    return fact
}

extension PurchaseFacts {
    init(_ purchases: [PurchaseFact], _ renewals: [RenewalFact] = []) {
        self.init()
        for fact in purchases { insert(fact) }
        for fact in renewals { insert(fact) }
    }

    /// What is owned by the sample rules.
    func held(_ rules: OwnershipRules = .sample, at instant: Instant = now) -> Holdings {
        holdings(under: rules, at: instant)
    }
}

extension Holdings {
    /// The names of what may be used, each with its environment only where that is not production.
    var active: Set<String> {
        Set(
            entitlements.filter(\.isActive).map { $0.environment == .production ? $0.id : "\($0.id)@\($0.environment)" }
        )
    }

    func entitlement(_ id: String) throws -> Entitlement {
        try #require(entitlements.first { $0.id == id })
    }
}

/// Chances that a seed decides.
struct Dice {
    private let random: SeededRandomness

    init(_ seed: UInt64) { random = SeededRandomness(seed: seed) }

    func below(_ count: Int) -> Int {
        Int(random.bytes(count: 4).reduce(0) { $0 << 8 | UInt64($1) } % UInt64(count))
    }

    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    func maybe<Value>(_ value: Value) -> Value? { below(2) == 0 ? value : nil }

    func mixed<Element>(_ elements: [Element]) -> [Element] {
        var rest = elements
        var mixed: [Element] = []
        while !rest.isEmpty { mixed.append(rest.remove(at: below(rest.count))) }
        return mixed
    }
}
