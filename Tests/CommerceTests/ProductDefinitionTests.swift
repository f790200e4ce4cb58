import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite struct ProductDefinitionFieldTests {
    @Test("F3: each key of a product is read, written and cleared under its own name")
    func product() throws {
        let offers: JSON = [["internalID": "1", "paymentMode": "free", "subscriptionPeriod": "P1W"]]
        try check(
            [
                Property("productID", \.productID, "a.b"), Property("type", \.type, "Consumable"),
                Property("referenceName", \.referenceName, "Coins"), Property("internalID", \.internalID, "EB6E5D1C"),
                Property("displayPrice", \.displayPrice, "0.5"), Property("familyShareable", \.familyShareable, true),
                Property("localizations", \.localizations, [["locale": "en_US"]]),
                Property("groupNumber", \.groupNumber, 2), Property("subscriptionGroupID", \.subscriptionGroupID, "G"),
                Property("recurringSubscriptionPeriod", \.recurringSubscriptionPeriod, "P1M"),
                Property("introductoryOffer", \.introductoryOffer, ["paymentMode": "free"]),
                Property("introductoryOffers", \.introductoryOffers, offers),
                Property("adHocOffers", \.adHocOffers, offers),
                Property("codeOffers", \.codeOffers, offers), Property("winbackOffers", \.winbackOffers, offers),
                Property("billingPlans", \.billingPlans, [["billingPlanType": "MONTHLY"]]),
                Property("kind", \.kind, "content"), Property("currency", \.currency, "EUR"),
                Property("prices", \.prices, ["USA": ["amount": 990, "currency": "USD"]]),
                Property("clearedForSale", \.clearedForSale, false),
            ] as [Property<ProductDefinition>])
    }

    @Test("Each key of an offer, a plan, a group and a localization is read, written and cleared")
    func parts() throws {
        try check(
            [
                Property("internalID", \.internalID, "1"), Property("offerID", \.offerID, "spring"),
                Property("referenceName", \.referenceName, "Spring"),
                Property("paymentMode", \.paymentMode, "payUpFront"),
                Property("subscriptionPeriod", \.subscriptionPeriod, "P3D"),
                Property("numberOfPeriods", \.numberOfPeriods, 3),
                Property("displayPrice", \.displayPrice, "0.99"),
                Property("billingPlanType", \.billingPlanType, "BILLED_UPFRONT"),
                Property("eligibility", \.eligibility, ["new", "expired"]),
                Property("isStackable", \.isStackable, true),
                Property("isEligible", \.isEligible, false),
            ] as [Property<SubscriptionOffer>])
        try check(
            [
                Property("billingPlanType", \.billingPlanType, "MONTHLY"),
                Property("displayPrice", \.displayPrice, "0.5"),
                Property("commitmentDisplayPrice", \.commitmentDisplayPrice, "6.00"),
                Property("internalID", \.internalID, "8BCD7D45"), Property("isEnabled", \.isEnabled, true),
            ] as [Property<BillingPlan>])
        try check(
            [
                Property("id", \.id, "G"), Property("name", \.name, "Pro"),
                Property("localizations", \.localizations, [["locale": "ja"]]),
                Property("subscriptions", \.subscriptions, [["productID": "a"]]),
            ] as [Property<SubscriptionGroup>])
        try check(
            [
                Property("locale", \.locale, "en_US"), Property("displayName", \.displayName, "Coins"),
                Property("description", \.description, "A hundred"),
            ] as [Property<Localization>])
    }

    @Test("Each key of a configuration and its settings is read, written and cleared")
    func configuration() throws {
        let product: JSON = [["productID": "a"]]
        try check(
            [
                Property("identifier", \.identifier, "C3B6126D"),
                Property("version", \.version, ["major": 4, "minor": 0]),
                Property("settings", \.settings, ["_storefront": "USA"]), Property("products", \.products, product),
                Property("nonRenewingSubscriptions", \.nonRenewingSubscriptions, product),
                Property("freeSubscriptions", \.freeSubscriptions, product),
                Property("subscriptionGroups", \.subscriptionGroups, [["id": "G"]]),
                Property("appPolicies", \.appPolicies, ["eula": ""]),
                Property("subscriptionOffersKeyPair", \.subscriptionOffersKeyPair, ["id": "1"]),
            ] as [Property<StoreKitConfiguration>])
        try check(
            [Property("major", \.major, 4), Property("minor", \.minor, 0)] as [Property<FormatVersion>])
        try check(
            [
                Property("_applicationInternalID", \.applicationInternalID, "1"),
                Property("_developerTeamID", \.developerTeamID, "T"),
                Property("_askToBuyEnabled", \.askToBuyEnabled, true),
                Property("_billingGracePeriodEnabled", \.billingGracePeriodEnabled, true),
                Property("_billingIssuesEnabled", \.billingIssuesEnabled, true),
                Property("_renewalBillingIssuesEnabled", \.renewalBillingIssuesEnabled, true),
                Property("_disableDialogs", \.disableDialogs, true),
                Property("_failTransactionsEnabled", \.failTransactionsEnabled, false),
                Property("_locale", \.locale, "en_US"), Property("_storefront", \.storefront, "JPN"),
                Property("_timeRate", \.timeRate, 13),
                Property("_storeKitErrors", \.storeKitErrors, [["name": "Purchase", "enabled": false]]),
            ] as [Property<StoreKitSettings>], derived: ["_lastSynchronizedDate"])
        try check(
            [
                Property("name", \.name, "Purchase"), Property("enabled", \.enabled, true),
                Property("current", \.current, ["index": 2, "type": "generic"]),
            ] as [Property<SimulatedStoreError>])
    }
}

