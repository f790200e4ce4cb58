public import WindfallCommerce

/// How subscriptions of a test account run, and what fails for it: what a tester of the sandbox or of Xcode sets.
public struct AccountTerms: Hashable, Sendable {
    /// How fast its subscriptions run, from the next period on.
    public var timeRate = TimeRate.realTime
    /// How many times a subscription renews before it is cancelled; 0 for no limit.
    public var renewalLimit: Int64 = 0
    /// Each renewal fails at payment and enters the billing retry, whatever the card does.
    public var failsRenewals = false
    /// Access lasts for a while after a renewal failed.
    public var hasGracePeriod = false
    /// What each purchase fails with.
    public var purchaseFailure = TransactionRecord.Failure.none

    public init() {}
}

extension AccountTerms: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.integer(Int64(timeRate.rawValue))
        bytes.integer(renewalLimit)
        bytes.flag(failsRenewals)
        bytes.flag(hasGracePeriod)
        bytes.value(purchaseFailure)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        timeRate = TimeRate(rawValue: Int(try bytes.integer()))
        renewalLimit = try bytes.integer()
        failsRenewals = try bytes.flag()
        hasGracePeriod = try bytes.flag()
        purchaseFailure = try bytes.value()
    }
}
