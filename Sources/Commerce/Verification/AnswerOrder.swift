/// The orders in which Apple has written the keys of an answer of `verifyReceipt`. Nobody should depend on them; the
/// store in a box writes them so that a client meets what it would meet at Apple's.
public enum AnswerOrder: Hashable, Sendable, CaseIterable {
    /// To an app receipt with subscriptions, 2017 to 2020, in both environments.
    case statusFirst
    /// To an app receipt without subscriptions, in the sandbox of 2018.
    case receiptFirst
    /// To an app receipt since the end of 2020.
    case environmentFirst
    /// To a transaction receipt (iOS 6), as in 2022.
    case transactionReceipt

    /// The keys, first to last.
    public var keys: [String] {
        switch self {
        case .statusFirst:
            [
                "status", "environment", "receipt", "latest_receipt_info", "latest_receipt", "pending_renewal_info",
            ]
        case .receiptFirst:
            [
                "receipt", "latest_receipt_info", "latest_receipt", "pending_renewal_info", "status", "environment",
            ]
        case .environmentFirst:
            [
                "environment", "receipt", "latest_receipt_info", "latest_receipt", "pending_renewal_info", "status",
            ]
        case .transactionReceipt:
            [
                "receipt", "auto_renew_product_id", "auto_renew_status", "latest_receipt_info", "latest_receipt",
                "latest_expired_receipt_info", "expiration_intent", "is_in_billing_retry_period", "status",
            ]
        }
    }
}

extension VerifyReceiptAnswer {
    /// The answer with its keys in one of Apple's orders.
    public func arranged(_ order: AnswerOrder) -> VerifyReceiptAnswer {
        arranged(by: order.keys)
    }

    /// The whole answer to a request that gets no receipt back: `{"status":21007}` and nothing else.
    ///
    /// - Parameters:
    ///   - status: what the store says.
    ///   - environment: later answers with 21003, 21004 and 21010 name it, before the status; nil leaves it out.
    public static func error(status: VerificationStatus, environment: Environment? = nil) -> VerifyReceiptAnswer {
        var answer = VerifyReceiptAnswer()
        answer.environment = environment
        answer.status = status
        return answer
    }
}
