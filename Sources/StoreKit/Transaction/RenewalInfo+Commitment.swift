public import Foundation
import WindfallCommerce

extension Product.SubscriptionInfo.RenewalInfo {
    /// What happens at the end of the time for which the person committed themselves.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// The product of the next commitment.
        public let autoRenewPreference: String?
        public let willAutoRenew: Bool
        public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType?
        public let renewalDate: Date
        /// In units of the currency.
        public let renewalPrice: Decimal

        init?(_ commitment: RenewalCommitment) {
            guard let date = commitment.commitmentRenewalDate, let price = commitment.commitmentRenewalPrice else {
                return nil
            }
            autoRenewPreference = commitment.commitmentAutoRenewProductId
            willAutoRenew = commitment.commitmentAutoRenewStatus == .on
            renewalBillingPlanType = commitment.commitmentRenewalBillingPlanType.map { .init(rawValue: $0.rawValue) }
            renewalDate = Date(date)
            renewalPrice = Decimal(thousandths: price)
        }
    }
}
