import WindfallJSON

extension SubscriptionOffer {
    /// What is wrong with the offer, but for values of a type that cannot be used.
    ///
    /// - Parameter type: promotional and win-back offers have an identifier, code offers a name.
    func problems(as type: OfferType) -> [CatalogProblem] {
        var problems = namingProblems(as: type)
        if isAbsent("paymentMode") {
            problems.append(CatalogProblem(.missing, at: "paymentMode", "An offer says how it is paid."))
        } else if let paymentMode, paymentMode.discountType == nil {
            problems.append(CatalogProblem(.unknownWord, at: "paymentMode", "The mode of payment is not known."))
        }
        if isAbsent("subscriptionPeriod") {
            problems.append(CatalogProblem(.missing, at: "subscriptionPeriod", "An offer has a period."))
        } else if subscriptionPeriod != nil, period == nil {
            problems.append(
                CatalogProblem(
                    .badPeriod, at: "subscriptionPeriod",
                    "A period is a number of days, weeks, months or years, for example P1M."))
        }
        if let numberOfPeriods, numberOfPeriods < 1 || Int(exactly: numberOfPeriods) == nil {
            problems.append(CatalogProblem(.badPeriod, at: "numberOfPeriods", "An offer has one period or more."))
        }
        if paymentMode != .free {
            if isAbsent("displayPrice") {
                problems.append(CatalogProblem(.missing, at: "displayPrice", "An offer that is not free has a price."))
            } else if displayPrice != nil, price(in: .usDollar) == nil {
                problems.append(
                    CatalogProblem(.badPrice, at: "displayPrice", "A price is digits with at most three decimals."))
            }
        }
        return problems
    }

    private func namingProblems(as type: OfferType) -> [CatalogProblem] {
        switch type {
        case .promotional, .winBack:
            if isAbsent("offerID") || offerID == "" {
                return [CatalogProblem(.missing, at: "offerID", "A purchase names such an offer by its identifier.")]
            }
        case .code:
            if isAbsent("referenceName"), isAbsent("offerID") {
                return [CatalogProblem(.missing, at: "referenceName", "A purchase names a code offer by its name.")]
            }
        default: break
        }
        return []
    }

    private func isAbsent(_ key: String) -> Bool {
        json[key].map(\.isNull) ?? true
    }
}

extension BillingPlan {
    /// What is wrong with the plan, but for values of a type that cannot be used.
    func problems() -> [CatalogProblem] {
        [("displayPrice", displayPrice), ("commitmentDisplayPrice", commitmentDisplayPrice)].compactMap { key, price in
            guard let price, Money(price, .usDollar) == nil else { return nil }
            return CatalogProblem(.badPrice, at: key, "A price is digits with at most three decimals.")
        }
    }
}

extension [Localization] {
    /// Languages that are absent or occur twice.
    ///
    /// - Parameter key: the key of the list.
    func localeProblems(at key: String) -> [CatalogProblem] {
        var seen: Set<String> = []
        return enumerated().compactMap { place, texts in
            let path = "\(key)[\(place)].locale"
            guard let locale = texts.locale else {
                let isThere = texts.json["locale"].map { !$0.isNull } ?? false
                return isThere ? nil : CatalogProblem(.missing, at: path, "Texts say which language they are in.")
            }
            return seen.insert(locale).inserted
                ? nil : CatalogProblem(.duplicate, at: path, "Another entry has this language.")
        }
    }
}
