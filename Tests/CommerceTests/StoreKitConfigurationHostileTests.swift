import Testing
import WindfallCommerce
import WindfallJSON

@Suite struct StoreKitConfigurationHostileTests {
    @Test(
        "An unreadable file names key and position",
        arguments: [
            ("", "not_json", "", 0), ("{", "not_json", "", 1), ("[]", "malformed", "", 0),
            ("\"x\"", "malformed", "", 0),
            (" null", "malformed", "", 1), ("{}", "missing", "version.major", nil),
            (#"{"version":{}}"#, "missing", "version.major", nil),
            (#"{"version":null}"#, "missing", "version.major", nil),
            (#"{"version":4}"#, "malformed", "version", 11),
            (#"{"version":{"major":"x"}}"#, "malformed", "version.major", 20),
            (#"{"version":{"major":6}}"#, "unsupported_version", "version.major", 20),
            (#"{"version":{"major":0}}"#, "unsupported_version", "version.major", 20),
            (#"{"version":{"major":-1}}"#, "unsupported_version", "version.major", 20),
            (#"{"version":{"major":99999999999999999999}}"#, "malformed", "version.major", 20),
            (#"{"version":{"major":4},"products":{}}"#, "malformed", "products", 34),
            (#"{"version":{"major":4},"products":[7]}"#, "malformed", "products[0]", 35),
            (
                #"{"version":{"major":4},"products":[{},{"displayPrice":4.99}]}"#, "malformed",
                "products[1].displayPrice", 54
            ),
            (#"{"version":{"major":4},"settings":[]}"#, "malformed", "settings", 34),
            (#"{"version":{"major":4},"settings":{"_timeRate":"fast"}}"#, "malformed", "settings._timeRate", 47),
            (
                #"{"version":{"major":4},"settings":{"_storeKitErrors":[1]}}"#, "malformed",
                "settings._storeKitErrors[0]", 54
            ),
            (
                #"{"version":{"major":4},"subscriptionGroups":[{"subscriptions":[{"adHocOffers":[{"numberOfPeriods":[]}]}]}]}"#,
                "malformed", "subscriptionGroups[0].subscriptions[0].adHocOffers[0].numberOfPeriods", 98
            ),
            (#"{"version":{"major":4},"identifier":{}}"#, "malformed", "identifier", 36),
            (#"{"a":1,"a":2}"#, "not_json", "a", 7), (#"{"version":{"major":4,}}"#, "not_json", "version", 22),
            (#"{"version":{"major":4}} x"#, "not_json", "", 24),
            (#"{"products":[{"type": Consumable}]}"#, "not_json", "products[0].type", 22),
        ] as [(String, String, String, Int?)])
    func unreadable(text: String, code: String, path: String, offset: Int?) throws {
        let error = try #require(throws: StoreKitConfigurationError.self) { try StoreKitConfiguration(reading: text) }
        #expect(error.code.description == code)
        #expect(error.path == path)
        #expect(error.offset == offset)
        #expect((error.cause != nil) == (code == "not_json"))
        #expect(error.description.contains(path))
    }

    @Test("Nesting and size have limits")
    func limits() throws {
        let deep = #"{"version":{"major":4},"x":"# + String(repeating: "[", count: 100_000)
        let error = try #require(throws: StoreKitConfigurationError.self) { try StoreKitConfiguration(reading: deep) }
        #expect(error.cause?.code == .tooDeep && error.path.hasPrefix("x[0]"))
        let many = #"{"version":{"major":4},"products":["# + String(repeating: "{},", count: 2_000) + "{}]}"
        let small = JSONLimits(maxBytes: 100_000, maxDepth: 10, maxValues: 1000)
        let refused = try #require(throws: StoreKitConfigurationError.self) {
            try StoreKitConfiguration(reading: many.utf8.span, limits: small)
        }
        #expect(refused.cause?.code == .tooManyValues && refused.path.hasPrefix("products["))
    }

    @Test("Ten thousand products with one identifier are read, and each but the first is named")
    func manyDuplicates() throws {
        let product = #"{"productID":"a","type":"Consumable","displayPrice":"0.99"}"#
        let text =
            #"{"version":{"major":4},"products":["# + Array(repeating: product, count: 10_000).joined(separator: ",")
            + "]}"
        let problems = try StoreKitConfiguration(reading: text).problems()
        #expect(problems.count == 9999 && problems.allSatisfy { $0.code == .duplicate })
        #expect(problems.last?.path == "products[9999].productID")
    }

    @Test("An identifier occurs once in a file, wherever it stands; a product names the group around it")
    func acrossLists() throws {
        let renewing = #""type":"RecurringSubscription","displayPrice":"1","recurringSubscriptionPeriod":"P1M""#
        let file = try StoreKitConfiguration(
            reading: """
                {"version":{"major":4},"products":[{"productID":"a","type":"Consumable","displayPrice":"1"}],
                 "nonRenewingSubscriptions":[{"productID":"a","type":"NonRenewingSubscription","displayPrice":"1"}],
                 "subscriptionGroups":[{"id":"G","subscriptions":[{"productID":"a",\(renewing),"subscriptionGroupID":"G"},
                 {"productID":"b",\(renewing),"subscriptionGroupID":"H"}]},{"id":"G"},{}]}
                """)
        #expect(
            Set(file.problems().map { "\($0.path) \($0.code)" }) == [
                "nonRenewingSubscriptions[0].productID duplicate",
                "subscriptionGroups[0].subscriptions[0].productID duplicate",
                "subscriptionGroups[0].subscriptions[1].subscriptionGroupID other_group",
                "subscriptionGroups[1].id duplicate",
                "subscriptionGroups[2].id missing",
            ])
    }

    @Test("Keys that are not known survive, at every level")
    func unknownKeys() throws {
        let text =
            #"{"z":1,"version":{"major":5,"new":2},"settings":{"_new":[]},"products":[{"new":{"a":1}}],"subscriptionGroups":[{"id":"G","new":1.50,"subscriptions":[{"new":3}]}]}"#
        let file = try StoreKitConfiguration(reading: text)
        #expect(JSON.object(file.json).text() == text)
        #expect(try StoreKitConfiguration(reading: file.bytes.span) == file)
    }
}

@Suite struct StoreKitConfigurationMakingTests {
    @Test("F2: a catalog with all five types survives as a file, our own keys too")
    func allTypes() throws {
        var catalog = Catalog()
        let price = try #require(Money("4.99", .usDollar))
        for (type, name) in [
            (ProductType.consumable, "c"), (.nonConsumable, "n"), (.nonRenewing, "r"), (.free, "f"),
            (.autoRenewable, "s"),
        ] {
            var product = ProductDefinition(productID: name, type: type, price: price)
            product.kind = .content
            product.clearedForSale = false
            if type == .free { product.displayPrice = "0" }
            if type == .autoRenewable {
                product.recurringSubscriptionPeriod = "P1M"
                product.subscriptionGroupID = "G"
            }
            catalog.products.append(product)
        }
        let made = StoreKitConfiguration(catalog: catalog)
        let read = try StoreKitConfiguration(reading: made.bytes.span)
        #expect(read.problems() == [] && read.catalog.products.count == 5)
        #expect(read.catalog.products.allSatisfy { $0.kind == .content && !$0.isForSale && $0.internalID?.count == 8 })
        #expect(read.catalog.groups.map(\.id) == ["G"] && read.version?.major == 4)
        #expect(read.freeSubscriptions?.count == 1 && read.nonRenewingSubscriptions?.count == 1)
        #expect(read.json.sortedByKey() == read.json)
        let subscription = try #require(read.catalog["s"])
        #expect(subscription.json["introductoryOffer"] == .null && subscription.adHocOffers == [])
        #expect(StoreKitConfiguration(catalog: catalog) == made)
    }

    @Test("An empty catalog makes a file that can be read")
    func empty() throws {
        let made = StoreKitConfiguration(catalog: Catalog())
        #expect(try StoreKitConfiguration(reading: made.bytes.span) == made)
        #expect(made.catalog == Catalog() && made.products == [] && made.freeSubscriptions == nil)
        #expect(made.identifier?.count == 8)
    }

    @Test("F3: prices have the currency of the file's storefront, and keep their own in another's")
    func currencies() throws {
        let yen = Currency(rawValue: "JPY")
        let japan = Storefront(rawValue: "JPN")
        let file = try StoreKitConfiguration(
            reading: """
                {"version":{"major":4},"settings":{"_storefront":"JPN"},
                 "products":[{"productID":"a","type":"Consumable","displayPrice":"600"}]}
                """)
        #expect(file.catalog["a"]?.defaultPrice == Money("600", yen))
        #expect(file.replacing(file.catalog).products == file.products)

        let dollars = ProductDefinition(
            productID: "b", type: .consumable, price: try #require(Money("4.99", .usDollar)))
        var own = ProductDefinition(productID: "c", type: .consumable, price: try #require(Money("1", .usDollar)))
        own.displayPrice = nil
        own.prices = [japan: try #require(Money("150", yen))]
        let made = StoreKitConfiguration(catalog: Catalog(products: [dollars, own]), storefront: japan)
        #expect(made.catalog["b"]?.defaultPrice == Money("4.99", .usDollar))
        #expect(made.catalog["c"]?.defaultPrice == Money("150", yen))
        #expect(made.catalog["c"]?.prices == own.prices)
    }
}
