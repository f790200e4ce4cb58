import WindfallCommerce
import WindfallJSON

/// What the store said last of the account.
struct AccountFacts: Hashable, Sendable {
    /// The country, three letters.
    var storefront: String
    var isSandbox: Bool
    /// Whether in-app purchase is allowed (F6).
    var canMakePayments: Bool

    init(storefront: String, isSandbox: Bool, canMakePayments: Bool) {
        self.storefront = storefront
        self.isSandbox = isSandbox
        self.canMakePayments = canMakePayments
    }

    /// - Returns: nil where it is not what the store's protocol says of an account.
    init?(_ json: JSON?) {
        guard let storefront = json?["storefront"]?.text, let environment = json?["environment"]?.text else {
            return nil
        }
        self.storefront = storefront
        isSandbox = environment == "Sandbox"
        canMakePayments = json?["canMakePayments"]?.isTrue ?? true
    }

    var json: JSON {
        [
            "storefront": .string(storefront), "environment": isSandbox ? "Sandbox" : "Production",
            "canMakePayments": .bool(canMakePayments),
        ]
    }

    /// The store's own number of the country; empty where it has none.
    var storefrontIdentifier: String {
        WindfallCommerce.Storefront(rawValue: storefront).storefrontId ?? ""
    }
}
