import WindfallJSON

extension ProductDefinition {
    /// All that keeps the store from registering the product, in no particular order; none when it is sound.
    public func problems() -> [CatalogProblem] {
        malformedFields().map { CatalogProblem(.malformed, at: $0, "The value has a type that cannot be used here.") }
            + identityProblems() + priceProblems() + typeProblems() + offerProblems()
            + (localizations ?? []).localeProblems(at: "localizations")
    }

    /// Whether a key holds what can be used or holds nothing; what cannot be used is named as malformed already.
    private func isAbsent(_ key: String) -> Bool {
        json[key].map(\.isNull) ?? true
    }

    private func identityProblems() -> [CatalogProblem] {
        var problems: [CatalogProblem] = []
        if isAbsent("productID") {
            problems.append(CatalogProblem(.missing, at: "productID", "A product has an identifier."))
        } else if productID != nil, identifier == nil {
            problems.append(
                CatalogProblem(
                    .identifierNotAllowed, at: "productID",
                    "An identifier has 1 to \(ProductIdentifier.largestCount) letters, digits, hyphens, periods and underscores."
                ))
        }
        if isAbsent("type") {
            problems.append(CatalogProblem(.missing, at: "type", "A product has a type."))
        } else if type != nil, productType == nil {
            problems.append(CatalogProblem(.unknownWord, at: "type", "The type is not known."))
        }
        if let refusal = kind?.refusal {
            problems.append(CatalogProblem(.forbiddenKind, at: "kind", refusal))
        } else if let kind, !ProductKind.sold.contains(kind) {
            problems.append(CatalogProblem(.unknownWord, at: "kind", "The kind is not known."))
        }
        return problems
    }

    private func priceProblems() -> [CatalogProblem] {
        var problems: [CatalogProblem] = []
        let isFree = productType == .free
        if let currency, !currency.isWellFormed {
            problems.append(CatalogProblem(.badCurrency, at: "currency", "A currency is three capital letters."))
        }
        if displayPrice != nil {
            if let defaultPrice {
                problems += Self.problems(ofPrice: defaultPrice, isFree: isFree, at: "displayPrice")
            } else {
                problems.append(
                    CatalogProblem(.badPrice, at: "displayPrice", "A price is digits with at most three decimals."))
            }
        } else if isAbsent("displayPrice"), isAbsent("prices"), !isFree {
            problems.append(CatalogProblem(.missing, at: "displayPrice", "A product has a price."))
        }
        for member in json["prices"]?.object?.members ?? [] {
            let path = "prices.\(member.key)"
            if !Storefront(rawValue: member.key).isWellFormed {
                problems.append(CatalogProblem(.badStorefront, at: path, "A storefront is three capital letters."))
            } else if let price = Money(json: member.value) {
                problems += Self.problems(ofPrice: price, isFree: isFree, at: path)
            } else {
                problems.append(
                    CatalogProblem(.badPrice, at: path, "A price is an amount in thousandths and a currency."))
            }
        }
        return problems
    }

    private static func problems(ofPrice price: Money, isFree: Bool, at path: String) -> [CatalogProblem] {
        if price.thousandths < 0 { return [CatalogProblem(.badPrice, at: path, "A price is not negative.")] }
        return isFree && !price.isZero
            ? [CatalogProblem(.badPrice, at: path, "A free subscription costs nothing.")] : []
    }

    private func typeProblems() -> [CatalogProblem] {
        guard let productType else { return [] }
        var problems: [CatalogProblem] = []
        if productType == .autoRenewable {
            if isAbsent("recurringSubscriptionPeriod") {
                problems.append(
                    CatalogProblem(
                        .missing, at: "recurringSubscriptionPeriod", "A subscription that renews has a period."))
            } else if recurringSubscriptionPeriod != nil, period == nil {
                problems.append(CatalogProblem(.badPeriod, at: "recurringSubscriptionPeriod", Self.periodForm))
            }
            if isAbsent("subscriptionGroupID") {
                problems.append(
                    CatalogProblem(.missing, at: "subscriptionGroupID", "A subscription that renews is in a group."))
            }
            if let groupNumber, groupNumber < 1 || Int(exactly: groupNumber) == nil {
                problems.append(CatalogProblem(.badLevel, at: "groupNumber", "The highest level is 1."))
            }
        } else if !isAbsent("recurringSubscriptionPeriod") {
            problems.append(
                CatalogProblem(
                    .notForType, at: "recurringSubscriptionPeriod", "Only a subscription that renews has a period."))
        }
        if isFamilyShareable, productType != .autoRenewable, productType != .nonConsumable {
            problems.append(
                CatalogProblem(
                    .notForType, at: "familyShareable",
                    "Only non-consumables and subscriptions that renew can be shared by a family."))
        }
        return problems
    }

    private static let periodForm = "A period is a number of days, weeks, months or years, for example P1M."

    private func offerProblems() -> [CatalogProblem] {
        var problems = introductoryOffer?.problems(as: .introductory).map { $0.inside("introductoryOffer") } ?? []
        let lists: [(String, OfferType, [SubscriptionOffer]?)] = [
            ("introductoryOffers", .introductory, introductoryOffers), ("adHocOffers", .promotional, adHocOffers),
            ("codeOffers", .code, codeOffers), ("winbackOffers", .winBack, winbackOffers),
        ]
        for (key, type, offers) in lists {
            var seen: Set<String> = []
            for (place, offer) in (offers ?? []).enumerated() {
                problems += offer.problems(as: type).map { $0.inside("\(key)[\(place)]") }
                if let identifier = offer.offerID, !seen.insert(identifier).inserted {
                    problems.append(
                        CatalogProblem(.duplicate, at: "\(key)[\(place)].offerID", "Another offer has this identifier.")
                    )
                }
            }
        }
        for (place, plan) in (billingPlans ?? []).enumerated() {
            problems += plan.problems().map { $0.inside("billingPlans[\(place)]") }
        }
        return problems
    }
}
