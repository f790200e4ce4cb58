import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// The offers of a subscription, found when a purchase names one.
extension ProductRecord {
    /// What an offer costs and covers.
    ///
    /// - Parameters:
    ///   - type: 1 introductory, 2 promotional, 3 code, 4 win-back; 0 for none.
    ///   - offerID: the identifier of a promotional or win-back offer, the name of a code offer.
    /// - Returns: nil where the product has no such offer, or one that can't be counted.
    func terms(_ type: Int64, _ offerID: String?) -> Introduction? {
        guard type != OfferType.introductory.rawValue64 else { return introductoryOffer }
        return offer(type, offerID).flatMap(Introduction.init)
    }

    /// What the offer of a transaction costs and covers; nil for one without an offer.
    public func terms(of transaction: TransactionRecord) -> Introduction? {
        terms(transaction.offerType, transaction.details?.offerID)
    }

    /// The offer that a purchase names.
    func offer(_ type: Int64, _ offerID: String?) -> SubscriptionOffer? {
        guard type > OfferType.introductory.rawValue64, let offerID, let type = Int(exactly: type),
            let json = try? JSON(reading: definition).object
        else { return nil }
        return ProductDefinition(json: json).offer(OfferType(rawValue: type), identifier: offerID)
    }
}

extension ProductRecord.Introduction {
    /// Whether the offer is a period of its own, before those of the subscription.
    var hasOwnPeriod: Bool { !isPaidAsYouGo }

    /// How many periods after the first one have the offer's price.
    var periodsAfterFirst: Int64 { isPaidAsYouGo ? Int64(periods) - 1 : 0 }

    /// The word for how it is paid.
    var discountType: OfferDiscountType { isFree ? .freeTrial : isPaidAsYouGo ? .payAsYouGo : .payUpFront }

    /// Puts price and period into a transaction that is bought or renewed with the offer.
    ///
    /// - Parameter rate: how fast the account's subscriptions run.
    func apply(to transaction: inout TransactionRecord, at rate: TimeRate) {
        transaction.charged =
            isFree ? nil : transaction.charged.flatMap { offer.price(in: $0.currency) } ?? transaction.charged
        if hasOwnPeriod {
            transaction.expiresDate = rate.end(of: period, from: transaction.purchaseDate, times: periods)
        }
    }
}
