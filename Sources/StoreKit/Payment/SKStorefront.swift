public import Foundation

/// The store of a country, which the account buys in.
///
/// Source: Apple, "SKStorefront".
open class SKStorefront: NSObject {
    private let code: String
    private let number: String

    /// A storefront without values, for test doubles that override them.
    public override init() {
        code = ""
        number = ""
    }

    init(countryCode: String, identifier: String) {
        code = countryCode
        number = identifier
    }

    /// The country (ISO 3166-1, three letters).
    open var countryCode: String { code }
    /// The store's own number of it.
    open var identifier: String { number }
}
