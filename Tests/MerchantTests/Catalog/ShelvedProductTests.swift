import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant

@Suite struct ShelvedProductTests {
    struct Mistake: CustomTestStringConvertible, Sendable {
        var name: String
        var json: JSON
        var field: String

        init(_ name: String, _ json: JSON, _ field: String) {
            (self.name, self.json, self.field) = (name, json, field)
        }

        var testDescription: String { name }
    }

    private static let price: JSON = ["amount": 990, "currency": "USD"]

    static let mistakes: [Mistake] = [
        Mistake("no object", [], ""),
        Mistake("no identifier", ["type": "consumable"], "productId"),
        Mistake("a space in the identifier", ["productId": "a b", "type": "consumable"], "productId"),
        Mistake("no type", ["productId": "a"], "type"),
        Mistake("Apple's spelling of the type", ["productId": "a", "type": "Non-Consumable"], "type"),
        Mistake("a type that is a number", ["productId": "a", "type": 1], "type"),
        Mistake("an unknown key", ["productId": "a", "type": "free", "entitlement": []], "entitlement"),
        Mistake("entitlements as a text", ["productId": "a", "type": "free", "entitlements": "pro"], "entitlements"),
        Mistake(
            "an entitlement twice", ["productId": "a", "type": "free", "entitlements": ["p", "p"]], "entitlements[1]"),
        Mistake(
            "an entitlement without a name", ["productId": "a", "type": "free", "entitlements": [""]], "entitlements[0]"
        ),
        Mistake(
            "a line break in a name", ["productId": "a", "type": "free", "entitlements": ["a\nb"]], "entitlements[0]"),
        Mistake("too many entitlements", many("entitlements", 101), "entitlements"),
        Mistake("no credit", ["productId": "a", "type": "consumable", "credits": ["c": 0]], "credits.c"),
        Mistake("half a credit", halfCredit, "credits.c"),
        Mistake(
            "a credit above 2^53", ["productId": "a", "type": "consumable", "credits": ["c": 9_007_199_254_740_992]],
            "credits.c"),
        Mistake(
            "a term of days and months", ["productId": "a", "type": "nonRenewing", "term": ["duration": "P1M3D"]],
            "term.duration"),
        Mistake("a term without a duration", ["productId": "a", "type": "nonRenewing", "term": [:]], "term.duration"),
        Mistake(
            "a term of a product that renews",
            ["productId": "a", "type": "autoRenewable", "term": ["duration": "P1M"]], "term"),
        Mistake(
            "an unknown key of a term",
            ["productId": "a", "type": "nonRenewing", "term": ["duration": "P1M", "x": 1]], "term.x"),
        Mistake("grace as a text", ["productId": "a", "type": "free", "gracePeriod": "yes"], "gracePeriod"),
        Mistake(
            "a price without an amount",
            ["productId": "a", "type": "free", "prices": [["price": ["currency": "USD"]]]], "prices[0].price"),
        Mistake("a price without a price", ["productId": "a", "type": "free", "prices": [[:]]], "prices[0].price"),
        Mistake(
            "a negative price",
            ["productId": "a", "type": "free", "prices": [["price": ["amount": -1, "currency": "USD"]]]],
            "prices[0].price"),
        Mistake(
            "a storefront of two letters",
            ["productId": "a", "type": "free", "prices": [["price": price, "storefront": "US"]]], "prices[0].storefront"
        ),
        Mistake(
            "an unknown key of a price", ["productId": "a", "type": "free", "prices": [["price": price, "start": 1]]],
            "prices[0].start"),
        Mistake("metadata that is no object", ["productId": "a", "type": "free", "metadata": []], "metadata"),
        Mistake(
            "metadata of 16 KiB",
            ["productId": "a", "type": "free", "metadata": ["a": .string(String(repeating: "b", count: 16_384))]],
            "metadata"),
        Mistake("an order in words", ["productId": "a", "type": "free", "order": "first"], "order"),
    ]

    private static var halfCredit: JSON {
        (try? JSON(reading: #"{"productId": "a", "type": "consumable", "credits": {"c": 0.5}}"#)) ?? .null
    }

    private static func many(_ key: String, _ count: Int) -> JSON {
        var json: JSONObject = ["productId": "a", "type": "free"]
        json[key] = .array((0..<count).map { .string("n\($0)") })
        return .object(json)
    }

    @Test("a mistake in a product is named by its path", arguments: mistakes)
    func isNamed(mistake: Mistake) {
        let error = #expect(throws: ProductProblem.self) { try ShelvedProduct(mistake.json) }
        #expect(error?.field == mistake.field)
    }

    @Test("the identifier of the address and that of the product are the same")
    func identifierIsChecked() throws {
        let address = try #require(ProductIdentifier("a"))
        #expect(try ShelvedProduct(["type": "free"], productID: address).productID == address)
        let error = #expect(throws: ProductProblem.self) {
            try ShelvedProduct(["productId": "b", "type": "free"], productID: address)
        }
        #expect(error?.field == "productId")
    }

    @Test("F42: the app hears of a product what its shop shows, and nothing of prices and rules")
    func listingIsSmall() throws {
        let product = try ShelvedProduct([
            "productId": "a", "type": "consumable", "credits": ["coins": 5], "metadata": ["icon": "a.png"],
        ])
        #expect(
            JSON.object(product.listing)
                == ["productId": "a", "type": "consumable", "metadata": ["icon": "a.png"]])
    }
}
