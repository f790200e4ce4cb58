public import Foundation

extension Product {
    /// An offer of a subscription.
    ///
    /// Source: Apple, "Product.SubscriptionOffer".
    public struct SubscriptionOffer: Equatable, Hashable, Sendable {
        /// Nil for an introductory offer.
        public let id: String?
        public let type: OfferType
        /// In units of the currency; 0 for a free trial.
        public let price: Decimal
        /// The price as the shop shows it.
        public let displayPrice: String
        public let period: SubscriptionPeriod
        /// How many periods the offer lasts.
        public let periodCount: Int
        public let paymentMode: PaymentMode

        /// What kind of offer.
        public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let introductory = OfferType(rawValue: "IntroOffer")
            public static let promotional = OfferType(rawValue: "AdhocOffer")
            public static let winBack = OfferType(rawValue: "Winback")

            /// The kind, for people.
            public var localizedDescription: String { rawValue }
        }

        /// How an offer is paid.
        public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")
            public static let payUpFront = PaymentMode(rawValue: "PayUpFront")
            public static let freeTrial = PaymentMode(rawValue: "FreeTrial")

            /// The way, for people.
            public var localizedDescription: String { rawValue }
        }

        /// What the app's server signs so that a promotional offer can be had.
        public struct Signature: Equatable, Hashable, Sendable {
            public var keyID: String
            public var nonce: UUID
            /// Milliseconds since 1970 UTC.
            public var timestamp: Int
            public var signature: Data

            public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
                self.keyID = keyID
                self.nonce = nonce
                self.timestamp = timestamp
                self.signature = signature
            }
        }
    }
}
