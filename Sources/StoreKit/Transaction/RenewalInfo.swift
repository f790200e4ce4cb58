public import Foundation
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

extension Product.SubscriptionInfo {
    /// What happens at the end of a subscription's period, as the store signed it.
    ///
    /// Source: Apple, "Product.SubscriptionInfo.RenewalInfo".
    public struct RenewalInfo: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        public let originalTransactionID: UInt64
        public let currentProductID: String
        public let willAutoRenew: Bool
        /// The product of the next period.
        public let autoRenewPreference: String?
        public let expirationReason: ExpirationReason?
        public let priceIncreaseStatus: PriceIncreaseStatus
        public let isInBillingRetry: Bool
        public let gracePeriodExpirationDate: Date?
        public let renewalDate: Date?
        /// In units of the currency.
        public let renewalPrice: Decimal?
        public let currency: Locale.Currency?
        public let recentSubscriptionStartDate: Date
        public let offer: Transaction.Offer?
        public let eligibleWinBackOfferIDs: [String]
        public let environment: AppStore.Environment
        public let signedDate: Date
        public let deviceVerification: Data
        public let deviceVerificationNonce: UUID
        public let appAccountToken: UUID?
        public let appTransactionID: String
        public let renewalBillingPlanType: BillingPlanType?
        public let commitmentInfo: CommitmentInfo?
        let signed: SignedForm

        /// - Returns: nil where the payload lacks what renewal information has.
        init?(_ payload: RenewalInfoPayload, _ signed: SignedForm) {
            guard let original = payload.originalTransactionId.flatMap({ UInt64($0) }),
                let productID = payload.productId, let signedDate = payload.signedDate
            else { return nil }
            originalTransactionID = original
            currentProductID = productID
            willAutoRenew = payload.autoRenewStatus == .on
            autoRenewPreference = payload.autoRenewProductId
            expirationReason = payload.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
            priceIncreaseStatus =
                switch payload.priceIncreaseStatus {
                case .notAnswered?: .pending
                case .consented?: .agreed
                default: .noIncreasePending
                }
            isInBillingRetry = payload.isInBillingRetryPeriod ?? false
            gracePeriodExpirationDate = payload.gracePeriodExpiresDate.map { Date($0) }
            renewalDate = payload.renewalDate.map { Date($0) }
            renewalPrice = payload.renewalPrice.map { Decimal(thousandths: $0) }
            currency = payload.currency.map { Locale.Currency($0) }
            recentSubscriptionStartDate = Date(payload.recentSubscriptionStartDate ?? signedDate)
            offer = Transaction.Offer(
                payload.offerType, payload.offerIdentifier, payload.offerDiscountType, payload.offerPeriod)
            eligibleWinBackOfferIDs = payload.eligibleWinBackOfferIds ?? []
            environment = AppStore.Environment(rawValue: payload.environment?.rawValue ?? "")
            self.signedDate = Date(signedDate)
            deviceVerification =
                payload.json["deviceVerification"]?.text.flatMap { Data(base64Encoded: $0) } ?? Data()
            deviceVerificationNonce = UUID(nonce: payload.json["deviceVerificationNonce"]?.text)
            appAccountToken = payload.appAccountToken.flatMap { UUID(uuidString: $0) }
            appTransactionID = payload.appTransactionId ?? ""
            renewalBillingPlanType = payload.renewalBillingPlanType.map { BillingPlanType(rawValue: $0.rawValue) }
            commitmentInfo = payload.commitmentInfo.flatMap(CommitmentInfo.init)
            self.signed = signed
        }

        /// The payload that was signed.
        public var jsonRepresentation: Data { signed.payload }
        public var debugDescription: String { String(decoding: signed.payload, as: UTF8.self) }

        public var offerType: Transaction.OfferType? { offer?.type }
        public var offerID: String? { offer?.id }
        public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }
        /// ISO 8601.
        public var offerPeriodStringRepresentation: String? { offer?.periodText }
        public var environmentStringRepresentation: String { environment.rawValue }
        public var currencyCode: String? { currency?.identifier }

        public static func == (a: RenewalInfo, b: RenewalInfo) -> Bool { a.signed == b.signed }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(signed)
        }

        /// Why a subscription ended.
        public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
            public let rawValue: Int

            public init(rawValue: Int) {
                self.rawValue = rawValue
            }

            public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
            public static let billingError = ExpirationReason(rawValue: 2)
            public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
            public static let productUnavailable = ExpirationReason(rawValue: 4)
            public static let unknown = ExpirationReason(rawValue: 5)

            /// The reason, for people.
            public var localizedDescription: String {
                switch self {
                case .autoRenewDisabled: "Auto-Renew Disabled"
                case .billingError: "Billing Error"
                case .didNotConsentToPriceIncrease: "Did Not Consent To Price Increase"
                case .productUnavailable: "Product Unavailable"
                default: "Unknown"
                }
            }
        }

        /// What the person said to a higher price.
        @frozen public enum PriceIncreaseStatus: Equatable, Hashable, Sendable {
            case noIncreasePending
            /// Asked, and not answered.
            case pending
            case agreed

            /// The answer, for people.
            public var localizedDescription: String {
                switch self {
                case .noIncreasePending: "No Increase Pending"
                case .pending: "Pending"
                case .agreed: "Agreed"
                }
            }
        }
    }
}
