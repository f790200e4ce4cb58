package import WindfallCommerce
package import WindfallJSON
import WindfallTimeline

/// The product as its operator writes it.
///
/// `{"productId", "type", "entitlements", "credits": {"coins": 100}, "term": {"duration": "P1M", "stack"?}, "gracePeriod",
/// "familySharing", "prices": [{"price": {"amount", "currency"}, "storefront"?, "startDate"?}], "metadata", "listed",
/// "order"}`; all but the type may be missing. Unknown keys are mistakes.
extension ShelvedProduct {
    private static let keys: Set<String> = [
        "productId", "type", "entitlements", "credits", "term", "gracePeriod", "familySharing", "prices", "metadata",
        "listed", "order",
    ]

    /// Reads a product.
    ///
    /// - Parameter productID: as the address has it; a `productId` in the object must be the same. Nil where only the
    ///   object tells it.
    package init(_ json: JSON, productID: ProductIdentifier? = nil) throws(ProductProblem) {
        let members = try ProductMembers(json, at: "", known: Self.keys)
        let told = try members.text("productId")
        guard let identifier = productID ?? told.flatMap({ ProductIdentifier($0) }) else {
            throw ProductProblem("productId", "is no product identifier")
        }
        if let told, told != identifier.text { throw ProductProblem("productId", "is not that of the address") }
        self.init(identifier, try ProductRule(members))
        metadata = try members.object("metadata")
        if let metadata, JSON.object(metadata).bytes().count > ShelfLimits.metadataBytes {
            throw ProductProblem("metadata", "has more than \(ShelfLimits.metadataBytes) bytes")
        }
        isListed = try members.flag("listed") ?? true
        place = try members.integer("order") ?? 0
    }

    /// The product with all that is not as it is by default; reading it gives the same product.
    package var json: JSONObject {
        var json: JSONObject = ["productId": .string(productID.text)]
        json["type"] = rule.type.map { .string($0.word) }
        json["entitlements"] = .array(rule.entitlements.sorted().map { .string($0) })
        json["credits"] = .object(
            JSONObject(rule.credits.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .integer($0.value)) }))
        json["term"] = rule.term.map { .object($0.json) }
        json["gracePeriod"] = .bool(rule.allowsGracePeriod)
        json["familySharing"] = .bool(rule.allowsFamilySharing)
        json["prices"] = .array(rule.prices.map { .object($0.json) })
        json["metadata"] = metadata.map { .object($0) }
        json["listed"] = .bool(isListed)
        json["order"] = .integer(place)
        return json
    }

    /// What the app is told of it (F16 step 2).
    package var listing: JSONObject {
        var json: JSONObject = ["productId": .string(productID.text)]
        json["type"] = rule.type.map { .string($0.word) }
        json["metadata"] = metadata.map { .object($0) }
        return json
    }
}

extension ProductRule {
    fileprivate init(_ members: ProductMembers) throws(ProductProblem) {
        guard let word = try members.text("type"), let type = ProductType(word: word) else {
            let words = ProductType.allCases.map(\.word).joined(separator: ", ")
            throw ProductProblem("type", "is none of \(words)")
        }
        self.init(type: type)
        entitlements = try Self.entitlements(members)
        credits = try Self.credits(members)
        term = try members.value("term").map { json throws(ProductProblem) in try NonRenewingTerm(json) }
        guard term == nil || type == .nonRenewing else {
            throw ProductProblem("term", "is only for a nonRenewing product: the store tells the end of others")
        }
        allowsGracePeriod = try members.flag("gracePeriod") ?? true
        allowsFamilySharing = try members.flag("familySharing") ?? true
        let prices = try members.array("prices", limit: ShelfLimits.prices) ?? []
        for (place, json) in prices.enumerated() {
            self.prices.append(try CatalogPrice(json, at: "prices[\(place)]"))
        }
    }

    private static func entitlements(_ members: ProductMembers) throws(ProductProblem) -> Set<String> {
        var names: Set<String> = []
        let array = try members.array("entitlements", limit: ShelfLimits.entitlements) ?? []
        for (place, json) in array.enumerated() {
            let path = "entitlements[\(place)]"
            guard names.insert(try ProductMembers.name(json.text, at: path)).inserted else {
                throw ProductProblem(path, "is there twice")
            }
        }
        return names
    }

    private static func credits(_ members: ProductMembers) throws(ProductProblem) -> [String: Int64] {
        var credits: [String: Int64] = [:]
        let object = try members.object("credits") ?? [:]
        guard object.count <= ShelfLimits.credits else {
            throw ProductProblem("credits", "has more than \(ShelfLimits.credits) members")
        }
        for member in object {
            let name = try ProductMembers.name(member.key, at: "credits")
            guard let amount = member.value.int64, (1...ShelfLimits.creditAmount).contains(amount) else {
                throw ProductProblem("credits.\(name)", "is no whole number from 1 to \(ShelfLimits.creditAmount)")
            }
            credits[name] = amount
        }
        return credits
    }
}

extension NonRenewingTerm {
    fileprivate init(_ json: JSON) throws(ProductProblem) {
        let members = try ProductMembers(json, at: "term", known: ["duration", "stack"])
        guard let text = try members.text("duration"), let duration = Period(text) else {
            throw ProductProblem("term.duration", "is no calendar period such as P1M")
        }
        self.init(duration)
        if let stack = try members.text("stack") { self.stack = try ProductMembers.name(stack, at: "term.stack") }
    }

    fileprivate var json: JSONObject {
        var json: JSONObject = ["duration": .string(duration.text)]
        json["stack"] = stack.map { .string($0) }
        return json
    }
}

extension CatalogPrice {
    fileprivate init(_ json: JSON, at path: String) throws(ProductProblem) {
        let members = try ProductMembers(json, at: path, known: ["price", "storefront", "startDate"])
        guard let value = members.value("price") else { throw ProductProblem(path + ".price", "is missing") }
        _ = try ProductMembers(value, at: path + ".price", known: ["amount", "currency"])
        guard let price = Money(json: value), price.thousandths >= 0 else {
            throw ProductProblem(
                path + ".price", "has no amount in whole thousandths, or no currency of three capitals")
        }
        self.init(price)
        if let code = try members.text("storefront") {
            guard Storefront(rawValue: code).isWellFormed else {
                throw ProductProblem(path + ".storefront", "is no code of three capitals")
            }
            storefront = code
        }
        if let date = try members.integer("startDate") { from = Instant(milliseconds: date) }
    }

    fileprivate var json: JSONObject {
        var json: JSONObject = ["price": price.json]
        json["storefront"] = storefront.map { .string($0) }
        if from.milliseconds != .min { json["startDate"] = .integer(from.milliseconds) }
        return json
    }
}
