import WindfallCommerce
import WindfallTimeline

/// Renewals and their end (F27), and what a person changes of a subscription.
extension Plan {
    /// What a subscription's next step needs to know beside it.
    struct Renewal {
        var product: ProductRecord
        var period: Period
        var account: AccountRecord
        var terms: AccountTerms
    }

    /// The end of a period, of a grace, or of a billing retry.
    mutating func fallDue(_ original: TransactionNumber, at instant: Instant) {
        guard var subscription = try? state.subscription(original) else { return }
        switch subscription.state {
        case .active: renew(original, subscription, at: instant)
        case .gracePeriod:
            subscription.state = .billingRetry
            record(.subscriptionChanged(original, subscription))
        case .billingRetry: lapse(original, subscription, intent: .billingError)
        case .expired, .revoked: return
        }
    }

    /// The end of a period: a renewal, a failed one that is tried again, or the end of the subscription.
    mutating func renew(_ original: TransactionNumber, _ subscription: SubscriptionRecord, at instant: Instant) {
        let terms = state.terms(of: subscription.account)
        switch subscription.circumstances.priceConsent {
        case .requested, .declined: return lapse(original, subscription, intent: .noPriceConsent)
        case .notAsked, .accepted: break
        }
        let isSpent = terms.renewalLimit > 0 && subscription.circumstances.renewals >= terms.renewalLimit
        guard subscription.isAutoRenewing, !isSpent else { return lapse(original, subscription, intent: .cancelled) }
        guard let renewal = renewal(of: subscription),
            renewal.product.isForSale(in: renewal.account.storefront, at: instant)
        else {
            return lapse(original, subscription, intent: .productUnavailable)
        }
        guard renewal.account.conduct.cardPays, !terms.failsRenewals else {
            return beginRetry(original, subscription, renewal, at: instant)
        }
        extend(original, subscription, renewal, from: instant)
    }

    /// The product of the next period, and whose subscription it is; nil where they are not there.
    func renewal(of subscription: SubscriptionRecord) -> Renewal? {
        guard let product = try? state.product(subscription.renewalProduct), let period = product.period,
            let account = try? state.account(subscription.account)
        else { return nil }
        return Renewal(
            product: product, period: period, account: account, terms: state.terms(of: subscription.account))
    }

    /// Begins the next period.
    ///
    /// At real time period n ends at start + n × period. After a failed renewal, a step by force, or at another rate the
    /// periods are counted anew from here.
    mutating func extend(
        _ original: TransactionNumber, _ subscription: SubscriptionRecord, _ renewal: Renewal, from start: Instant
    ) {
        var changed = subscription
        let isSame = changed.renewalProduct == changed.product
        let isOnCalendar =
            renewal.terms.timeRate == .realTime && start == changed.expires
            && changed.anchor.adding(renewal.period, times: Int(changed.periods)) == changed.expires
        if !isSame || !isOnCalendar {
            changed.anchor = start
            changed.periods = 0
        }
        if !isSame { changed.introductoryPeriodsLeft = 0 }
        changed.periods += 1
        guard
            let expires = renewal.terms.timeRate.end(
                of: renewal.period, from: changed.anchor, times: Int(changed.periods)), expires > start
        else {
            return lapse(original, subscription, intent: .other)
        }
        var transaction = transaction(of: subscription, renewal, original, from: start, to: expires)
        applyOffer(to: &transaction, of: renewal.product, &changed, at: renewal.terms.timeRate)
        changed.product = changed.renewalProduct
        changed.expires = transaction.expiresDate ?? expires
        changed.state = .active
        changed.expirationIntent = 0
        changed.endRetry()
        changed.circumstances.priceConsent = .notAsked
        if renewal.terms.renewalLimit > 0 { changed.circumstances.renewals += 1 }
        changed.last = add(transaction)
        record(.subscriptionChanged(original, changed))
        share(transaction, changed.last, renewal.product)
    }

    private mutating func transaction(
        of subscription: SubscriptionRecord, _ renewal: Renewal, _ original: TransactionNumber, from start: Instant,
        to expires: Instant
    ) -> TransactionRecord {
        var transaction = TransactionRecord(
            isSandbox: renewal.account.isSandbox, account: subscription.account, device: nil, app: subscription.app,
            product: subscription.renewalProduct, state: .purchased, original: original, purchaseDate: start,
            originalPurchaseDate: (try? state.transaction(original).originalPurchaseDate) ?? start)
        transaction.origin = .renewal
        transaction.expiresDate = expires
        transaction.webOrderLineItem = makeWebOrderLineItem()
        transaction.charged = renewal.product.price(in: renewal.account.storefront)
        transaction.details = state.renewedDetails(of: subscription.last)
        return transaction
    }

    /// The end: nothing falls due any more.
    mutating func lapse(
        _ original: TransactionNumber, _ subscription: SubscriptionRecord, intent: ExpirationIntent
    ) {
        var ended = subscription
        ended.state = .expired
        ended.expirationIntent = Int64(intent.rawValue)
        ended.isAutoRenewing = false
        ended.endRetry()
        record(.subscriptionChanged(original, ended))
    }

    mutating func changeSubscription(
        _ original: TransactionNumber, _ change: StoreCommand.SubscriptionChange
    ) throws(StoreRefusal) -> Store.Subject {
        var subscription = try state.subscription(original)
        guard subscription.isRunning || subscription.isInBillingRetry else {
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
        if let consent = change.priceConsent { try answer(consent, &subscription) }
        subscription.renewalChanged = now
        if subscription.isInBillingRetry, !subscription.isAutoRenewing {
            // Who turns it off is not asked for the failed renewal any more.
            lapse(original, subscription, intent: .cancelled)
        } else {
            record(.subscriptionChanged(original, subscription))
        }
        return .transaction(subscription.last)
    }

    /// What becomes of a question for consent to a higher price.
    private func answer(
        _ consent: SubscriptionRecord.PriceConsent, _ subscription: inout SubscriptionRecord
    ) throws(StoreRefusal) {
        let known = subscription.circumstances.priceConsent
        switch consent {
        case .accepted, .declined:
            guard known == .requested || known == consent else {
                throw StoreRefusal(.wrongState, "no consent to a higher price was asked for", field: "priceConsent")
            }
            if consent == .declined { subscription.isAutoRenewing = false }
        case .requested:
            guard subscription.isAutoRenewing else {
                throw StoreRefusal(
                    .wrongState, "the subscription does not renew, at whatever price", field: "priceConsent")
            }
        case .notAsked: break
        }
        subscription.circumstances.priceConsent = consent
    }
}

extension StoreState {
    /// What a renewal takes over from the transaction before it: the app's own token for the person.
    func renewedDetails(of number: TransactionNumber) -> TransactionRecord.Details? {
        guard let details = try? transaction(number).details, let token = details.appAccountToken else { return nil }
        return TransactionRecord.Details(appAccountToken: token)
    }
}
