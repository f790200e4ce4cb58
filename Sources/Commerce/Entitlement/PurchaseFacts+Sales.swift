import WindfallTimeline

extension PurchaseFacts {
    /// The payments that are known, each once, in the order of their transactions.
    ///
    /// - Parameters:
    ///   - rules: tell the types that no source tells.
    ///   - includingLocal: whether the signature on a receipt is enough.
    public func sales(under rules: OwnershipRules, includingLocal: Bool = true) -> [Sale] {
        let known = records(includingLocal: includingLocal)
        let lineItems = Self.lineItems(of: known)
        var groups: [SaleIdentity: [Member]] = [:]
        for (key, record) in known {
            groups[SaleIdentity(key, record, rules, lineItems), default: []].append((key, record))
        }
        return groups.flatMap { identity, members in
            identity.isPeriod ? [members.sorted(by: Self.isEarlier)] : Self.split(members)
        }
        .compactMap { Sale($0, under: rules) }
        .sorted { $0.key < $1.key }
    }

    typealias Member = (key: TransactionKey, record: PurchaseRecord)

    /// The web order line items that are known, by the period they are the key of: a source that lacks the number (iOS 6)
    /// tells of the same payment as one that has it.
    private static func lineItems(of known: [TransactionKey: PurchaseRecord]) -> [PeriodStart: String] {
        var items: [PeriodStart: String] = [:]
        for (key, record) in known {
            guard let item = record.webOrderLineItem?.value, let start = PeriodStart(key, record) else { continue }
            items[start] = min(items[start] ?? item, item)
        }
        return items
    }

    /// What does not renew, apart where it was bought again after a refund: that is paid for anew, though it has the
    /// original's number.
    private static func split(_ members: [Member]) -> [[Member]] {
        let sorted = members.sorted(by: isEarlier)
        let refunded = sorted.compactMap { $0.record.standing.value.revocation?.date }.max()
        guard let refunded else { return [sorted] }
        let isLater: (Member) -> Bool = { member in
            member.record.standing.value.revocation == nil
                && member.record.purchased.map { $0.value > refunded } ?? false
        }
        return [sorted.filter { !isLater($0) }, sorted.filter(isLater)]
    }

    private static func isEarlier(_ first: Member, _ second: Member) -> Bool {
        let (one, other) = (first.record.purchased?.value, second.record.purchased?.value)
        if one != other { return (one?.milliseconds ?? .max) < (other?.milliseconds ?? .max) }
        return first.key < second.key
    }
}

/// When a subscription's period starts: no two payments of one subscription for one product start together.
private struct PeriodStart: Hashable {
    var original: TransactionKey
    var product: String
    var starts: Instant

    init?(_ key: TransactionKey, _ record: PurchaseRecord) {
        guard let starts = record.purchased?.value else { return nil }
        original = TransactionKey(key.environment, record.original?.value ?? key.id)
        product = record.product.value
        self.starts = starts
    }
}

/// What makes two transactions one payment.
private enum SaleIdentity: Hashable {
    /// A subscription's payment that has a web order line item.
    case lineItem(original: TransactionKey, String)
    /// One whose line item nobody tells.
    case period(PeriodStart)
    /// One of which neither is known.
    case renewal(TransactionKey)
    /// What does not renew, restored or not.
    case original(TransactionKey)

    init(
        _ key: TransactionKey, _ record: PurchaseRecord, _ rules: OwnershipRules, _ lineItems: [PeriodStart: String]
    ) {
        let original = TransactionKey(key.environment, record.original?.value ?? key.id)
        let type = rules.type(
            of: record.product.value, told: record.type?.value, expires: record.expires?.value)
        let start = PeriodStart(key, record)
        if type != .autoRenewable {
            self = .original(original)
        } else if let item = record.webOrderLineItem?.value ?? start.flatMap({ lineItems[$0] }) {
            self = .lineItem(original: original, item)
        } else if let start {
            self = .period(start)
        } else {
            self = .renewal(key)
        }
    }

    var isPeriod: Bool {
        if case .original = self { false } else { true }
    }
}

extension Sale {
    /// The transaction that it is named by.
    var key: TransactionKey { TransactionKey(environment, transactionID) }
}
