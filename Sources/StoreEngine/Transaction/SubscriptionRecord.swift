public import WindfallTimeline

/// An auto-renewable subscription of one account, under its first transaction (F25, F27).
public struct SubscriptionRecord: Hashable, Sendable {
    /// Where it stands.
    public enum State: UInt8, Hashable, Sendable, ByteRawCodable {
        case active = 1
        case expired = 2
        /// A renewal failed and is tried again; there is no access.
        case billingRetry = 3
        /// A renewal failed and is tried again; access lasts for a while.
        case gracePeriod = 4
        case revoked = 5
    }

    public var account: AccountNumber
    public var app: AppNumber
    /// The group: one account has at most one running subscription of it.
    public var group: String
    /// The product of the running period.
    public var product: ProductNumber
    /// The product of the next period.
    public var renewalProduct: ProductNumber
    public var isAutoRenewing = true
    public var state: State = .active
    /// Why it ended or is about to (1 cancelled, 2 billing error, 3 no price consent, 4 product not available, 5 another);
    /// 0 while it runs.
    public var expirationIntent: Int64 = 0
    /// The start of the run of periods, from which each end is counted: period n ends at start + n × period.
    public var anchor: Instant
    /// How many periods have begun since the anchor: from 1, or from 0 while an offer's own period comes before them.
    public var periods: Int64 = 1
    /// The end of the running or last period.
    public var expires: Instant
    /// How many more periods have the price of the last transaction's offer (pay as you go).
    public var introductoryPeriodsLeft: Int64 = 0
    /// The newest transaction.
    public var last: TransactionNumber
    /// When it began after being away (Apple: recentSubscriptionStartDate).
    public var recentStart: Instant
    /// When auto-renewal was last turned on or off.
    public var renewalChanged: Instant?
    var rare: Rare?
}

extension SubscriptionRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(account)
        bytes.value(app)
        bytes.text(group)
        bytes.value(product)
        bytes.value(renewalProduct)
        bytes.flag(isAutoRenewing)
        bytes.value(state)
        bytes.integer(expirationIntent)
        bytes.value(anchor)
        bytes.integer(periods)
        bytes.value(expires)
        bytes.integer(introductoryPeriodsLeft)
        bytes.value(last)
        bytes.value(recentStart)
        bytes.optional(renewalChanged)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        account = try bytes.value()
        app = try bytes.value()
        group = try bytes.text()
        product = try bytes.value()
        renewalProduct = try bytes.value()
        isAutoRenewing = try bytes.flag()
        state = try bytes.value()
        expirationIntent = try bytes.integer()
        anchor = try bytes.value()
        periods = try bytes.tally()
        expires = try bytes.value()
        introductoryPeriodsLeft = try bytes.integer()
        last = try bytes.value()
        recentStart = try bytes.value()
        renewalChanged = try bytes.optional()
    }
}
