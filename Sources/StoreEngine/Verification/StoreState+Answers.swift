import WindfallCommerce
import WindfallTimeline

/// What the ledger adds to an answer of `/verifyReceipt`.
extension StoreState {
    /// The lines of `latest_receipt_info`: the account's transactions of an app, of all products except finished
    /// consumables, the newest first.
    ///
    /// - Parameter newestOnly: leaves the newest transaction of each subscription.
    func latestLines(of account: AccountNumber, in app: AppNumber, newestOnly: Bool) -> [ReceiptLine] {
        var seen: Set<TransactionNumber> = []
        var lines: [ReceiptLine] = []
        for number in transactions(of: account).reversed() {
            guard let transaction = try? transaction(number), let product = try? product(transaction.product),
                transaction.app == app, transaction.state == .purchased, transaction.origin != .restore,
                product.type != .consumable || !transaction.isFinished
            else { continue }
            if newestOnly, product.type == .autoRenewable, !seen.insert(transaction.original).inserted { continue }
            lines.append(line(number, transaction, product))
        }
        return lines
    }

    /// One transaction as a line.
    private func line(_ number: TransactionNumber, _ transaction: TransactionRecord, _ product: ProductRecord)
        -> ReceiptLine
    {
        let isSandbox = transaction.isSandbox
        var line = ReceiptLine()
        line.quantity = transaction.quantity
        line.productId = product.productID
        line.transactionId = StoreText.transactionID(number, isSandbox: isSandbox)
        line.originalTransactionId = StoreText.transactionID(transaction.original, isSandbox: isSandbox)
        line.purchaseDate = Instant(seconds: transaction.purchaseDate.seconds)
        line.originalPurchaseDate = Instant(seconds: transaction.originalPurchaseDate.seconds)
        line.expiresDate = transaction.expiresDate.map { Instant(seconds: $0.seconds) }
        if transaction.webOrderLineItem > 0 {
            line.webOrderLineItemId = String(
                StoreText.webOrderLineItemID(transaction.webOrderLineItem, isSandbox: isSandbox))
        }
        line.isTrialPeriod = transaction.isTrial
        if product.type == .autoRenewable {
            line.isInIntroOfferPeriod = transaction.isInIntroductoryPeriod
        }
        if let revocation = transaction.revocation {
            line.cancellationDate = Instant(seconds: revocation.date.seconds)
            line.cancellationReason = RevocationReason(rawValue: Int(revocation.reason))
        }
        line.inAppOwnershipType = transaction.origin == .familyShare ? .familyShared : .purchased
        if product.type == .autoRenewable { line.subscriptionGroupIdentifier = product.group }
        if transaction.isUpgraded { line.isUpgraded = true }
        if transaction.offerType == OfferType.code.rawValue64 {
            line.offerCodeRefName = transaction.details?.offerID
        } else if transaction.offerType > OfferType.introductory.rawValue64 {
            line.promotionalOfferId = transaction.details?.offerID
        }
        line.appAccountToken = transaction.details?.appAccountToken
        return line
    }

    /// The lines of `pending_renewal_info`: one for each subscription of the account in the app.
    func pendingRenewals(of account: AccountNumber, in app: AppNumber) -> [PendingRenewal] {
        subscriptionNumbers(of: account, in: app).compactMap { original in
            guard let subscription = try? subscription(original), let product = try? product(subscription.product),
                let renewal = try? self.product(subscription.renewalProduct),
                let isSandbox = try? self.account(account).isSandbox
            else { return nil }
            var pending = PendingRenewal()
            if subscription.expirationIntent > 0 {
                pending.expirationIntent = ExpirationIntent(rawValue: Int(subscription.expirationIntent))
            }
            pending.autoRenewProductId = renewal.productID
            pending.originalTransactionId = StoreText.transactionID(original, isSandbox: isSandbox)
            if subscription.expirationIntent > 0 { pending.isInBillingRetryPeriod = subscription.isInBillingRetry }
            pending.gracePeriodExpiresDate = subscription.circumstances.graceEnds
            pending.priceConsentStatus = subscription.circumstances.priceConsent.status
            pending.productId = product.productID
            pending.autoRenewStatus = subscription.isAutoRenewing ? .on : .off
            if subscription.isAutoRenewing, let offer = nextOffer(of: original)?.offer {
                if offer.type == OfferType.code.rawValue64 {
                    pending.offerCodeRefName = offer.offerID
                } else if offer.type > OfferType.introductory.rawValue64 {
                    pending.promotionalOfferId = offer.offerID
                }
            }
            return pending
        }
    }

    /// The subscriptions of an account in an app, under their first transactions, in the order of the ledger.
    func subscriptionNumbers(of account: AccountNumber, in app: AppNumber) -> [TransactionNumber] {
        transactions(of: account).filter { number in subscriptions[number]?.app == app }
    }

    /// Whether a secret is one of the app's or of its developer's (F25).
    func isSecret(_ secret: String?, of app: AppNumber) -> Bool {
        guard let secret, let record = try? self.app(app) else { return false }
        let developers = (try? developer(record.developer).secrets) ?? []
        return record.secrets.contains(secret) || developers.contains(secret)
    }
}
