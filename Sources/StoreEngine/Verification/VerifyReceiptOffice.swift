public import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Answers `/verifyReceipt` (F17, F24 to F26): the receipt that was sent, decoded, and what the ledger knows beyond it.
///
/// An answer is remembered until something changes that it tells of; only the time of the request is new each time.
public struct VerifyReceiptOffice: Sendable {
    private let receipts: ReceiptOffice
    private let judge: ReceiptJudge
    /// In which order the members of an answer stand.
    private let order: AnswerOrder
    private let answers = ContentMemory<RememberedAnswer>(byteLimit: 64 << 20)

    /// An answer in the making, and what it rests on; nil where that can't be told.
    private struct Draft {
        var answer: VerifyReceiptAnswer
        var basis: RememberedAnswer.Basis?
    }

    public init(receipts: ReceiptOffice, order: AnswerOrder = .environmentFirst) {
        self.receipts = receipts
        self.order = order
        judge = ReceiptJudge(verifier: Verifier(trust: receipts.desk.authority.trust))
    }

    /// The answer to a request as it goes over the wire; there is always one, and its HTTP status is always 200.
    ///
    /// - Parameters:
    ///   - body: the request's body.
    ///   - isSandbox: which of the two hosts was asked.
    func answer(_ body: [UInt8], isSandbox: Bool) async throws -> [UInt8] {
        let kind = isSandbox ? 1 : 0
        if let known = answers.value(of: body, kind: kind) {
            let account = known.basis.account
            let (now, sequence) = try await receipts.service.glance { ($1, $0.lastToldChange(of: account)) }
            if sequence == known.basis.sequence { return known.bytes(at: now) }
        }
        let now = try await receipts.service.read { $0.now }
        let draft = try await draft(body, isSandbox: isSandbox, at: now)
        let bytes = JSON.object(draft.answer.json).bytes(.verifyReceipt)
        let isDated = draft.answer.receipt?.requestDate != nil
        if let basis = draft.basis, let answer = RememberedAnswer(bytes, at: now, isDated: isDated, basis: basis) {
            // It is kept in pieces, and whole as it was given last.
            answers.keep(answer, of: body, kind: kind, valueCost: 2 * bytes.count)
        }
        return bytes
    }

    private func draft(_ body: [UInt8], isSandbox: Bool, at now: Instant) async throws -> Draft {
        do {
            let request = try VerifyRequest(body)
            switch try judge.judge(request.receipt, isSandbox: isSandbox, at: now) {
            case .appReceipt(let receipt): return try await answer(receipt, request, at: now)
            case .transactionReceipt(let receipt): return try await answer(receipt, request)
            default: throw VerificationRefusal(.malformedReceipt)
            }
        } catch let refusal as VerificationRefusal {
            return Draft(answer: .error(status: refusal.status, environment: refusal.environment))
        }
    }

    private func answer(
        _ receipt: AppReceipt, _ request: VerifyRequest, at now: Instant
    ) async throws -> Draft {
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
            return Draft(answer: answer.arranged(order))
        }
        guard found.hasSubscriptions || hasRenewables else {
            return Draft(answer: answer.arranged(order), basis: found.basis)
        }
        guard found.isSecretRight else { throw VerificationRefusal(.wrongSecret, environment: environment) }
        answer.latestReceiptLines = found.lines.isEmpty ? nil : found.lines
        let latest = try await receipts.latestAppReceipt(of: found.device)
        answer.latestReceipt = Base64.encode(latest.span)
        answer.pendingRenewals = found.pending
        return Draft(answer: answer.arranged(order), basis: found.basis)
    }

    private func answer(_ receipt: TransactionReceipt, _ request: VerifyRequest) async throws -> Draft {
        var answer = VerifyReceiptAnswer()
        answer.status = .valid
        answer.receipt = AnsweredReceipt(receipt: receipt)
        guard let identifier = receipt.transactionID, let number = StoreText.transaction(identifier)?.number else {
            return Draft(answer: answer.arranged(.transactionReceipt))
        }
        let found = try await receipts.service.read { state in
            try? LatestPeriod(of: number, in: state, secret: request.password)
        }
        guard let found else { return Draft(answer: answer.arranged(.transactionReceipt)) }
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
            answer.isInBillingRetryPeriod = found.isInBillingRetry
        }
        return Draft(answer: answer.arranged(.transactionReceipt), basis: found.basis)
    }
}

/// What the ledger knows of the account whose receipt was sent.
private struct Holder: Sendable {
    var device: DeviceNumber
    var basis: RememberedAnswer.Basis
    var hasSubscriptions: Bool
    var isSecretRight: Bool
    var lines: [ReceiptLine] = []
    var pending: [PendingRenewal] = []

    init(_ device: DeviceNumber, _ record: DeviceRecord, in state: StoreState, _ request: VerifyRequest) {
        self.device = device
        basis = RememberedAnswer.Basis(account: record.account, sequence: state.lastToldChange(of: record.account))
        hasSubscriptions = !state.subscriptionNumbers(of: record.account, in: record.app).isEmpty
        isSecretRight = state.isSecret(request.password, of: record.app)
        guard hasSubscriptions, isSecretRight else { return }
        lines = state.latestLines(of: record.account, in: record.app, newestOnly: request.excludesOldTransactions)
        pending = state.pendingRenewals(of: record.account, in: record.app)
    }
}

/// What the ledger knows of the subscription whose receipt was sent.
private struct LatestPeriod: Sendable {
    var basis: RememberedAnswer.Basis
    var last: TransactionNumber
    var isSecretRight: Bool
    var isActive: Bool
    var isInBillingRetry: Bool
    var isAutoRenewing: Bool
    var renewalProductID: String
    var expirationIntent: ExpirationIntent?

    /// - Throws: a refusal where the transaction is of no subscription.
    init(of number: TransactionNumber, in state: StoreState, secret: String?) throws(StoreRefusal) {
        let transaction = try state.transaction(number)
        let subscription = try state.subscription(transaction.original)
        let account = subscription.account
        basis = RememberedAnswer.Basis(account: account, sequence: state.lastToldChange(of: account))
        last = subscription.last
        isSecretRight = state.isSecret(secret, of: subscription.app)
        isActive = subscription.isRunning
        isInBillingRetry = subscription.isInBillingRetry
        isAutoRenewing = subscription.isAutoRenewing
        renewalProductID = try state.product(subscription.renewalProduct).productID
        if subscription.expirationIntent > 0 {
            expirationIntent = ExpirationIntent(rawValue: Int(subscription.expirationIntent))
        }
    }
}
