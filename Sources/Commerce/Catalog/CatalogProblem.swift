/// What is wrong with one key of a product or a catalog.
public struct CatalogProblem: Hashable, Sendable {
    /// The kind of a problem. New kinds can be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        let name: String

        /// A key that must be there is absent.
        public static let missing = Code(name: "missing")
        /// A value has a JSON type that cannot be used.
        public static let malformed = Code(name: "malformed")
        /// A product's identifier has characters or a length that the store does not allow.
        public static let identifierNotAllowed = Code(name: "identifier_not_allowed")
        /// An identifier or a language occurs twice.
        public static let duplicate = Code(name: "duplicate")
        /// A type, a kind or a mode of payment that is not known.
        public static let unknownWord = Code(name: "unknown_word")
        /// A price that cannot be read, is negative, or is asked for what is free.
        public static let badPrice = Code(name: "bad_price")
        /// A currency that is not three capital letters.
        public static let badCurrency = Code(name: "bad_currency")
        /// A storefront that is not three capital letters.
        public static let badStorefront = Code(name: "bad_storefront")
        /// A period that cannot be read, or a number of periods below one.
        public static let badPeriod = Code(name: "bad_period")
        /// A level below one.
        public static let badLevel = Code(name: "bad_level")
        /// A group that is not the one around the product.
        public static let otherGroup = Code(name: "other_group")
        /// A key that products of this type cannot have.
        public static let notForType = Code(name: "not_for_type")
        /// A kind of product that the store does not sell (F1).
        public static let forbiddenKind = Code(name: "forbidden_kind")

        /// The code's stable name, such as `bad_price`.
        public var description: String { name }
    }

    /// What is wrong.
    public var code: Code
    /// The key, as a path from the value that was asked: `displayPrice`, `adHocOffers[1].offerID`,
    /// `subscriptionGroups[0].subscriptions[2].productID`.
    public var path: String
    /// What is wrong as a sentence, for people; it holds nothing of the catalog.
    public var message: String

    init(_ code: Code, at path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// The same problem of a part, seen from its whole.
    ///
    /// - Parameter prefix: the path of the part.
    func inside(_ prefix: String) -> CatalogProblem {
        CatalogProblem(code, at: "\(prefix).\(path)", message)
    }
}

extension CatalogProblem: CustomStringConvertible {
    public var description: String { "\(path): \(code): \(message)" }
}
