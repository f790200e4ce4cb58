import WindfallCommerce
import WindfallTimeline

/// What a purchase costs, how long it lasts, and who else gets it.
extension Plan {
    /// Puts price, period and offer into a transaction that is being bought.
    mutating func charge(
        _ transaction: inout TransactionRecord, _ product: ProductRecord, _ account: AccountRecord,
        allowsIntroduction: Bool = true
    ) {
        transaction.charged = product.price(in: account.storefront)?.times(transaction.quantity)
        guard product.type == .autoRenewable, let period = product.period else { return }
        transaction.webOrderLineItem = makeWebOrderLineItem()
        let rate = state.terms(of: transaction.account).timeRate
        transaction.expiresDate = rate.end(of: period, from: transaction.purchaseDate)
        if let terms = product.terms(of: transaction) {
            terms.apply(to: &transaction, at: rate)
            return
        }
        guard allowsIntroduction, let offer = product.introductoryOffer,
            state.mayHaveIntroduction(transaction.account, group: product.group)
        else { return }
        transaction.offerType = OfferType.introductory.rawValue64
        transaction.isTrial = offer.isFree
        offer.apply(to: &transaction, at: rate)
    }

    /// Begins a subscription with its first transaction, or with the first one after it had lapsed.
    mutating func begin(_ transaction: TransactionRecord, _ number: TransactionNumber, _ product: ProductRecord) {
        guard let expires = transaction.expiresDate else { return }
        endRetry(of: transaction.account, group: product.group)
        let offer = product.terms(of: transaction)
        let hasOwnPeriod = offer?.hasOwnPeriod ?? false
        record(
            .subscriptionChanged(
                transaction.original,
                SubscriptionRecord(
                    account: transaction.account, app: transaction.app, group: product.group,
                    product: transaction.product, renewalProduct: transaction.product,
                    anchor: hasOwnPeriod ? expires : transaction.purchaseDate, periods: hasOwnPeriod ? 0 : 1,
                    expires: expires,
                    introductoryPeriodsLeft: offer?.periodsAfterFirst ?? 0,
                    last: number, recentStart: transaction.purchaseDate)))
    }

    /// Gives each other member of the family a transaction of its own for what was bought.
    mutating func share(_ transaction: TransactionRecord, _ number: TransactionNumber, _ product: ProductRecord) {
        guard product.isFamilyShareable, transaction.origin != .familyShare else { return }
        let earlier = state.copies(of: transaction.original)
        for member in state.family(of: transaction.account) {
            var copy = transaction
            copy.account = member
            copy.device = nil
            copy.origin = .familyShare
            copy.charged = nil
            copy.details = TransactionRecord.Details(offerID: transaction.details?.offerID, sharedFrom: number)
            copy.original = earlier[member] ?? nextTransaction
            copy.originalPurchaseDate =
                (try? state.transaction(copy.original).originalPurchaseDate) ?? transaction.originalPurchaseDate
            _ = add(copy)
        }
    }
}

extension StoreState {
    /// Whether an account never had an introductory price in a group.
    func mayHaveIntroduction(_ account: AccountNumber, group: String) -> Bool {
        guard newestSubscription(of: account, group: group) != nil else { return true }
        return !transactions(of: account).contains { number in
            guard let transaction = try? transaction(number), let product = try? product(transaction.product) else {
                return false
            }
            return product.group == group && transaction.offerType == OfferType.introductory.rawValue64
                && transaction.boughtSequence > 0
        }
    }

    /// The first copy that each family member holds of a purchase or of a subscription.
    func copies(of original: TransactionNumber) -> [AccountNumber: TransactionNumber] {
        var copies: [AccountNumber: TransactionNumber] = [:]
        guard let first = try? transaction(original) else { return copies }
        let chain = transactions(of: first.account).filter { (try? transaction($0).original) == original }
        for number in chain.flatMap(shares(of:)) {
            guard let copy = try? transaction(number), copies[copy.account] == nil else { continue }
            copies[copy.account] = copy.original
        }
        return copies
    }
}

extension OfferType {
    var rawValue64: Int64 { Int64(rawValue) }
}
