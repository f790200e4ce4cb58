import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// What a client hears of a verification.
struct VerificationAnswer: Sendable {
    var submission: Submission
    /// When the store is asked next; nil where it is not asked any more, or is being asked just now.
    var nextAttemptDate: Instant?
    /// What the receipt shows by itself, and what the store's answer to it shows.
    var transactions: Set<TransactionKey>
    /// What the user owns now.
    var book: UserBook
    /// How each question went; nil where nobody asked for it.
    var history: [VerificationAttempt]?

    /// 202 while there is no definite answer.
    var status: HTTPStatus { submission.status.isDefinite ? .ok : .accepted }

    var json: JSON {
        var json = JSONObject()
        json["verificationId"] = .string(submission.id)
        json["kind"] = .string(submission.kind)
        json["environment"] = submission.environment.map { .string($0.rawValue) } ?? .null
        json["status"] = .string(submission.status.rawValue)
        json["reason"] = submission.reason.map(JSON.string) ?? .null
        json["local"] = [
            "verdict": .string(submission.verdict.word), "code": submission.verdict.code.map(JSON.string) ?? .null,
        ]
        json["attempts"] = .integer(Int64(submission.attempts))
        json["nextAttemptDate"] = .instant(nextAttemptDate)
        json["transactions"] = .array(
            book.holdings.purchases.filter { $0.sale.isTold(by: transactions) }.map(\.json))
        json["entitlements"] = book.holdings.entitlementsJSON
        if let history { json["history"] = .array(history.map(\.json)) }
        return .object(json)
    }
}

extension Sale {
    /// Whether one of some transactions tells of it.
    fileprivate func isTold(by transactions: Set<TransactionKey>) -> Bool {
        transactionIDs.contains { transactions.contains(TransactionKey(environment, $0)) }
    }
}
