public import Foundation
package import WindfallJSON

extension Product {
    /// What an app says beside the product when it buys.
    ///
    /// Source: Apple, "Product.PurchaseOption".
    public struct PurchaseOption: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        /// What an option says.
        package enum Meaning: Hashable, Sendable {
            case appAccountToken(UUID)
            case quantity(Int)
            case simulatesAskToBuy(Bool)
            /// Two closures can't be compared; one of them is in a set of options.
            case onStorefrontChange
            case custom(key: String, value: JSON)
            case promotionalOffer(id: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int)
            case promotionalOfferJWS(id: String, jws: String)
            case introductoryEligibility(jws: String)
            case winBackOffer(id: String)
            case billingPlanType(String)
        }

        package let meaning: Meaning
        package let mayContinue: (@Sendable (Storefront) -> Bool)?

        private init(_ meaning: Meaning, mayContinue: (@Sendable (Storefront) -> Bool)? = nil) {
            self.meaning = meaning
            self.mayContinue = mayContinue
        }

        public static func == (a: PurchaseOption, b: PurchaseOption) -> Bool { a.meaning == b.meaning }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(meaning)
        }

        public var debugDescription: String { "\(meaning)" }

        /// The app's own token for the person; it comes back in the transaction.
        public static func appAccountToken(_ token: UUID) -> PurchaseOption { PurchaseOption(.appAccountToken(token)) }

        /// How many (F7); 1 without.
        public static func quantity(_ quantity: Int) -> PurchaseOption { PurchaseOption(.quantity(quantity)) }

        /// Lets a test purchase wait for approval (F9).
        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> PurchaseOption {
            PurchaseOption(.simulatesAskToBuy(simulateAskToBuy))
        }

        /// Whether to go on where the country changes during the purchase.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption {
            PurchaseOption(.onStorefrontChange, mayContinue: shouldContinuePurchase)
        }

        /// A key of the app's own.
        public static func custom(key: String, value: String) -> PurchaseOption {
            PurchaseOption(.custom(key: key, value: .string(value)))
        }

        /// A key of the app's own.
        public static func custom(key: String, value: Double) -> PurchaseOption {
            PurchaseOption(.custom(key: key, value: .string(String(value))))
        }

        /// A key of the app's own.
        public static func custom(key: String, value: Bool) -> PurchaseOption {
            PurchaseOption(.custom(key: key, value: .bool(value)))
        }

        /// A key of the app's own.
        public static func custom(key: String, value: Data) -> PurchaseOption {
            PurchaseOption(.custom(key: key, value: .string(value.base64EncodedString())))
        }

        /// A promotional offer, with the signature of the app's server.
        public static func promotionalOffer(
            offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
        ) -> PurchaseOption {
            PurchaseOption(
                .promotionalOffer(id: offerID, keyID: keyID, nonce: nonce, signature: signature, timestamp: timestamp))
        }

        /// A promotional offer, with the signature of the app's server.
        public static func promotionalOffer(
            offerID: String, signature: SubscriptionOffer.Signature
        ) -> PurchaseOption {
            promotionalOffer(
                offerID: offerID, keyID: signature.keyID, nonce: signature.nonce, signature: signature.signature,
                timestamp: signature.timestamp)
        }

        /// A promotional offer, signed as a JWS by the app's server.
        public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [PurchaseOption] {
            [PurchaseOption(.promotionalOfferJWS(id: offerID, jws: compactJWS))]
        }

        /// Whether the person may have an introductory price, as the app's server signs it.
        public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
            PurchaseOption(.introductoryEligibility(jws: compactJWS))
        }

        /// An offer to come back.
        public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
            PurchaseOption(.winBackOffer(id: offer.id ?? ""))
        }

        /// How a subscription with a commitment is paid.
        public static func billingPlanType(_ type: SubscriptionInfo.BillingPlanType) -> PurchaseOption {
            PurchaseOption(.billingPlanType(type.rawValue))
        }
    }
}
