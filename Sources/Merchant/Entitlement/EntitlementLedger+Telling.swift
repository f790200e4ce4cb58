package import WindfallCommerce
package import WindfallJSON
import WindfallStorage
import WindfallTimeline

extension EntitlementLedger {
    /// What was decided, for an entry of the audit trail: `[{"environment", "originalTransactionId", "decision"}]`. Other
    /// users are not named in it: they can be erased, and the log of claims tells them.
    package static func auditContent(of decisions: [TransactionKey: TransferDecision]) -> JSON {
        .array(
            decisions.sorted { $0.key < $1.key }.map { original, decision in
                [
                    "environment": .string(original.environment.rawValue),
                    "originalTransactionId": .string(original.id), "decision": .string(decision.word),
                ]
            })
    }

    /// Writes decisions that touch another user into the chain of the one who showed the purchases, and what went away
    /// or is shared now into the chain of the one who held it.
    func tell(
        _ decisions: [TransactionKey: TransferDecision], by user: UserKey, policy: TransferPolicy,
        at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        var content: [UserIdentifier: [TransactionKey: TransferDecision]] = [user.user: decisions]
        for (original, decision) in decisions {
            switch decision {
            case .transferred(let before): for other in before { content[other, default: [:]][original] = decision }
            case .shared(let holder): content[holder, default: [:]][original] = decision
            case .unchanged, .assigned, .refused: break
            }
        }
        for (person, decisions) in content.sorted(by: { $0.key < $1.key }) {
            let kind: AuditKind = person == user.user ? .purchasesClaimed : .purchasesClaimedByAnother
            try trail.append(
                kind, about: UserKey(app: user.app, user: person),
                content: ["policy": .string(policy.rawValue), "purchases": Self.auditContent(of: decisions)], at: now,
                in: scope)
        }
    }
}

extension AuditKind {
    /// A user showed purchases that another one held.
    static let purchasesClaimed = AuditKind(rawValue: "purchases.claimed")
    /// Another user showed purchases that this one held, and has them now, alone or too.
    static let purchasesClaimedByAnother = AuditKind(rawValue: "purchases.claimed_by_another")
}

extension TransferDecision {
    /// The decision in one word.
    package var word: String {
        switch self {
        case .unchanged: "unchanged"
        case .assigned: "assigned"
        case .transferred: "transferred"
        case .shared: "shared"
        case .refused: "refused"
        }
    }
}
