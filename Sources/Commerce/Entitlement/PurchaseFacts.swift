/// All that is known of some purchases, from however many sources.
///
/// Facts may come twice, late, in any order and in any grouping: merging is associative, commutative and idempotent, so
/// what is known is a function of the set of facts. Nothing leaves: a consumable that is missing from a later receipt
/// stays bought (F30). A definite *no* of the store to a receipt withdraws what that receipt alone proved.
public struct PurchaseFacts: Hashable, Sendable {
    /// What a record was read from.
    enum Proof: Hashable, Sendable {
        case store
        case local(String)
    }

    private(set) var transactions: [TransactionKey: [Proof: PurchaseRecord]] = [:]
    private(set) var renewals: [TransactionKey: [Proof: RenewalRecord]] = [:]
    /// The proofs that the store said *no* to.
    public private(set) var refused: Set<String> = []

    /// Nothing known.
    public init() {}

    /// Adds a fact.
    ///
    /// - Parameter fact: any fact, known already or not, older or newer than what is known.
    public mutating func insert(_ fact: PurchaseFact) {
        insert(PurchaseRecord(fact), of: fact.key, from: Proof(fact.basis, fact.proof))
    }

    /// Adds what is known of a renewal.
    ///
    /// - Parameter fact: any fact, known already or not, older or newer than what is known.
    public mutating func insert(_ fact: RenewalFact) {
        insert(RenewalRecord(fact), of: fact.original, from: Proof(fact.basis, fact.proof))
    }

    /// Withdraws what a proof alone granted, since the store gave a definite *no* to it (21003, 21010 and the like). What
    /// the store itself said, and what another proof shows, stays.
    ///
    /// - Parameter proof: as in ``PurchaseFact/proof``; it may come before the proof's facts.
    public mutating func refuse(proof: String) {
        refused.insert(proof)
    }

    /// Adds all that others know.
    public mutating func merge(_ other: PurchaseFacts) {
        for (key, records) in other.transactions {
            for (proof, record) in records { insert(record, of: key, from: proof) }
        }
        for (key, records) in other.renewals {
            for (proof, record) in records { insert(record, of: key, from: proof) }
        }
        refused.formUnion(other.refused)
    }

    /// Both together.
    public func merging(_ other: PurchaseFacts) -> PurchaseFacts {
        var merged = self
        merged.merge(other)
        return merged
    }

    private mutating func insert(_ record: PurchaseRecord, of key: TransactionKey, from proof: Proof) {
        let known = transactions[key]?[proof]
        transactions[key, default: [:]][proof] = known?.joined(record) ?? record
    }

    private mutating func insert(_ record: RenewalRecord, of key: TransactionKey, from proof: Proof) {
        let known = renewals[key]?[proof]
        renewals[key, default: [:]][proof] = known?.joined(record) ?? record
    }
}

extension PurchaseFacts.Proof {
    fileprivate init(_ basis: FactBasis, _ proof: String?) {
        self = basis == .store ? .store : .local(proof ?? "")
    }
}

extension PurchaseFacts {
    /// Whether nothing is known.
    public var isEmpty: Bool { transactions.isEmpty && renewals.isEmpty && refused.isEmpty }

    /// What is known of each transaction, without what was refused.
    ///
    /// - Parameter includingLocal: whether the signature on a receipt is enough.
    func records(includingLocal: Bool) -> [TransactionKey: PurchaseRecord] {
        var known: [TransactionKey: PurchaseRecord] = [:]
        for (key, records) in transactions {
            for (proof, record) in records where counts(proof, includingLocal: includingLocal) {
                known[key] = known[key]?.joined(record) ?? record
            }
        }
        return known
    }

    /// What is known of the next renewal of the subscription that begins with `original`.
    func renewal(of original: TransactionKey, includingLocal: Bool) -> RenewalRecord? {
        var known: RenewalRecord?
        for (proof, record) in renewals[original] ?? [:] where counts(proof, includingLocal: includingLocal) {
            known = known?.joined(record) ?? record
        }
        return known
    }

    private func counts(_ proof: Proof, includingLocal: Bool) -> Bool {
        switch proof {
        case .store: true
        case .local(let name): includingLocal && !refused.contains(name)
        }
    }

    /// The first transactions of all purchases that are known, refused or not: what belongs to somebody belongs to him
    /// by these.
    public var originals: Set<TransactionKey> {
        Set(transactions.map { original(of: $0.key, $0.value.values) }).union(renewals.keys)
    }

    /// The part that is about some purchases.
    ///
    /// - Parameter originals: the first transactions of these purchases.
    /// - Returns: all facts about them, refusals included.
    public func only(_ originals: Set<TransactionKey>) -> PurchaseFacts {
        var part = self
        part.transactions = transactions.filter { originals.contains(original(of: $0.key, $0.value.values)) }
        part.renewals = renewals.filter { originals.contains($0.key) }
        return part
    }

    private func original(of key: TransactionKey, _ records: some Collection<PurchaseRecord>) -> TransactionKey {
        let told = records.reduce(Dated<String>?.none) { .newer($0, $1.original) }
        return TransactionKey(key.environment, told?.value ?? key.id)
    }
}
