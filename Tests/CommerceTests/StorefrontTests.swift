import Testing
import WindfallCommerce

@Suite struct StorefrontTests {
    @Test(
        "F3: known storefronts have their number and currency",
        arguments: [
            ("USA", "143441", "USD"), ("GBR", "143444", "GBP"), ("DEU", "143443", "EUR"), ("JPN", "143462", "JPY"),
            ("AUS", "143460", "AUD"), ("TUR", "143480", "TRY"), ("CHN", "143465", "CNY"), ("BGR", "143526", "EUR"),
            ("XKS", "143624", "EUR"), ("ZWE", "143605", "USD"),
        ])
    func known(code: String, storefrontId: String, currency: String) throws {
        let storefront = Storefront(rawValue: code)
        #expect(storefront.isKnown)
        #expect(storefront.storefrontId == storefrontId)
        #expect(storefront.currency?.rawValue == currency)
        #expect(Storefront(storefrontId: storefrontId) == storefront)
    }

    @Test("The table has 175 storefronts, each code and number once, all well formed")
    func table() throws {
        let all = Storefront.all
        #expect(all.count == 175)
        #expect(Set(all).count == 175)
        #expect(Set(all.compactMap(\.storefrontId)).count == 175)
        #expect(all.map(\.rawValue) == all.map(\.rawValue).sorted())
        for storefront in all {
            #expect(storefront.isWellFormed && storefront.currency?.isWellFormed != false, "\(storefront)")
            let number = try #require(storefront.storefrontId.flatMap { Int($0) })
            #expect((143_441...143_624).contains(number), "\(storefront)")
        }
        #expect(Set(all.compactMap(\.currency)).count == 43)
        #expect(all.filter { $0.currency == nil }.map(\.rawValue) == ["BIH", "SRB"])
    }

    @Test("A code that is not known survives", arguments: ["ATL", "", "usa", "US", "USAA"])
    func unknown(code: String) {
        let storefront = Storefront(rawValue: code)
        #expect(storefront.rawValue == code && !storefront.isKnown)
        #expect(storefront.storefrontId == nil && storefront.currency == nil)
        #expect(storefront.isWellFormed == (code == "ATL"))
    }

    @Test(
        "A number that is not known is no storefront", arguments: ["", "0", "143440", "-143441", "143441-1", "0143441"])
    func unknownNumber(storefrontId: String) {
        #expect(Storefront(storefrontId: storefrontId) == nil)
    }
}
