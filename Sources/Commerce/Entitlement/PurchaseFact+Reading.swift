import WindfallJSON
public import WindfallTimeline

/// Facts from each kind of source. What has no name (no transaction or product identifier) is no fact.
extension PurchaseFact {
    /// Reads a signed transaction.
    ///
    /// - Parameters:
    ///   - transaction: the payload of a JWS that was found genuine.
    ///   - basis: the store's word if the store itself sent it, the local one if a client did.
    ///   - proof: what the client sent, for example the hash of the JWS; nil for the store's word.
    /// - Returns: nil without a transaction identifier, product identifier or environment.
    public init?(transaction: TransactionPayload, basis: FactBasis, proof: String? = nil) {
        guard let environment = transaction.environment, let id = transaction.transactionId.nonEmpty,
            let product = transaction.productId.nonEmpty
        else { return nil }
        self.init(TransactionKey(environment, id), productID: product, basis: basis)
        self.proof = basis == .local ? proof : nil
        signedDate = transaction.signedDate
        originalTransactionID = transaction.originalTransactionId.nonEmpty
        webOrderLineItemID = transaction.webOrderLineItemId.webOrderLineItem
        type = transaction.type?.productType
        quantity = transaction.quantity
        purchaseDate = transaction.purchaseDate
        expiresDate = transaction.expiresDate
        if let date = transaction.json["revocationDate"], !date.isNull {
            revocation = Revocation(date: transaction.revocationDate, reason: transaction.revocationReason)
        }
        isUpgraded = transaction.isUpgraded ?? false
        ownership = transaction.inAppOwnershipType
        let isFree = transaction.offerDiscountType == .freeTrial
        if transaction.offerType != nil || isFree {
            offer = PurchaseOffer(
                type: transaction.offerType, identifier: transaction.offerIdentifier, isFreeTrial: isFree)
        }
        if let price = transaction.price, let currency = transaction.currency {
            self.price = Money(thousandths: price, currency: Currency(rawValue: currency))
        }
        storefront = transaction.storefront.nonEmpty
        appAccountToken = transaction.appAccountToken.nonEmpty?.lowercased()
    }

    /// Reads a purchase in an app receipt.
    ///
    /// - Parameters:
    ///   - entry: the purchase.
    ///   - environment: where the receipt was made.
    ///   - signedDate: when the receipt was made.
    ///   - proof: names the receipt.
    public init(entry: InAppEntry, environment: Environment, signedDate: Instant?, proof: String) {
        self.init(TransactionKey(environment, entry.transactionID), productID: entry.productID, basis: .local)
        self.proof = proof
        self.signedDate = signedDate
        originalTransactionID = entry.originalTransactionID.nonEmpty
        webOrderLineItemID = entry.webOrderLineItemID.map { String($0) }.webOrderLineItem
        type = entry.productType
        quantity = entry.quantity
        purchaseDate = entry.purchaseDate
        expiresDate = entry.expiresDate
        revocation = entry.cancellationDate.map { Revocation(date: $0) }
        offer = PurchaseOffer(
            isTrial: entry.isTrialPeriod, isIntroductory: entry.isInIntroOfferPeriod,
            promotional: entry.promotionalOfferID, code: nil)
    }

    /// Reads a line of an answer of `verifyReceipt`, or of a version 1 notification.
    ///
    /// - Parameters:
    ///   - line: the line, of either style.
    ///   - environment: the store that answered.
    ///   - signedDate: how new the line is; a line that tells of a refund is no older than the refund.
    /// - Returns: nil without a transaction or product identifier.
    public init?(line: ReceiptLine, environment: Environment, signedDate: Instant?) {
        guard let id = line.transactionId.nonEmpty, let product = line.productId.nonEmpty else { return nil }
        self.init(TransactionKey(environment, id), productID: product, basis: .store)
        self.signedDate = [signedDate, line.cancellationDate].compactMap { $0 }.max()
        originalTransactionID = line.originalTransactionId.nonEmpty
        webOrderLineItemID = line.webOrderLineItemId.webOrderLineItem
        quantity = line.quantity
        purchaseDate = line.purchaseDate
        expiresDate = line.expiresDate
        if line.isCancelled {
            revocation = Revocation(date: line.cancellationDate, reason: line.cancellationReason)
        }
        isUpgraded = line.isUpgraded ?? false
        ownership = line.inAppOwnershipType
        offer = PurchaseOffer(
            isTrial: line.isTrialPeriod, isIntroductory: line.isInIntroOfferPeriod,
            promotional: line.promotionalOfferId, code: line.offerCodeRefName)
        appAccountToken = line.appAccountToken.nonEmpty?.lowercased()
    }
}

extension RenewalFact {
    /// Reads signed renewal info.
    ///
    /// - Parameters:
    ///   - info: the payload of a JWS that was found genuine.
    ///   - basis: the store's word if the store itself sent it, the local one if a client did.
    ///   - proof: what the client sent; nil for the store's word.
    /// - Returns: nil without an original transaction identifier or environment.
    public init?(renewal info: RenewalInfoPayload, basis: FactBasis, proof: String? = nil) {
        guard let environment = info.environment, let id = info.originalTransactionId.nonEmpty else { return nil }
        self.init(TransactionKey(environment, id), basis: basis)
        self.proof = basis == .local ? proof : nil
        signedDate = info.signedDate
        autoRenew = info.autoRenewStatus.map { $0 != .off }
        charging = Charging(
            isRetrying: info.isInBillingRetryPeriod ?? false, gracePeriodExpiresDate: info.gracePeriodExpiresDate)
    }

    /// Reads an element of `pending_renewal_info`.
    ///
    /// - Parameters:
    ///   - renewal: the element.
    ///   - environment: the store that answered.
    ///   - signedDate: when it answered.
    /// - Returns: nil without an original transaction identifier.
    public init?(pending renewal: PendingRenewal, environment: Environment, signedDate: Instant?) {
        guard let id = renewal.originalTransactionId.nonEmpty else { return nil }
        self.init(TransactionKey(environment, id), basis: .store)
        self.signedDate = signedDate
        autoRenew = renewal.autoRenewStatus.map { $0 != .off }
        charging = Charging(
            isRetrying: renewal.isInBillingRetryPeriod ?? false,
            gracePeriodExpiresDate: renewal.gracePeriodExpiresDate)
    }
}

extension PurchaseOffer {
    /// What a receipt tells of an offer; nil when it tells of none.
    fileprivate init?(isTrial: Bool?, isIntroductory: Bool?, promotional: String?, code: String?) {
        let isFree = isTrial ?? false
        let type: OfferType? =
            promotional.nonEmpty != nil
            ? .promotional : code.nonEmpty != nil ? .code : isIntroductory ?? false ? .introductory : nil
        guard isFree || type != nil else { return nil }
        self.init(type: type, identifier: promotional.nonEmpty ?? code.nonEmpty, isFreeTrial: isFree)
    }
}

extension String? {
    /// Nil for the empty text too.
    fileprivate var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }

    /// Nil also for `0`, by which a receipt says that there is none (F29).
    fileprivate var webOrderLineItem: String? { nonEmpty.flatMap { $0 == "0" ? nil : $0 } }
}
