public import WindfallCommerce
import WindfallJSON
public import WindfallTimeline

/// A product as the store sells it: its definition in Connect, and what of it is asked for all the time.
public struct ProductRecord: Hashable, Sendable {
    /// The introductory price of a subscription.
    public struct Introduction: Hashable, Sendable {
        /// The period that the offer counts in.
        public var period: Period
        public var periods: Int
        public var isFree: Bool
        /// Whether each period is paid by itself, instead of all of them at once.
        public var isPaidAsYouGo: Bool
        /// The offer itself, which has a price for each currency.
        public var offer: SubscriptionOffer
    }

    public var app: AppNumber
    /// The whole definition as JSON, so that no key is lost.
    public var definition: String
    /// From when the product is for sale (F3).
    public var availableFrom: Instant
    public let productID: String
    public let type: ProductType
    public let isFamilyShareable: Bool
    public let isClearedForSale: Bool
    /// The price where the storefront has none of its own.
    public let defaultPrice: Money?
    public let prices: [Storefront: Money]
    /// The subscription group; empty where the product is no auto-renewable.
    public let group: String
    /// The level in the group: 1 is the highest.
    public let level: Int64
    public let period: Period?
    public let introductoryOffer: Introduction?

    /// - Returns: nil where the definition lacks what its type needs.
    init?(app: AppNumber, definition: String, availableFrom: Instant) {
        guard let json = try? JSON(reading: definition).object else { return nil }
        let product = ProductDefinition(json: json)
        guard let productID = product.productID, let type = product.productType else { return nil }
        self.app = app
        self.definition = definition
        self.availableFrom = availableFrom
        self.productID = productID
        self.type = type
        isFamilyShareable = product.isFamilyShareable
        isClearedForSale = product.isForSale
        defaultPrice = product.defaultPrice
        prices = product.prices ?? [:]
        level = Int64(product.level)
        group = type == .autoRenewable ? product.subscriptionGroupID ?? "" : ""
        period = product.period
        introductoryOffer = product.offers(.introductory).first.flatMap(Introduction.init)
        if type == .autoRenewable, period == nil || group.isEmpty { return nil }
    }

    /// What it costs in a storefront; nil where it has no price there.
    public func price(in storefront: Storefront) -> Money? {
        prices[storefront] ?? defaultPrice
    }

    /// Whether it can be bought (F3, F5).
    public func isForSale(in storefront: Storefront, at now: Instant) -> Bool {
        isClearedForSale && availableFrom <= now && price(in: storefront) != nil
    }
}

extension ProductRecord.Introduction {
    /// - Returns: nil for an offer that can't be counted.
    init?(_ offer: SubscriptionOffer) {
        guard let period = offer.period, let mode = offer.paymentMode, (1...100).contains(offer.periods) else {
            return nil
        }
        self.init(
            period: period, periods: offer.periods, isFree: mode == .free, isPaidAsYouGo: mode == .payAsYouGo,
            offer: offer)
    }
}

extension ProductRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(app)
        bytes.text(definition)
        bytes.value(availableFrom)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        let offset = bytes.offset
        let app: AppNumber = try bytes.value()
        let definition = try bytes.text()
        let availableFrom: Instant = try bytes.value()
        guard let record = ProductRecord(app: app, definition: definition, availableFrom: availableFrom) else {
            throw ByteReader.Failure(offset: offset)
        }
        self = record
    }
}
