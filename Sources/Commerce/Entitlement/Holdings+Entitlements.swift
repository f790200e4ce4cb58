import WindfallTimeline

extension HoldingsRule {
    /// The entitlements that any sale that counts gives or gave, one for each name and environment.
    func entitlements(at now: Instant) -> [Entitlement] {
        var spansOf: [Key: [AccessSpan]] = [:]
        for span in spans where span.starts <= now {
            for key in keys(of: span.sale) { spansOf[key, default: []].append(span) }
        }
        // Only those that give no access of any kind: they say why an entitlement is not there.
        var revoked: [Key: [Sale]] = [:]
        for sale in counted where sale.revocation != nil && !sale.isUpgraded {
            for key in keys(of: sale) { revoked[key, default: []].append(sale) }
        }
        return Set(spansOf.keys).union(revoked.keys).sorted().compactMap { key in
            let all = spans.filter { keys(of: $0.sale).contains(key) }
            return active(key, all, at: now) ?? inactive(key, spansOf[key] ?? [], revoked[key] ?? [])
        }
    }

    /// An entitlement in an environment.
    private struct Key: Hashable, Comparable {
        var id: String
        var environment: Environment

        static func < (first: Key, second: Key) -> Bool {
            (first.id, first.environment.rawValue) < (second.id, second.environment.rawValue)
        }
    }

    private func keys(of sale: Sale) -> [Key] {
        (rules.products[sale.productID]?.entitlements ?? []).map { Key(id: $0, environment: sale.environment) }
    }

    /// Named after the sale that reaches farthest of those that give it now; its end is that of the access, over all
    /// that follows without a gap.
    private func active(_ key: Key, _ spans: [AccessSpan], at now: Instant) -> Entitlement? {
        guard let end = spans.end(at: now), let span = spans.filter({ $0.covers(now) }).max(by: Self.isWeaker) else {
            return nil
        }
        let paid = spans.filter { !$0.isGrace }
        return Entitlement(
            key.id, span.sale, isActive: true, expires: end, paidUntil: paid.end(at: now) ?? span.sale.expiresDate)
    }

    /// Named after what ended or was taken back last.
    private func inactive(_ key: Key, _ ended: [AccessSpan], _ revoked: [Sale]) -> Entitlement? {
        let span = ended.max(by: Self.isWeaker)
        let sale = revoked.max { Self.isEarlier($0, $1) }
        if let span, sale.map({ Self.isEarlier($0, span.sale) }) ?? true {
            let paidUntil = span.isGrace ? span.sale.expiresDate : span.ends
            return Entitlement(key.id, span.sale, isActive: false, expires: span.ends, paidUntil: paidUntil)
        }
        return sale.map { Entitlement(key.id, $0, isActive: false, expires: nil, paidUntil: nil) }
    }

    /// By end, then the store's word over the local one, then by sale, so that one is always the strongest.
    private static func isWeaker(_ first: AccessSpan, _ second: AccessSpan) -> Bool {
        if first.ends != second.ends {
            guard let one = first.ends else { return false }
            return second.ends.map { one < $0 } ?? true
        }
        if first.sale.basis != second.sale.basis { return first.sale.basis < second.sale.basis }
        return isEarlier(first.sale, second.sale)
    }

    private static func isEarlier(_ first: Sale, _ second: Sale) -> Bool {
        let (one, other) = (first.purchaseDate?.milliseconds ?? .min, second.purchaseDate?.milliseconds ?? .min)
        return one == other ? first.key < second.key : one < other
    }
}

extension Entitlement {
    fileprivate init(_ id: String, _ sale: Sale, isActive: Bool, expires: Instant?, paidUntil: Instant?) {
        self.init(
            id: id, isActive: isActive, environment: sale.environment, productID: sale.productID,
            originalTransactionID: sale.originalTransactionID, transactionID: sale.transactionID,
            purchaseDate: sale.purchaseDate, expiresDate: expires, paidUntilDate: paidUntil, basis: sale.basis,
            isRevoked: sale.revocation != nil)
    }
}
