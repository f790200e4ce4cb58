/// Why the store does not do what it was asked; nothing has changed then.
public struct StoreRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name for one reason.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let name: String
        public var description: String { name }

        /// No such developer, app, product, account, device, transaction or subscription: the field tells which.
        public static let notFound = Code(name: "not_found")
        /// A value that can't be; the field tells which.
        public static let invalid = Code(name: "invalid_value")
        /// The identifier is taken (F3).
        public static let taken = Code(name: "already_exists")
        /// A product of a category that may not be sold (F1).
        public static let forbidden = Code(name: "forbidden_product")
        /// Not for sale, not yet propagated, or without a price in the account's storefront (F5).
        public static let notForSale = Code(name: "not_for_sale")
        /// In-app purchase is disabled (F6).
        public static let paymentsDisabled = Code(name: "payments_not_allowed")
        /// A running subscription is not sold twice (D3).
        public static let alreadySubscribed = Code(name: "already_subscribed")
        /// The transaction is not in a state in which this can be done.
        public static let wrongState = Code(name: "wrong_state")
        /// The payment's identifier was sent before with another payment.
        public static let paymentConflict = Code(name: "payment_conflict")
        /// The product has no such offer.
        public static let invalidOffer = Code(name: "invalid_offer")
        /// The offer is for others: for new, running or lapsed subscriptions.
        public static let ineligibleForOffer = Code(name: "ineligible_for_offer")
        /// The test account was used against production (D10).
        public static let spoiltAccount = Code(name: "account_spoilt")
    }

    public var code: Code
    /// One sentence for a person.
    public var message: String
    public var field: String?

    public init(_ code: Code, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    public var description: String { "\(code): \(message)" }

    static func unknown(_ field: String) -> StoreRefusal {
        StoreRefusal(.notFound, "there is no such \(field)", field: field)
    }
}
