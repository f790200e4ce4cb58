import WindfallTimeline

/// A stretch of time during which a sale gives access.
struct AccessSpan: Hashable, Sendable {
    var sale: Sale
    var starts: Instant
    /// The first moment without access; nil never comes.
    var ends: Instant?
    /// Whether it is a period of grace, which nobody has paid for.
    var isGrace = false

    func covers(_ now: Instant) -> Bool {
        starts <= now && ends.map { now < $0 } ?? true
    }
}

/// The spans of the sales that count.
struct AccessSpans {
    let rules: OwnershipRules

    /// What the sales pay for, in no order; periods of grace are not among them.
    func paid(_ sales: [Sale]) -> [AccessSpan] {
        let giving = sales.filter(givesAccess)
        let nonRenewing = giving.filter { $0.type == .nonRenewing && rules.products[$0.productID]?.term != nil }
        let rest = giving.filter { $0.type != .nonRenewing || rules.products[$0.productID]?.term == nil }
        return rest.compactMap(span) + terms(nonRenewing)
    }

    /// Whether a sale can give access at all: a purchase that was taken back is as if it had never been made (F31), and
    /// what was upgraded is replaced, whatever its end says.
    func givesAccess(_ sale: Sale) -> Bool {
        guard sale.revocation == nil, !sale.isUpgraded else { return false }
        return sale.ownership != .familyShared || rules.products[sale.productID]?.allowsFamilySharing ?? true
    }

    /// The span of what has its end with it, or none.
    private func span(_ sale: Sale) -> AccessSpan? {
        guard sale.type == .autoRenewable else {
            return AccessSpan(sale: sale, starts: tolerant(sale.purchaseDate), ends: nil)
        }
        guard let starts = sale.purchaseDate, let ends = sale.expiresDate else { return nil }
        return AccessSpan(sale: sale, starts: tolerant(starts), ends: ends)
    }

    /// The spans of non-renewing subscriptions with the developer's own duration (F44): from each purchase on, or one
    /// after the other where they stack.
    private func terms(_ sales: [Sale]) -> [AccessSpan] {
        var ends: [String: Instant] = [:]
        return sales.sorted(by: Self.isEarlier).compactMap { sale in
            guard let term = rules.products[sale.productID]?.term, let purchased = sale.purchaseDate else { return nil }
            let stack = term.stack.map { "\(sale.environment) \($0)" }
            let starts = max(purchased, stack.flatMap { ends[$0] } ?? purchased)
            let end = starts.adding(term.duration, times: Int(clamping: sale.quantity))
            if let stack { ends[stack] = end ?? Instant(milliseconds: .max) }
            return AccessSpan(sale: sale, starts: tolerant(starts), ends: end)
        }
    }

    /// The start of access to what starts then: a little earlier, since our clock may be behind the store's.
    private func tolerant(_ instant: Instant?) -> Instant {
        guard let instant else { return Instant(milliseconds: .min) }
        return instant.adding(milliseconds: -rules.clockTolerance) ?? instant
    }

    private static func isEarlier(_ first: Sale, _ second: Sale) -> Bool {
        let (one, other) = (first.purchaseDate?.milliseconds ?? .min, second.purchaseDate?.milliseconds ?? .min)
        return one == other ? first.key < second.key : one < other
    }
}

extension [AccessSpan] {
    /// The end of the access that is there at `now`, over spans that follow one another without a gap: nil without
    /// access, `.some(nil)` where it never ends.
    func end(at now: Instant) -> Instant?? {
        guard contains(where: { $0.covers(now) }) else { return nil }
        var end = now
        for span in sorted(by: { $0.starts < $1.starts }) where span.starts <= end {
            guard let ends = span.ends else { return .some(nil) }
            end = Swift.max(end, ends)
        }
        return .some(end)
    }
}
