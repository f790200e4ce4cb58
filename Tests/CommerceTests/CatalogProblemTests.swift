import Testing
import WindfallCommerce
import WindfallJSON

/// A sound subscription, changed by an object whose members take the place of its own; null takes them away.
private func subscription(_ change: String) throws -> ProductDefinition {
    var product = ProductDefinition(
        json: try object(
            """
            {"productID":"pro","type":"RecurringSubscription","displayPrice":"4.99","recurringSubscriptionPeriod":"P1M",
             "subscriptionGroupID":"G","groupNumber":1,"kind":"subscription","localizations":[{"locale":"en_US"}]}
            """))
    for member in try object(change) { product.json[member.key] = member.value }
    return product
}

private func listed(_ problems: [CatalogProblem]) -> [String] {
    problems.map { "\($0.path) \($0.code)" }.sorted()
}

@Suite struct CatalogProblemTests {
    @Test("A sound product has no problems")
    func sound() throws {
        #expect(try subscription("{}").problems() == [])
        #expect(try subscription(#"{"someNewKey":[1],"clearedForSale":false,"currency":"EUR"}"#).problems() == [])
        #expect(try subscription(#"{"prices":{"ATL":{"amount":0,"currency":"ATC"}}}"#).problems() == [])
    }

    @Test(
        "F3: what is wrong is named by its key",
        arguments: [
            (#"{"productID":null}"#, "productID missing"),
            (#"{"productID":"a b"}"#, "productID identifier_not_allowed"),
            (#"{"productID":""}"#, "productID identifier_not_allowed"), (#"{"productID":7}"#, "productID malformed"),
            (#"{"type":null}"#, "type missing"), (#"{"type":"Sub"}"#, "type unknown_word"),
            (#"{"type":[]}"#, "type malformed"),
            (#"{"displayPrice":null}"#, "displayPrice missing"),
            (#"{"displayPrice":"4,99"}"#, "displayPrice bad_price"),
            (#"{"displayPrice":4.99}"#, "displayPrice malformed"),
            (#"{"displayPrice":"-1"}"#, "displayPrice bad_price"),
            (#"{"displayPrice":"4.9999"}"#, "displayPrice bad_price"),
            (#"{"displayPrice":""}"#, "displayPrice bad_price"),
            (#"{"currency":"eur"}"#, "currency bad_currency"), (#"{"currency":3}"#, "currency malformed"),
            (#"{"prices":[]}"#, "prices malformed"),
            (#"{"prices":{"usa":{"amount":1,"currency":"USD"}}}"#, "prices.usa bad_storefront"),
            (#"{"prices":{"USA":"4.99"}}"#, "prices.USA bad_price"),
            (#"{"prices":{"USA":{"amount":-1,"currency":"USD"}}}"#, "prices.USA bad_price"),
            (#"{"prices":{"USA":{"amount":1.5,"currency":"USD"}}}"#, "prices.USA bad_price"),
            (#"{"recurringSubscriptionPeriod":null}"#, "recurringSubscriptionPeriod missing"),
            (#"{"recurringSubscriptionPeriod":"1M"}"#, "recurringSubscriptionPeriod bad_period"),
            (#"{"recurringSubscriptionPeriod":"P0M"}"#, "recurringSubscriptionPeriod bad_period"),
            (#"{"recurringSubscriptionPeriod":30}"#, "recurringSubscriptionPeriod malformed"),
            (#"{"subscriptionGroupID":null}"#, "subscriptionGroupID missing"),
            (#"{"groupNumber":0}"#, "groupNumber bad_level"),
            (#"{"groupNumber":-5}"#, "groupNumber bad_level"), (#"{"groupNumber":1.5}"#, "groupNumber malformed"),
            (#"{"clearedForSale":"maybe"}"#, "clearedForSale malformed"),
            (#"{"familyShareable":2}"#, "familyShareable malformed"),
            (#"{"kind":"stuff"}"#, "kind unknown_word"), (#"{"kind":1}"#, "kind malformed"),
            (#"{"localizations":[{}]}"#, "localizations[0].locale missing"),
            (#"{"localizations":[{"locale":"en"},{"locale":"en"}]}"#, "localizations[1].locale duplicate"),
            (#"{"localizations":[{"locale":1}]}"#, "localizations[0].locale malformed"),
            (#"{"localizations":{}}"#, "localizations malformed"),
            (#"{"type":"Consumable"}"#, "recurringSubscriptionPeriod not_for_type"),
            (#"{"type":"NonRenewingSubscription"}"#, "recurringSubscriptionPeriod not_for_type"),
            (
                #"{"type":"Consumable","recurringSubscriptionPeriod":null,"familyShareable":true}"#,
                "familyShareable not_for_type"
            ),
            (#"{"type":"FreeSubscription","recurringSubscriptionPeriod":null}"#, "displayPrice bad_price"),
            (#"{"billingPlans":[{"displayPrice":"x"}]}"#, "billingPlans[0].displayPrice bad_price"),
        ])
    func product(change: String, problem: String) throws {
        #expect(listed(try subscription(change).problems()) == [problem])
    }

    @Test(
        "An offer's problems are named by its key",
        arguments: [
            (#"{"offerID":null}"#, "offerID missing"), (#"{"offerID":""}"#, "offerID missing"),
            (#"{"offerID":[]}"#, "offerID malformed"),
            (#"{"paymentMode":null}"#, "paymentMode missing"), (#"{"paymentMode":"gift"}"#, "paymentMode unknown_word"),
            (#"{"subscriptionPeriod":null}"#, "subscriptionPeriod missing"),
            (#"{"subscriptionPeriod":"month"}"#, "subscriptionPeriod bad_period"),
            (#"{"numberOfPeriods":0}"#, "numberOfPeriods bad_period"),
            (#"{"numberOfPeriods":-1}"#, "numberOfPeriods bad_period"),
            (#"{"displayPrice":null}"#, "displayPrice missing"),
            (#"{"displayPrice":"free"}"#, "displayPrice bad_price"),
        ])
    func offer(change: String, problem: String) throws {
        var offer = try object(
            #"{"offerID":"o","paymentMode":"payAsYouGo","subscriptionPeriod":"P1M","numberOfPeriods":2,"displayPrice":"0.99"}"#
        )
        var product = try subscription("{}")
        product.json["adHocOffers"] = [.object(offer)]
        #expect(product.problems() == [])
        for member in try object(change) { offer[member.key] = member.value }
        for (key, list) in [("adHocOffers", "adHocOffers[0]"), ("winbackOffers", "winbackOffers[0]")] {
            var product = try subscription("{}")
            product.json[key] = [.object(offer)]
            #expect(listed(product.problems()) == ["\(list).\(problem)"])
        }
    }

    @Test("Two offers of a kind have two identifiers; an introductory offer needs none, a code offer a name")
    func offerIdentifiers() throws {
        let free = #""paymentMode":"free","subscriptionPeriod":"P1W""#
        let twice = try subscription(#"{"adHocOffers":[{"offerID":"o",\#(free)},{"offerID":"o",\#(free)}]}"#)
        #expect(listed(twice.problems()) == ["adHocOffers[1].offerID duplicate"])
        #expect(
            try subscription(#"{"introductoryOffer":{\#(free)},"introductoryOffers":[{\#(free)}]}"#).problems() == [])
        #expect(try subscription(#"{"codeOffers":[{"referenceName":"spring",\#(free)}]}"#).problems() == [])
        let nameless = try subscription(#"{"codeOffers":[{\#(free)}]}"#)
        #expect(listed(nameless.problems()) == ["codeOffers[0].referenceName missing"])
    }

    @Test(
        "F1: what the store does not sell is refused with the reason",
        arguments: ["physicalGoods", "realWorldService", "intermediaryCurrency"])
    func forbidden(kind: String) throws {
        let problems = try subscription(#"{"kind":"\#(kind)"}"#).problems()
        #expect(listed(problems) == ["kind forbidden_kind"])
        #expect(
            problems.first?.message == ProductKind(rawValue: kind).refusal && problems.first?.message.isEmpty == false)
    }

    @Test("F1: content, functionality, services and subscriptions are sold", arguments: ProductKind.sold)
    func sold(kind: ProductKind) throws {
        #expect(kind.refusal == nil)
        #expect(try subscription(#"{"kind":"\#(kind)"}"#).problems() == [])
    }

    @Test("F3: an identifier occurs once in a catalog, and so does a group's")
    func duplicates() throws {
        let product = try subscription("{}")
        let group = SubscriptionGroup(id: "G", name: "Pro")
        #expect(Catalog(products: [product], groups: [group]).problems() == [])
        #expect(
            listed(Catalog(products: [product, product, product], groups: [group, group]).problems()) == [
                "groups[1].id duplicate", "products[1].productID duplicate", "products[2].productID duplicate",
            ])
        #expect(listed(Catalog(groups: [SubscriptionGroup()]).problems()) == ["groups[0].id missing"])
    }

    @Test("All problems of a product are told, not only the first")
    func all() {
        #expect(
            listed(ProductDefinition().problems()) == ["displayPrice missing", "productID missing", "type missing"])
    }
}
