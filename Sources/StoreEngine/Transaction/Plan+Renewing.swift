import WindfallCommerce
import WindfallTimeline

/// Renewals and their end (F27), and what a person changes of a subscription.
extension Plan {
    /// The end of a period: a renewal, or the end of the subscription.
    mutating func renew(_ original: TransactionNumber, at instant: Instant) {
        guard var subscription = try? state.subscription(original),
            let account = try? state.account(subscription.account)
        else { return }
        let product = try? state.product(subscription.renewalProduct)
        guard subscription.isAutoRenewing else { return lapse(original, subscription, intent: 1) }
        guard let product, let period = product.period, product.isForSale(in: account.storefront, at: instant) else {
            return lapse(original, subscription, intent: 4)
        }
        guard account.conduct.cardPays else { return lapse(original, subscription, intent: 2) }

        let isChanged = subscription.renewalProduct != subscription.product
        if isChanged {
            subscription.anchor = instant
            subscription.periods = 0
            subscription.introductoryPeriodsLeft = 0
        }
        subscription.periods += 1
        guard let expires = subscription.anchor.adding(period, times: Int(subscription.periods)), expires > instant
        else {
            return lapse(original, subscription, intent: 5)
        }
        var renewal = TransactionRecord(
            isSandbox: account.isSandbox, account: subscription.account, device: nil, app: subscription.app,
            product: subscription.renewalProduct, state: .purchased, original: original, purchaseDate: instant,
            originalPurchaseDate: (try? state.transaction(original).originalPurchaseDate) ?? instant)
        renewal.origin = .renewal
        renewal.expiresDate = expires
        renewal.webOrderLineItem = makeWebOrderLineItem()
        renewal.charged = product.price(in: account.storefront)
        renewal.details = state.renewedDetails(of: subscription.last)
        if subscription.introductoryPeriodsLeft > 0 {
            subscription.introductoryPeriodsLeft -= 1
            renewal.offerType = OfferType.introductory.rawValue64
            renewal.charged =
                renewal.charged.flatMap { product.introductoryOffer?.offer.price(in: $0.currency) } ?? renewal.charged
        }
        subscription.product = subscription.renewalProduct
        subscription.expires = expires
        subscription.last = add(renewal)
        record(.subscriptionChanged(original, subscription))
        share(renewal, subscription.last, product)
    }

    private mutating func lapse(_ original: TransactionNumber, _ subscription: SubscriptionRecord, intent: Int64) {
        var ended = subscription
        ended.state = .expired
        ended.expirationIntent = intent
        ended.isAutoRenewing = false
        record(.subscriptionChanged(original, ended))
    }

    mutating func changeSubscription(
        _ original: TransactionNumber, _ change: StoreCommand.SubscriptionChange
    ) throws(StoreRefusal) -> Store.Subject {
        var subscription = try state.subscription(original)
        guard subscription.state == .active else {
            throw StoreRefusal(.wrongState, "the subscription does not run")
        }
        if let productID = change.productID {
            let number = try state.product(productID, of: subscription.app)
            guard try state.product(number).group == subscription.group else {
                throw StoreRefusal(.invalid, "the product is of another group", field: "productId")
            }
            subscription.renewalProduct = number
        }
        if let isAutoRenewing = change.isAutoRenewing { subscription.isAutoRenewing = isAutoRenewing }
        subscription.renewalChanged = now
        record(.subscriptionChanged(original, subscription))
        return .transaction(subscription.last)
    }
}

extension StoreState {
    /// What a renewal takes over from the transaction before it: the app's own token for the person.
    func renewedDetails(of number: TransactionNumber) -> TransactionRecord.Details? {
        guard let details = try? transaction(number).details, let token = details.appAccountToken else { return nil }
        return TransactionRecord.Details(appAccountToken: token)
    }
}
