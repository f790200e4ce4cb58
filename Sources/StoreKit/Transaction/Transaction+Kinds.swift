public import Foundation
import WindfallCommerce

extension Transaction {
    /// How it came to be.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchase = Reason(rawValue: "PURCHASE")
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    /// Whether the person bought it, or somebody of the family.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

        /// The kind, for people.
        public var localizedDescription: String { self == .familyShared ? "Family Shared" : "Purchased" }
    }

    /// Why it was taken back.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let developerIssue = RevocationReason(rawValue: 1)
        public static let other = RevocationReason(rawValue: 0)

        /// The reason, for people.
        public var localizedDescription: String { self == .developerIssue ? "Developer Issue" : "Other" }
    }

    /// What was taken back.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
    }

    /// The kind of an offer.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let introductory = OfferType(rawValue: 1)
        public static let promotional = OfferType(rawValue: 2)
        public static let code = OfferType(rawValue: 3)
        public static let winBack = OfferType(rawValue: 4)

        /// The kind, for people.
        public var localizedDescription: String {
            switch self {
            case .introductory: "Introductory"
            case .promotional: "Promotional"
            case .code: "Code"
            case .winBack: "Win-back"
            default: "\(rawValue)"
            }
        }
    }

    /// The offer that a period was bought with.
    public struct Offer: Equatable, Hashable, Sendable {
        /// Nil for an introductory offer.
        public let id: String?
        public let type: OfferType
        public let paymentMode: PaymentMode?
        public let period: Product.SubscriptionPeriod?
        let periodText: String?

        init?(_ payload: TransactionPayload) {
            self.init(payload.offerType, payload.offerIdentifier, payload.offerDiscountType, payload.offerPeriod)
        }

        init?(
            _ type: WindfallCommerce.OfferType?, _ id: String?, _ mode: OfferDiscountType?, _ period: String?
        ) {
            guard let type else { return nil }
            self.id = id
            self.type = OfferType(rawValue: type.rawValue)
            paymentMode = mode.map { PaymentMode(rawValue: $0.rawValue) }
            self.period = Product.SubscriptionPeriod(period)
            periodText = period
        }

        /// How an offer is paid.
        public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
            public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
            public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
            public static let oneTime = PaymentMode(rawValue: "ONE_TIME")
        }
    }

    /// Where a subscription with a commitment stands.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        public let billingPeriodNumber: UInt64
        public let totalBillingPeriods: UInt64
        public let expirationDate: Date
        public let price: Decimal

        init?(_ commitment: TransactionCommitment) {
            guard let number = commitment.billingPeriodNumber.flatMap({ UInt64(exactly: $0) }),
                let total = commitment.totalBillingPeriods.flatMap({ UInt64(exactly: $0) }),
                let expires = commitment.commitmentExpiresDate, let price = commitment.commitmentPrice
            else { return nil }
            billingPeriodNumber = number
            totalBillingPeriods = total
            expirationDate = Date(expires)
            self.price = Decimal(thousandths: price)
        }
    }

    /// Why a refund can't be asked for.
    public enum RefundRequestError: Error, LocalizedError, Equatable, Hashable, Sendable {
        /// It was asked for already.
        case duplicateRequest
        case failed

        public var errorDescription: String? {
            switch self {
            case .duplicateRequest: "The refund was asked for already."
            case .failed: "The refund could not be asked for."
            }
        }
    }

    /// What became of asking for a refund.
    public enum RefundRequestStatus: Equatable, Hashable, Sendable {
        case success
        case userCancelled
    }
}
