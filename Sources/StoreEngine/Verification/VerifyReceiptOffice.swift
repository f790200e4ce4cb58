public import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Answers `/verifyReceipt` (F17, F24 to F26): the receipt that was sent, decoded, and what the ledger knows beyond it.
public struct VerifyReceiptOffice: Sendable {
    private let receipts: ReceiptOffice
    private let judge: ReceiptJudge
    /// In which order the members of an answer stand.
    private let order: AnswerOrder

    public init(receipts: ReceiptOffice, order: AnswerOrder = .environmentFirst) {
        self.receipts = receipts
        self.order = order
        judge = ReceiptJudge(verifier: Verifier(trust: receipts.desk.authority.trust))
    }

    /// The answer to a request; there is always one, and its HTTP status is always 200.
    ///
    /// - Parameters:
    ///   - body: the request's body.
    ///   - isSandbox: which of the two hosts was asked.
    public func answer(_ body: [UInt8], isSandbox: Bool) async throws -> VerifyReceiptAnswer {
        let now = try await receipts.service.read { $0.now }
        do {
            let request = try VerifyRequest(body)
            switch try judge.judge(request.receipt, isSandbox: isSandbox, at: now) {
            case .appReceipt(let receipt): return try await answer(receipt, request, isSandbox: isSandbox, at: now)
            case .transactionReceipt(let receipt): return try await answer(receipt, request)
            default: throw VerificationRefusal(.malformedReceipt)
            }
        } catch let refusal as VerificationRefusal {
            return .error(status: refusal.status, environment: refusal.environment)
        }
    }

    private func answer(
        _ receipt: AppReceipt, _ request: VerifyRequest, isSandbox: Bool, at now: Instant
    ) async throws -> VerifyReceiptAnswer {
        let environment = Environment(receiptType: receipt.receiptType ?? "")
        var answer = VerifyReceiptAnswer()
        answer.status = .valid
        answer.environment = environment
        answer.receipt = AnsweredReceipt(receipt: receipt, requestedAt: now)
        let mark = receipt.opaqueValue.map { Array($0) } ?? []
        let found = try await receipts.service.read { state -> Holder? in
            guard let device = DeviceMark.device(of: mark, seed: state.seed), let record = try? state.device(device)
            else { return nil }
            return Holder(device, record, in: state, request)
        }
        let hasRenewables = receipt.inApp.contains { $0.productTypeCode == ProductType.autoRenewable.receiptCode }
        guard let found else {
            // Genuine, but of no device of this ledger: all that can be told is what it says itself.
            if hasRenewables, request.password == nil {
                throw VerificationRefusal(.wrongSecret, environment: environment)
            }
            return answer.arranged(order)
        }
        guard found.hasSubscriptions || hasRenewables else { return answer.arranged(order) }
        guard found.isSecretRight else { throw VerificationRefusal(.wrongSecret, environment: environment) }
        answer.latestReceiptLines = found.lines.isEmpty ? nil : found.lines
        let latest = try await receipts.latestAppReceipt(of: found.device)
        answer.latestReceipt = Base64.encode(latest.span)
        answer.pendingRenewals = found.pending
        return answer.arranged(order)
    }

    private func answer(_ receipt: TransactionReceipt, _ request: VerifyRequest) async throws -> VerifyReceiptAnswer {
        var answer = VerifyReceiptAnswer()
        answer.status = .valid
        answer.receipt = AnsweredReceipt(receipt: receipt)
        guard let identifier = receipt.transactionID, let number = StoreText.transaction(identifier)?.number else {
            return answer.arranged(.transactionReceipt)
        }
        let found = try await receipts.service.read { state in
            try? LatestPeriod(of: number, in: state, secret: request.password)
        }
        guard let found else { return answer.arranged(.transactionReceipt) }
        guard found.isSecretRight else { throw VerificationRefusal(.wrongSecret) }
        let latest = AnsweredReceipt(
            purchaseInformation: try await receipts.service.read { try $0.transactionReceipt(of: found.last) }
                .map { (key: $0.key, value: $0.value) })
        answer.autoRenewStatus = found.isAutoRenewing ? .on : .off
        answer.autoRenewProductId = found.renewalProductID
        if found.isActive {
            let bytes = try await receipts.transactionReceipt(found.last)
            answer.latestReceipt = Base64.encode(bytes.span)
            answer.json["latest_receipt_info"] = .object(latest.json)
        } else {
            answer.status = .subscriptionExpired
            answer.json["latest_expired_receipt_info"] = .object(latest.json)
            answer.expirationIntent = found.expirationIntent
            answer.isInBillingRetryPeriod = false
        }
        return answer.arranged(.transactionReceipt)
    }
}

/// What the ledger knows of the account whose receipt was sent.
private struct Holder: Sendable {
    var device: DeviceNumber
    var hasSubscriptions: Bool
    var isSecretRight: Bool
    var lines: [ReceiptLine] = []
    var pending: [PendingRenewal] = []

    init(_ device: DeviceNumber, _ record: DeviceRecord, in state: StoreState, _ request: VerifyRequest) {
        self.device = device
        hasSubscriptions = !state.subscriptionNumbers(of: record.account, in: record.app).isEmpty
        isSecretRight = state.isSecret(request.password, of: record.app)
        guard hasSubscriptions, isSecretRight else { return }
        lines = state.latestLines(of: record.account, in: record.app, newestOnly: request.excludesOldTransactions)
        pending = state.pendingRenewals(of: record.account, in: record.app)
    }
}

/// What the ledger knows of the subscription whose receipt was sent.
private struct LatestPeriod: Sendable {
    var last: TransactionNumber
    var isSecretRight: Bool
    var isActive: Bool
    var isAutoRenewing: Bool
    var renewalProductID: String
    var expirationIntent: ExpirationIntent?

    /// - Throws: a refusal where the transaction is of no subscription.
    init(of number: TransactionNumber, in state: StoreState, secret: String?) throws(StoreRefusal) {
        let transaction = try state.transaction(number)
        let subscription = try state.subscription(transaction.original)
        last = subscription.last
        isSecretRight = state.isSecret(secret, of: subscription.app)
        isActive = subscription.state == .active
        isAutoRenewing = subscription.isAutoRenewing
        renewalProductID = try state.product(subscription.renewalProduct).productID
        if subscription.expirationIntent > 0 {
            expirationIntent = ExpirationIntent(rawValue: Int(subscription.expirationIntent))
        }
    }
}
