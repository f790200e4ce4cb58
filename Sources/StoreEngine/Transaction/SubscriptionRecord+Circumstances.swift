import WindfallCommerce
public import WindfallTimeline

extension SubscriptionRecord {
    /// What few subscriptions have; kept apart, since there are many subscriptions.
    public struct Circumstances: Hashable, Sendable {
        /// The end of the access after a failed renewal; nil where there is no grace.
        public var graceEnds: Instant?
        /// Until when the store tries to collect a failed renewal; nil while none failed.
        public var retryEnds: Instant?
        public var priceConsent: PriceConsent = .notAsked
        /// How often it was renewed; counted for accounts that have a limit.
        public var renewals: Int64 = 0

        public init() {}
    }

    /// What the person says to a higher price.
    public enum PriceConsent: UInt8, Hashable, Sendable, ByteRawCodable {
        case notAsked = 0
        /// Asked, and not answered: it ends with the period.
        case requested = 1
        case accepted = 2
        /// It ends with the period.
        case declined = 3

        /// What renewal information tells of it; nil where nothing was asked.
        var status: PriceIncreaseStatus? {
            switch self {
            case .notAsked: nil
            case .requested, .declined: .notAnswered
            case .accepted: .consented
            }
        }
    }

    /// The circumstances in a place of their own; nil for what has none.
    indirect enum Rare: Hashable, Sendable {
        case circumstances(Circumstances)
    }

    /// What few subscriptions have.
    public var circumstances: Circumstances {
        get {
            if case .circumstances(let value) = rare { value } else { Circumstances() }
        }
        set {
            rare = newValue == Circumstances() ? nil : .circumstances(newValue)
        }
    }

    /// What falls due next, and when: the end of the period, of the grace, or of the billing retry.
    public var due: Instant? {
        switch state {
        case .active: expires
        case .gracePeriod: circumstances.graceEnds
        case .billingRetry: circumstances.retryEnds
        case .expired, .revoked: nil
        }
    }

    /// Whether it gives access.
    public var isRunning: Bool { state == .active || state == .gracePeriod }

    /// Whether a renewal failed and is still tried.
    public var isInBillingRetry: Bool { state == .gracePeriod || state == .billingRetry }

    /// It renews again, or the failed renewal is given up: nothing is tried any more.
    mutating func endRetry() {
        circumstances.graceEnds = nil
        circumstances.retryEnds = nil
    }
}

extension SubscriptionRecord.Circumstances: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.optional(graceEnds)
        bytes.optional(retryEnds)
        bytes.value(priceConsent)
        bytes.integer(renewals)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        graceEnds = try bytes.optional()
        retryEnds = try bytes.optional()
        priceConsent = try bytes.value()
        renewals = try bytes.tally()
    }
}
