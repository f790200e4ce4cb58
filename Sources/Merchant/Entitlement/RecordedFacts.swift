import WindfallCommerce

/// Facts as they will lie in the table, made ready before the scope begins: others wait for the scope.
struct RecordedFacts: Sendable {
    /// In the order of their keys.
    let rows: [FactRow]
    /// The purchases that they are about, in order.
    let originals: [TransactionKey]

    init(_ facts: FactList) {
        rows = FactRow.rows(facts)
        originals = Set(rows.map(\.original)).sorted()
    }
}
