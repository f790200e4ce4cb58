import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// What is known of one file.
struct ConfigurationFacts: CustomTestStringConvertible, Sendable {
    let name: String
    let major: Int64
    let products: Int
    let nonRenewing: Int
    let groups: Int
    let subscriptions: Int

    init(_ name: String, _ major: Int64, _ products: Int, _ nonRenewing: Int, _ groups: Int, _ subscriptions: Int) {
        self.name = name
        self.major = major
        self.products = products
        self.nonRenewing = nonRenewing
        self.groups = groups
        self.subscriptions = subscriptions
    }

    var testDescription: String { name }
    var path: String { "storekit-config/\(name).storekit" }

    static let all = [
        ConfigurationFacts("revenuecat-unit-tests", 5, 2, 1, 2, 4),
        ConfigurationFacts("revenuecat-purchase-tester", 3, 2, 1, 6, 13),
        ConfigurationFacts("revenuecat-samplecat-synced", 4, 0, 0, 0, 0),
        ConfigurationFacts("flutter-in-app-purchase", 1, 2, 0, 1, 2),
        ConfigurationFacts("flutter-in-app-purchase-storekit", 4, 3, 0, 3, 3),
        ConfigurationFacts("mercato", 4, 7, 2, 4, 10),
        ConfigurationFacts("apphud-demo", 3, 3, 0, 1, 7),
        ConfigurationFacts("revenuecat-storekit2-demo-step1", 2, 1, 0, 1, 2),
    ]
}

@Suite(Fixture.isThere) struct StoreKitConfigurationFixtureTests {
    private func configuration(_ facts: ConfigurationFacts) throws -> StoreKitConfiguration {
        let bytes = try Fixture.bytes(facts.path)
        return try StoreKitConfiguration(reading: bytes.span)
    }

    @Test("Every file is in the list")
    func complete() throws {
        #expect(
            try Fixture.paths(in: "storekit-config", ending: ".storekit") == ConfigurationFacts.all.map(\.path).sorted()
        )
    }

    @Test("A file holds what is known of it", arguments: ConfigurationFacts.all)
    func facts(_ facts: ConfigurationFacts) throws {
        let file = try configuration(facts)
        #expect(file.version?.major == facts.major && file.version?.minor == 0)
        #expect(file.products?.count == facts.products)
        #expect((file.nonRenewingSubscriptions ?? []).count == facts.nonRenewing)
        #expect(file.subscriptionGroups?.count == facts.groups)
        #expect((file.subscriptionGroups ?? []).flatMap { $0.subscriptions ?? [] }.count == facts.subscriptions)
        #expect(file.catalog.products.count == facts.products + facts.nonRenewing + facts.subscriptions)
        #expect(file.catalog.groups.count == facts.groups)
    }

    @Test("A file of Xcode's comes back byte for byte", arguments: ConfigurationFacts.all)
    func roundTrip(_ facts: ConfigurationFacts) throws {
        let bytes = try Fixture.bytes(facts.path)
        let file = try StoreKitConfiguration(reading: bytes.span)
        #expect(file.bytes == bytes)
        #expect(StoreKitConfiguration(json: file.json.sortedByKey()).bytes == bytes)
        #expect(file.replacing(file.catalog).bytes == bytes)
    }

    @Test("F3: each product of a file can be registered", arguments: ConfigurationFacts.all)
    func products(_ facts: ConfigurationFacts) throws {
        let file = try configuration(facts)
        #expect(file.problems() == [])
        #expect(file.catalog.problems() == [])
        for product in file.catalog.products {
            #expect(product.identifier != nil && product.productType != nil && product.defaultPrice != nil)
            #expect(product.defaultPrice?.currency == .usDollar)
            #expect((product.productType == .autoRenewable) == (product.period != nil))
            for type in [OfferType.introductory, .promotional, .code, .winBack] {
                for offer in product.offers(type) {
                    #expect(
                        offer.period != nil && offer.paymentMode?.discountType != nil && offer.price(in: .euro) != nil)
                }
            }
            let json = try JSON(reading: JSON.object(product.json).text())
            #expect(json == .object(product.json))
        }
    }

    @Test("A catalog without its file makes one that Xcode's keys are in", arguments: ConfigurationFacts.all)
    func making(_ facts: ConfigurationFacts) throws {
        let catalog = try configuration(facts).catalog
        let made = StoreKitConfiguration(catalog: catalog)
        let read = try StoreKitConfiguration(reading: made.bytes.span)
        #expect(read == made && read.problems() == [])
        #expect(Set(read.catalog.products.compactMap(\.productID)) == Set(catalog.products.compactMap(\.productID)))
        #expect(read.catalog.groups.map(\.id) == catalog.groups.map(\.id))
        for product in read.catalog.products where facts.major < 5 {
            let productID = try #require(product.productID)
            let original = try #require(catalog[productID])
            for member in original.json { #expect(product.json[member.key] == member.value) }
        }
    }

    @Test("Settings are read: storefront, locale, rate, dialogs and simulated errors")
    func settings() throws {
        let mercato = try #require(configuration(ConfigurationFacts.all[5]).settings)
        #expect(mercato.storefront == .usa && mercato.locale == "en_US" && mercato.timeRate == .realTime)
        #expect(mercato.disableDialogs == true && mercato.askToBuyEnabled == false)
        #expect(mercato.storeKitErrors?.count == 9 && mercato.storeKitErrors?.first?.name == "Load Products")
        #expect(mercato.storeKitErrors?.first?.current?["index"]?.int64 == 2)
        let tester = try #require(configuration(ConfigurationFacts.all[1]).settings)
        let synchronized = try #require(tester.lastSynchronized).rfc3339
        #expect(synchronized.hasPrefix("202"), "\(synchronized)")
        let unit = try configuration(ConfigurationFacts.all[0]).catalog
        let commitment = try #require(unit["com.revenuecat.annual_with_commitment"])
        #expect(commitment.billingPlans?.last?.commitmentDisplayPrice == "6.00")
        #expect(unit["com.revenuecat.monthly_4.99.1_week_intro"]?.offers(.introductory).count == 1)
    }

    @Test("A file that ends early is refused with the place")
    func truncated() throws {
        let bytes = try Fixture.bytes("storekit-config/flutter-in-app-purchase.storekit")
        for length in stride(from: 0, to: bytes.count - 2, by: 11) {
            let part = Array(bytes.prefix(length))
            let error = #expect(throws: StoreKitConfigurationError.self) {
                try StoreKitConfiguration(reading: part.span)
            }
            #expect(error?.code == .notJSON && error?.cause?.code == .truncated && error?.offset == length)
        }
    }
}
