public import WindfallCommerce
public import WindfallTimeline

/// One transaction of the ledger: a purchase, a renewal, a restored or a family-shared one, or an attempt that failed.
public struct TransactionRecord: Hashable, Sendable {
    /// How far it came (F9).
    public enum State: UInt8, Hashable, Sendable, ByteRawCodable {
        case purchased = 0
        case failed = 1
        /// Waits for somebody's approval.
        case deferred = 2
        /// Failed until the person settled something with the store.
        case interrupted = 3
        /// Taken out of the ledger by a test; only its number stays.
        case erased = 4
    }

    /// How it came to be.
    public enum Origin: UInt8, Hashable, Sendable, ByteRawCodable {
        case purchase = 0
        case renewal = 1
        /// Made by a restore; its original is the first purchase (F13).
        case restore = 2
        /// Given to a member of the family that bought it.
        case familyShare = 3
    }

    /// Why it failed.
    public enum Failure: UInt8, Hashable, Sendable, ByteRawCodable {
        case none = 0
        case cardDeclined = 1
        case approvalDeclined = 2
        case interrupted = 3
        // What a test lets purchases fail with.
        case unknown = 50
        case invalidOfferIdentifier = 51
        case invalidOfferSignature = 52
        case missingOfferParameters = 53
        case invalidOfferPrice = 54
    }

    public var isSandbox: Bool
    public var account: AccountNumber
    /// Where it was asked for; nil for what the store did by itself.
    public var device: DeviceNumber?
    public var app: AppNumber
    public var product: ProductNumber
    public var quantity: Int64 = 1
    public var state: State
    public var origin: Origin = .purchase
    public var failure: Failure = .none
    /// The first transaction of the subscription or of the product; itself where it is the first.
    public var original: TransactionNumber
    public var purchaseDate: Instant
    public var originalPurchaseDate: Instant
    /// The end of the paid period; auto-renewables only.
    public var expiresDate: Instant?
    /// The key of a subscription purchase; 0 where it is none.
    public var webOrderLineItem: Int64 = 0
    /// What was charged for all of the quantity; nil where nothing was due.
    public var charged: Money?
    /// The offer's kind (1 introductory, 2 promotional, 3 code, 4 win-back); 0 for none.
    public var offerType: Int64 = 0
    /// Whether the offer was a free trial.
    public var isTrial = false
    /// Whether a higher plan took its place.
    public var isUpgraded = false
    public var revocation: Revocation?
    /// The event with which it became ``State/purchased``; 0 before.
    public var boughtSequence: Int64 = 0
    /// The event with which it was last changed.
    public var sequence: Int64 = 0
    /// The event with which it was finished; 0 while it is not.
    public var finishedSequence: Int64 = 0
    public var details: Details?

    /// Money that was given back, or access that was taken (F31).
    public struct Revocation: Hashable, Sendable {
        public var date: Instant
        /// 0 another reason, 1 an issue with the app.
        public var reason: Int64
        /// 1 to 100; how much of the price was paid back. 0 where access ended without money (family sharing).
        public var percentage: Int64
        /// The event that did it.
        public var sequence: Int64 = 0
    }

    /// What few transactions have; kept apart, since there are many transactions.
    public final class Details: Hashable, Sendable {
        public let applicationUsername: String?
        public let appAccountToken: String?
        public let offerID: String?
        /// The client's own identifier of the payment: one identifier, one charge.
        public let paymentID: String?
        /// The transaction of the family member who bought it.
        public let sharedFrom: TransactionNumber?

        public init(
            applicationUsername: String? = nil, appAccountToken: String? = nil, offerID: String? = nil,
            paymentID: String? = nil, sharedFrom: TransactionNumber? = nil
        ) {
            self.applicationUsername = applicationUsername
            self.appAccountToken = appAccountToken
            self.offerID = offerID
            self.paymentID = paymentID
            self.sharedFrom = sharedFrom
        }

        var parts: [String?] { [applicationUsername, appAccountToken, offerID, paymentID] }

        public static func == (a: Details, b: Details) -> Bool {
            a.parts == b.parts && a.sharedFrom == b.sharedFrom
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(parts)
            hasher.combine(sharedFrom)
        }
    }

    public var isFinished: Bool { finishedSequence > 0 }

    /// Whether the period has an introductory price; a free trial is told apart.
    public var isInIntroductoryPeriod: Bool { offerType == OfferType.introductory.rawValue64 && !isTrial }
}