@Suite struct ProductDefinitionTests {
    @Test("F3: a storefront's own price comes before the default one, and nothing is converted")
    func prices() throws {
        var product = ProductDefinition(
            productID: "a", type: .consumable, price: try #require(Money("4.99", .usDollar)))
        #expect(product.price(in: .usa)?.description == "4.99 USD")
        #expect(product.price(in: Storefront(rawValue: "JPN"))?.description == "4.99 USD")
        let japan = Storefront(rawValue: "JPN")
        product.prices = [japan: Money(thousandths: 600_000, currency: Currency(rawValue: "JPY"))]
        #expect(product.price(in: japan)?.description == "600 JPY")
        #expect(product.price(in: .usa)?.description == "4.99 USD")
        #expect(product.problems() == [])
        product.displayPrice = nil
        #expect(product.price(in: .usa) == nil && product.price(in: japan) != nil && product.problems() == [])
    }

    @Test("F2: each type has a word of its own", arguments: ProductType.allCases)
    func types(type: ProductType) {
        #expect(ConfiguredProductType(type).productType == type)
        #expect(Set(ProductType.allCases.map { ConfiguredProductType($0) }).count == 5)
    }

    @Test("F3: a product without the flags is for sale and not shared, on the highest level")
    func defaults() {
        let product = ProductDefinition()
        #expect(product.isForSale && !product.isFamilyShareable && product.level == 1)
        #expect(ProductDefinition(json: ["clearedForSale": false]).isForSale == false)
    }

    @Test("F37: texts are those of the locale, else of the language, else the first")
    func localizations() {
        let texts = ["en_US", "pt-BR", "de"].map { Localization(locale: $0, displayName: $0, description: "") }
        let best = ["en_US", "en-us", "en_GB", "pt_PT", "PT_br", "de_AT", "fr", ""].map { texts.best(for: $0)?.locale }
        #expect(best == ["en_US", "en_US", "en_US", "pt-BR", "pt-BR", "de", "en_US", "en_US"])
        #expect([Localization]().best(for: "en") == nil)
    }

    @Test("An offer is found by its kind and the name that a purchase gives")
    func offers() throws {
        let product = ProductDefinition(
            json: try object(
                """
                {"adHocOffers":[{"offerID":"a"},{"offerID":"b","paymentMode":"payAsYouGo","displayPrice":"0.99"}],
                 "codeOffers":[{"referenceName":"spring"}],"winbackOffers":[{"offerID":"back"}],
                 "introductoryOffer":{"internalID":"1","paymentMode":"free"}}
                """))
        #expect(product.offer(.promotional, identifier: "b")?.price(in: .euro)?.description == "0.99 EUR")
        #expect(product.offer(.promotional, identifier: "c") == nil && product.offer(.winBack, identifier: "a") == nil)
        #expect(product.offer(.code, identifier: "spring") != nil && product.offer(.winBack, identifier: "back") != nil)
        #expect(product.offers(.introductory).map(\.internalID) == ["1"])
        #expect(product.offers(.introductory).first?.price(in: .euro)?.isZero == true)
        #expect(product.offers(OfferType(rawValue: 9)) == [])
        #expect(SubscriptionOffer().periods == 1)
    }
}

@Suite struct ProductIdentifierTests {
    @Test(
        "F3: letters, digits, hyphens, periods and underscores make an identifier",
        arguments: ["a", "com.example.Pro-1_b", "1", "."])
    func allowed(text: String) {
        #expect(ProductIdentifier(text)?.text == text)
    }

    @Test("F3: an identifier has at most 100 characters")
    func length() {
        #expect(ProductIdentifier(String(repeating: "x", count: 100)) != nil)
        #expect(ProductIdentifier(String(repeating: "x", count: 101)) == nil)
    }

    @Test(
        "F3: anything else is none", arguments: ["", " ", "a b", "a/b", "ä", "a\n", "a\u{0}", "a+b", "１", "a:b", "a,b"])
    func refused(text: String) {
        #expect(ProductIdentifier(text) == nil)
    }
}
