public import Foundation

extension Product {
    /// What kind of product it is (F2).
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let consumable = ProductType(rawValue: "Consumable")
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

        /// The kind, for people.
        public var localizedDescription: String { rawValue }
    }

    /// Why a purchase can't be made.
    public enum PurchaseError: Error, LocalizedError, Equatable, Hashable {
        case invalidQuantity
        case productUnavailable
        case purchaseNotAllowed
        case ineligibleForOffer
        case invalidOfferIdentifier
        case invalidOfferPrice
        case invalidOfferSignature
        case missingOfferParameters

        public var errorDescription: String? {
            switch self {
            case .invalidQuantity: "The quantity can't be bought."
            case .productUnavailable: "The product is not for sale."
            case .purchaseNotAllowed: "The person may not buy."
            case .ineligibleForOffer: "The person may not have the offer."
            case .invalidOfferIdentifier: "There is no such offer."
            case .invalidOfferPrice: "The offer's price is not valid."
            case .invalidOfferSignature: "The offer's signature is not valid."
            case .missingOfferParameters: "The offer lacks a parameter."
            }
        }
    }

    /// What became of a purchase.
    public enum PurchaseResult: Sendable {
        case success(VerificationResult<Transaction>)
        case userCancelled
        /// Somebody must approve first (F9).
        case pending
    }
}
