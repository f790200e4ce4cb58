public import WindfallCommerce
public import WindfallTimeline

/// What the store signs as JWS, as payloads that are not signed yet.
extension StoreState {
    /// The environment's name.
    static func environment(isSandbox: Bool) -> Environment {
        isSandbox ? .sandbox : .production
    }

    /// A transaction (Apple: JWSTransactionDecodedPayload).
    public func transactionPayload(
        _ number: TransactionNumber, signedAt signedDate: Instant
    ) throws(StoreRefusal) -> TransactionPayload {
        let transaction = try transaction(number)
        guard transaction.state == .purchased else {
            throw StoreRefusal(.wrongState, "only what was bought is signed")
        }
        let product = try product(transaction.product)
        let account = try account(transaction.account)
        let isSandbox = transaction.isSandbox
        var payload = TransactionPayload()
        payload.transactionId = StoreText.transactionID(number, isSandbox: isSandbox)
        payload.originalTransactionId = StoreText.transactionID(transaction.original, isSandbox: isSandbox)
        if transaction.webOrderLineItem > 0 {
            payload.webOrderLineItemId = String(
                StoreText.webOrderLineItemID(transaction.webOrderLineItem, isSandbox: isSandbox))
        }
        payload.bundleId = try app(transaction.app).bundleID
        payload.productId = product.productID
        if product.type == .autoRenewable { payload.subscriptionGroupIdentifier = product.group }
        payload.purchaseDate = transaction.purchaseDate
        payload.originalPurchaseDate = transaction.originalPurchaseDate
        payload.expiresDate = transaction.expiresDate
        payload.quantity = transaction.quantity
        payload.type = Self.signedType(product.type)
        payload.appAccountToken = transaction.details?.appAccountToken
        payload.inAppOwnershipType = transaction.origin == .familyShare ? .familyShared : .purchased
        payload.signedDate = signedDate
        addRevocation(of: transaction, to: &payload)
        if transaction.isUpgraded { payload.isUpgraded = true }
        addOffer(of: transaction, product, to: &payload)
        payload.environment = Self.environment(isSandbox: isSandbox)
        payload.transactionReason = transaction.origin == .renewal ? .renewal : .purchase
        payload.storefront = account.storefront.rawValue
        payload.storefrontId = account.storefront.storefrontId
        let price = transaction.charged ?? product.price(in: account.storefront)?.times(0)
        payload.price = price?.thousandths
        payload.currency = price?.currency.rawValue
        payload.appTransactionId = appTransactionID(transaction.account, transaction.app)
        return payload
    }

    /// The word for a product's type. Free subscriptions are older than JWS and have none; they are owned for ever.
    private static func signedType(_ type: ProductType) -> SignedProductType {
        switch type {
        case .consumable: .consumable
        case .nonConsumable, .free: .nonConsumable
        case .autoRenewable: .autoRenewable
        case .nonRenewing: .nonRenewing
        }
    }

    private func addRevocation(of transaction: TransactionRecord, to payload: inout TransactionPayload) {
        guard let revocation = transaction.revocation else { return }
        payload.revocationDate = revocation.date
        payload.revocationReason = RevocationReason(rawValue: Int(revocation.reason))
        guard transaction.origin != .familyShare else {
            payload.revocationType = .familyRevoke
            return
        }
        payload.revocationType = revocation.percentage == 100 ? .fullRefund : .proratedRefund
        payload.revocationPercentage = revocation.percentage * 1000
    }

    private func addOffer(
        of transaction: TransactionRecord, _ product: ProductRecord, to payload: inout TransactionPayload
    ) {
        guard transaction.offerType > 0 else { return }
        payload.offerType = OfferType(rawValue: Int(transaction.offerType))
        payload.offerIdentifier = transaction.details?.offerID
        guard let offer = product.terms(of: transaction) else { return }
        payload.offerDiscountType = offer.discountType
        payload.offerPeriod = offer.period.description
    }

    /// Renewal information of a subscription (Apple: JWSRenewalInfoDecodedPayload).
    public func renewalInfoPayload(
        _ original: TransactionNumber, signedAt signedDate: Instant
    ) throws(StoreRefusal) -> RenewalInfoPayload {
        let subscription = try subscription(original)
        let account = try account(subscription.account)
        let product = try product(subscription.product)
        let renewal = try self.product(subscription.renewalProduct)
        var payload = RenewalInfoPayload()
        payload.originalTransactionId = StoreText.transactionID(original, isSandbox: account.isSandbox)
        payload.autoRenewProductId = renewal.productID
        payload.productId = product.productID
        payload.autoRenewStatus = subscription.isAutoRenewing ? .on : .off
        if subscription.expirationIntent > 0 {
            payload.expirationIntent = ExpirationIntent(rawValue: Int(subscription.expirationIntent))
            payload.isInBillingRetryPeriod = subscription.isInBillingRetry
        }
        payload.gracePeriodExpiresDate = subscription.circumstances.graceEnds
        payload.priceIncreaseStatus = subscription.circumstances.priceConsent.status
        payload.signedDate = signedDate
        payload.environment = Self.environment(isSandbox: account.isSandbox)
        payload.recentSubscriptionStartDate = subscription.recentStart
        payload.renewalDate = subscription.expires
        // Without a renewal to come there is no price of it.
        if subscription.isAutoRenewing, let price = renewal.price(in: account.storefront) {
            payload.renewalPrice = price.thousandths
            payload.currency = price.currency.rawValue
            if let (offer, terms) = nextOffer(of: original) {
                payload.renewalPrice = (terms.offer.price(in: price.currency) ?? price).thousandths
                payload.offerType = OfferType(rawValue: Int(offer.type))
                payload.offerIdentifier = offer.offerID.isEmpty ? nil : offer.offerID
                payload.offerDiscountType = terms.discountType
                payload.offerPeriod = terms.period.description
            }
        }
        payload.appAccountToken = try transaction(subscription.last).details?.appAccountToken
        payload.appTransactionId = appTransactionID(subscription.account, subscription.app)
        return payload
    }

    /// The download of the app (Apple: JWSAppTransaction).
    public func appTransactionPayload(
        of number: DeviceNumber, signedAt signedDate: Instant
    ) throws(StoreRefusal) -> AppTransactionPayload {
        let device = try device(number)
        let app = try app(device.app)
        let account = try account(device.account)
        let receipt = try latestAppReceipt(of: number)
        var payload = AppTransactionPayload()
        payload.receiptType = Self.environment(isSandbox: account.isSandbox)
        if !account.isSandbox { payload.appAppleId = StoreText.appleID(device.app) }
        payload.bundleId = app.bundleID
        payload.applicationVersion = device.appVersion
        payload.versionExternalIdentifier = account.isSandbox ? 0 : StoreText.versionID(device.app, app)
        payload.receiptCreationDate = signedDate
        payload.originalPurchaseDate = receipt.originalPurchaseDate
        payload.originalApplicationVersion = receipt.originalApplicationVersion
        payload.appTransactionId = appTransactionID(device.account, device.app)
        payload.originalPlatform = app.platform == .macOS ? .macOS : .iOS
        return payload
    }

    /// The same for all transactions of an account in an app.
    private func appTransactionID(_ account: AccountNumber, _ app: AppNumber) -> String {
        String(700_000_000_000_000_000 + account.value * 1_000_000 + app.value)
    }
}
