import WindfallTimeline

/// A value and when the store signed it. Of two the later signed one holds, wherever and whenever it arrived, so that
/// what is known is a function of the set of facts and not of their order.
struct Dated<Value: TieBreaking>: Hashable, Sendable {
    var value: Value
    var signed: Instant
    var basis: FactBasis

    /// - Parameter signed: nil is earlier than any instant.
    init(_ value: Value, signed: Instant?, basis: FactBasis) {
        self.value = value
        self.signed = signed ?? Instant(milliseconds: .min)
        self.basis = basis
    }

    /// Whether the other one takes its place: signed later, or at the same time on better word. What is left is
    /// decided by the value, by a total order, so that any order of arrival ends the same.
    func yields(to other: Self) -> Bool {
        if signed != other.signed { return signed < other.signed }
        if basis != other.basis { return basis < other.basis }
        return Value.isBefore(value, other.value)
    }

    /// The one of both that holds; nil when neither is there.
    static func newer(_ first: Self?, _ second: Self?) -> Self? {
        guard let first, let second else { return first ?? second }
        return first.yields(to: second) ? second : first
    }
}

/// A value that has a total order, used for nothing but deciding between two facts that are signed at the same time.
protocol TieBreaking: Hashable, Sendable {
    /// A strict total order: of two different values exactly one is before the other.
    static func isBefore(_ first: Self, _ second: Self) -> Bool
}

extension TieBreaking where Self: Comparable {
    static func isBefore(_ first: Self, _ second: Self) -> Bool { first < second }
}

extension TieBreaking where Self: RawRepresentable, RawValue: Comparable {
    static func isBefore(_ first: Self, _ second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension String: TieBreaking {}
extension Int64: TieBreaking {}
extension Instant: TieBreaking {}
extension OwnershipType: TieBreaking {}

extension Bool: TieBreaking {
    static func isBefore(_ first: Bool, _ second: Bool) -> Bool { !first && second }
}

extension ProductType: TieBreaking {
    static func isBefore(_ first: ProductType, _ second: ProductType) -> Bool {
        first.receiptCode < second.receiptCode
    }
}

extension Money: TieBreaking {
    static func isBefore(_ first: Money, _ second: Money) -> Bool {
        (first.currency.rawValue, first.thousandths) < (second.currency.rawValue, second.thousandths)
    }
}

extension PurchaseOffer: TieBreaking {
    private var order: (Int, String, String, Int) {
        (type?.rawValue ?? .min, identifier == nil ? "" : "given", identifier ?? "", isFreeTrial ? 1 : 0)
    }

    static func isBefore(_ first: PurchaseOffer, _ second: PurchaseOffer) -> Bool { first.order < second.order }
}

/// Whether a purchase stands or was taken back. Said at the same time, the latter holds.
struct Standing: TieBreaking {
    var revocation: Revocation?

    private var order: (Int, Int64, Int) {
        guard let revocation else { return (0, 0, 0) }
        return (revocation.date == nil ? 1 : 2, revocation.date?.milliseconds ?? 0, revocation.reason?.rawValue ?? .min)
    }

    static func isBefore(_ first: Standing, _ second: Standing) -> Bool { first.order < second.order }
}

extension RenewalFact.Charging: TieBreaking {
    private var order: (Int, Int64, Int) {
        let end = gracePeriodExpiresDate
        return (end == nil ? 0 : 1, end?.milliseconds ?? 0, isRetrying ? 1 : 0)
    }

    static func isBefore(_ first: Self, _ second: Self) -> Bool { first.order < second.order }
}
