public import WindfallTimeline

/// The facts that one document tells, as they are recorded: one after the other, whatever is known already.
///
/// ``PurchaseFacts`` is what follows from all that was ever recorded.
public struct FactList: Hashable, Sendable {
    public var purchases: [PurchaseFact] = []
    public var renewals: [RenewalFact] = []

    /// No facts.
    public init() {}

    /// Whether there is none.
    public var isEmpty: Bool { purchases.isEmpty && renewals.isEmpty }

    mutating func insert(_ fact: PurchaseFact) {
        purchases.append(fact)
    }

    mutating func insert(_ fact: RenewalFact) {
        renewals.append(fact)
    }
}

extension PurchaseFacts {
    /// What follows from some facts.
    public init(_ list: FactList) {
        self.init()
        insert(list)
    }

    /// Adds facts, known already or not.
    public mutating func insert(_ list: FactList) {
        for fact in list.purchases { insert(fact) }
        for fact in list.renewals { insert(fact) }
    }

    /// What an app receipt tells; see ``FactList/init(receipt:environment:proof:)``.
    public init(receipt: AppReceipt, environment: Environment, proof: String) {
        self.init(FactList(receipt: receipt, environment: environment, proof: proof))
    }

    /// What a signed transaction and its renewal tell; see ``FactList/init(transaction:renewal:basis:proof:)``.
    public init(
        transaction: TransactionPayload?, renewal: RenewalInfoPayload? = nil, basis: FactBasis, proof: String? = nil
    ) {
        self.init(FactList(transaction: transaction, renewal: renewal, basis: basis, proof: proof))
    }

    /// What an answer of `verifyReceipt` tells; see ``FactList/init(answer:environment:askedDate:)``.
    public init(answer: VerifyReceiptAnswer, environment: Environment, askedDate: Instant) {
        self.init(FactList(answer: answer, environment: environment, askedDate: askedDate))
    }

    /// What a version 1 notification tells; see ``FactList/init(notification:environment:)``.
    public init(notification: NotificationV1, environment: Environment) {
        self.init(FactList(notification: notification, environment: environment))
    }
}
