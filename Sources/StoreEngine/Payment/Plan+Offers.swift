import WindfallCommerce

/// Who may use which offer.
extension Plan {
    /// Looks at the offer that a purchase names: introductory prices come by themselves and are not named.
    ///
    /// A promotional offer is for those who are or were subscribed to the group, a win-back offer for those who were and
    /// are not, a code for whom the offer itself says.
    /// - Throws: ``StoreRefusal``: `invalid_offer` or `ineligible_for_offer`.
    func checkOffer(_ purchase: Purchase, of product: ProductRecord, for account: AccountNumber) throws(StoreRefusal) {
        guard purchase.offerType != 0 || purchase.offerID != nil else { return }
        guard product.type == .autoRenewable, let offer = product.offer(purchase.offerType, purchase.offerID),
            product.terms(purchase.offerType, purchase.offerID) != nil
        else {
            throw StoreRefusal(.invalidOffer, "the product has no such offer", field: "offer")
        }
        let standing = state.standing(of: account, group: product.group)
        let isEligible =
            switch purchase.offerType {
            case OfferType.promotional.rawValue64: standing != .new
            case OfferType.winBack.rawValue64: standing == .expired
            default: offer.eligibility.map { $0.isEmpty || $0.contains(standing.rawValue) } ?? true
            }
        guard isEligible else {
            throw StoreRefusal(.ineligibleForOffer, "the offer is not for this account", field: "offer")
        }
    }

    /// Notes the offer of a purchase for the next renewal, where the running period goes on.
    mutating func takeOffer(of purchase: Purchase, for original: TransactionNumber) {
        guard let offerID = purchase.offerID, purchase.offerType > 0 else { return }
        record(.offerTaken(original, PendingOffer(type: purchase.offerType, offerID: offerID)))
    }

    /// Puts an offer into a renewal, if there is one: the one that was taken for it, or the one that still runs.
    mutating func applyOffer(
        to renewal: inout TransactionRecord, of product: ProductRecord, _ subscription: inout SubscriptionRecord,
        at rate: TimeRate
    ) {
        let last = try? state.transaction(subscription.last)
        if let taken = state.pendingOffers[renewal.original], let terms = product.terms(taken.type, taken.offerID) {
            renewal.offerType = taken.type
            renewal.details = TransactionRecord.Details(
                appAccountToken: renewal.details?.appAccountToken, offerID: taken.offerID)
            terms.apply(to: &renewal, at: rate)
            begin(terms, renewal, &subscription)
        } else if subscription.introductoryPeriodsLeft > 0, let last {
            subscription.introductoryPeriodsLeft -= 1
            renewal.offerType = last.offerType
            if let offerID = last.details?.offerID {
                renewal.details = TransactionRecord.Details(
                    appAccountToken: renewal.details?.appAccountToken, offerID: offerID)
            }
            product.terms(of: renewal)?.apply(to: &renewal, at: rate)
        }
    }

    /// Counts the periods of a subscription from an offer on.
    private func begin(
        _ terms: ProductRecord.Introduction, _ renewal: TransactionRecord, _ subscription: inout SubscriptionRecord
    ) {
        subscription.introductoryPeriodsLeft = terms.periodsAfterFirst
        guard terms.hasOwnPeriod, let expires = renewal.expiresDate else { return }
        subscription.anchor = expires
        subscription.periods = 0
    }
}

/// An offer that lowers the price of a subscription's next renewal.
public struct PendingOffer: Hashable, Sendable {
    /// 2 promotional, 3 code, 4 win-back.
    public var type: Int64
    /// The identifier, or the name of a code offer.
    public var offerID: String

    public init(type: Int64, offerID: String) {
        self.type = type
        self.offerID = offerID
    }
}

extension PendingOffer: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.integer(type)
        bytes.text(offerID)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        type = try bytes.integer()
        offerID = try bytes.text()
    }
}

extension StoreState {
    /// How an account stands to a group of subscriptions, in the words of a code offer's eligibility.
    enum Standing: String {
        case new, existing, expired
    }

    func standing(of account: AccountNumber, group: String) -> Standing {
        guard let newest = newestSubscription(of: account, group: group) else { return .new }
        switch subscriptions[newest]?.state {
        case .active, .gracePeriod, .billingRetry: return .existing
        default: return .expired
        }
    }

    /// The offer of a subscription's next renewal, and its terms; nil where it has the ordinary price.
    func nextOffer(of original: TransactionNumber) -> (offer: PendingOffer, terms: ProductRecord.Introduction)? {
        guard let subscription = subscriptions[original], let product = try? product(subscription.renewalProduct) else {
            return nil
        }
        var offer = pendingOffers[original]
        if offer == nil, subscription.introductoryPeriodsLeft > 0, subscription.product == subscription.renewalProduct,
            let last = try? transaction(subscription.last)
        {
            offer = PendingOffer(type: last.offerType, offerID: last.details?.offerID ?? "")
        }
        guard let offer, let terms = product.terms(offer.type, offer.offerID) else { return nil }
        return (offer, terms)
    }
}
