public import WindfallTimeline

/// Facts from whole documents.
extension FactList {
    /// What an app receipt tells by its signature alone (D4).
    ///
    /// - Parameters:
    ///   - receipt: a receipt that was found genuine and of the right app (F41).
    ///   - environment: where it was made.
    ///   - proof: names the receipt, for example the hash of its bytes.
    public init(receipt: AppReceipt, environment: Environment, proof: String) {
        self.init()
        for entry in receipt.inApp {
            insert(
                PurchaseFact(entry: entry, environment: environment, signedDate: receipt.creationDate, proof: proof))
        }
    }

    /// What the payloads of a signed transaction and of its renewal tell: sent by a client, answered by the App Store
    /// Server API, or carried by a version 2 notification.
    ///
    /// The type of a notification adds nothing: a refund and its reversal are in the transaction.
    /// - Parameters:
    ///   - transaction: nil where there is none, as in a test notification.
    ///   - renewal: nil where there is none.
    ///   - basis: the store's word if the store itself sent them, the local one if a client did.
    ///   - proof: what the client sent; nil for the store's word.
    public init(
        transaction: TransactionPayload?, renewal: RenewalInfoPayload? = nil, basis: FactBasis, proof: String? = nil
    ) {
        self.init()
        if let fact = transaction.flatMap({ PurchaseFact(transaction: $0, basis: basis, proof: proof) }) {
            insert(fact)
        }
        if let fact = renewal.flatMap({ RenewalFact(renewal: $0, basis: basis, proof: proof) }) { insert(fact) }
    }

    /// What an answer of `verifyReceipt` tells: its lists joined, their order meaning nothing.
    ///
    /// `in_app` is as new as the receipt that was sent; the rest as the answer.
    /// - Parameters:
    ///   - answer: any answer; one that does not say that the receipt is genuine tells nothing.
    ///   - environment: the store that gave it (F19): each answers for its own receipts only.
    ///   - askedDate: when it was asked; counts where the answer does not date itself (iOS 6).
    public init(answer: VerifyReceiptAnswer, environment: Environment, askedDate: Instant) {
        self.init()
        guard answer.meaning == .valid || answer.meaning == .expired else { return }
        let answered = answer.receipt?.requestDate ?? askedDate
        for line in answer.receipt?.lines ?? [] {
            let isAlone = answer.receipt?.isTransactionReceipt ?? false
            let signed = isAlone ? line.purchaseDate : answer.receipt?.receiptCreationDate
            insert(line, environment, signed: signed)
        }
        let latest = (answer.latestReceiptLines ?? []) + (answer.latestExpiredReceiptLines ?? [])
        for line in latest { insert(line, environment, signed: answered) }
        for renewal in answer.pendingRenewals ?? [] { insert(renewal, environment, signed: answered) }
        guard answer.receipt?.isTransactionReceipt ?? false, let line = latest.first ?? answer.receipt?.lines.first
        else {
            return
        }
        insertRenewal(
            of: line, environment, signed: answered, autoRenew: answer.autoRenewStatus,
            isRetrying: answer.isInBillingRetryPeriod)
    }

    /// What a version 1 notification tells. It is not signed: whoever calls this has compared its shared secret.
    ///
    /// It carries no date of its own and may come late, so that it counts as no newer than what it tells of.
    /// - Parameters:
    ///   - notification: any notification of version 1.
    ///   - environment: counts where the notification names none.
    public init(notification: NotificationV1, environment: Environment) {
        self.init()
        let environment = notification.environment ?? environment
        let lines = notification.lines
        let dates =
            lines.flatMap { [$0.purchaseDate, $0.cancellationDate] }
            + [notification.autoRenewStatusChangeDate, notification.cancellationDate]
        let told = dates.compactMap { $0 }.max()
        for line in lines { insert(line, environment, signed: told) }
        let pending = notification.unifiedReceipt?.pendingRenewals ?? []
        for renewal in pending { insert(renewal, environment, signed: told) }
        guard pending.isEmpty, let line = lines.first else { return }
        insertRenewal(
            of: line, environment, signed: told, autoRenew: notification.autoRenewStatus, isRetrying: nil)
    }

    private mutating func insert(_ line: ReceiptLine, _ environment: Environment, signed: Instant?) {
        guard let fact = PurchaseFact(line: line, environment: environment, signedDate: signed) else { return }
        insert(fact)
    }

    private mutating func insert(_ renewal: PendingRenewal, _ environment: Environment, signed: Instant?) {
        guard let fact = RenewalFact(pending: renewal, environment: environment, signedDate: signed) else { return }
        insert(fact)
    }

    /// The renewal of the old style, whose fields stand beside the receipt.
    private mutating func insertRenewal(
        of line: ReceiptLine, _ environment: Environment, signed: Instant?, autoRenew: AutoRenewStatus?,
        isRetrying: Bool?
    ) {
        guard autoRenew != nil || isRetrying != nil, let id = line.originalTransactionId ?? line.transactionId else {
            return
        }
        var fact = RenewalFact(TransactionKey(environment, id), basis: .store)
        fact.signedDate = signed
        fact.autoRenew = autoRenew.map { $0 != .off }
        fact.charging = isRetrying.map { RenewalFact.Charging(isRetrying: $0) }
        insert(fact)
    }
}
