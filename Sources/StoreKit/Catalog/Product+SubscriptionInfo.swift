public import Foundation

extension Product {
    /// What an auto-renewable subscription is, beside a product.
    ///
    /// Source: Apple, "Product.SubscriptionInfo".
    public struct SubscriptionInfo: Equatable, Hashable, Sendable {
        /// The price of the first periods, for who never had one in the group.
        public let introductoryOffer: SubscriptionOffer?
        public let promotionalOffers: [SubscriptionOffer]
        public let winBackOffers: [SubscriptionOffer]
        public let subscriptionGroupID: String
        public let subscriptionPeriod: SubscriptionPeriod
        /// The level in the group: 1 is the highest.
        public let groupLevel: Int
        public let groupDisplayName: String
        /// The ways to pay; one for a subscription without commitment.
        public let pricingTerms: [PricingTerms]

        /// Where a subscription stands.
        public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
            public let rawValue: Int

            public init(rawValue: Int) {
                self.rawValue = rawValue
            }

            public static let subscribed = RenewalState(rawValue: 1)
            public static let expired = RenewalState(rawValue: 2)
            public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
            public static let inGracePeriod = RenewalState(rawValue: 4)
            public static let revoked = RenewalState(rawValue: 5)

            /// The state, for people.
            public var localizedDescription: String {
                switch self {
                case .subscribed: "Subscribed"
                case .expired: "Expired"
                case .inBillingRetryPeriod: "In Billing Retry Period"
                case .inGracePeriod: "In Grace Period"
                case .revoked: "Revoked"
                default: "\(rawValue)"
                }
            }
        }

        /// Where a subscription stands, with what the store signed of it.
        public struct Status: Equatable, Hashable, Sendable {
            public let state: RenewalState
            /// The newest transaction.
            public let transaction: VerificationResult<Transaction>
            public let renewalInfo: VerificationResult<RenewalInfo>

            package init(
                state: RenewalState, transaction: VerificationResult<Transaction>,
                renewalInfo: VerificationResult<RenewalInfo>
            ) {
                self.state = state
                self.transaction = transaction
                self.renewalInfo = renewalInfo
            }
        }

        /// How a subscription with a commitment is paid.
        public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let monthly = BillingPlanType(rawValue: "MONTHLY")
            public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
        }

        /// What one pays how often, and for how long one commits oneself.
        public struct PricingTerms: Equatable, Hashable, Sendable {
            public typealias BillingPeriod = SubscriptionPeriod

            public let billingPlanType: BillingPlanType
            /// In units of the currency.
            public let billingPrice: Decimal
            public let billingDisplayPrice: String
            public let billingPeriod: BillingPeriod
            public let commitmentInfo: CommitmentInfo
            public let subscriptionOffers: [SubscriptionOffer]

            /// The offers of one kind.
            public subscript(offers type: SubscriptionOffer.OfferType) -> [SubscriptionOffer] {
                subscriptionOffers.filter { $0.type == type }
            }

            /// The whole time for which one commits oneself, and its price.
            public struct CommitmentInfo: Equatable, Hashable, Sendable {
                public let price: Decimal
                public let displayPrice: String
                public let period: SubscriptionPeriod
            }
        }
    }
}

public typealias SubscriptionInfo = Product.SubscriptionInfo
public typealias SubscriptionPeriod = Product.SubscriptionPeriod
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
