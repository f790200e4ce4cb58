import Foundation
import StoreKitTest
import Testing

@Suite struct ValueTests {
    @Test("A transaction has what the store signed, field by field, and all parts of the JWS")
    func transaction() async throws {
        try await Fixture.story { fixture in
            let bought = try await fixture.session.buyProduct(identifier: Fixture.monthly)
            #expect(bought.id == bought.originalID && bought.productType == .autoRenewable)
            #expect(
                bought.subscriptionGroupID == "G1" && bought.price == Decimal(string: "4.99")
                    && bought.currency == "USD")
            #expect(bought.purchaseDate == Date(timeIntervalSince1970: 1_769_853_600))
            #expect(bought.expirationDate == Date(timeIntervalSince1970: 1_772_272_800))
            #expect(bought.reason == .purchase && bought.ownershipType == .purchased && bought.offer == nil)
            #expect(bought.revocationDate == nil && !bought.isUpgraded && bought.storefrontCountryCode == "USA")
            let result = VerificationResult<Transaction>.verified(bought)
            let parts = result.jwsRepresentation.split(separator: ".")
            #expect(parts.count == 3 && Data("\(parts[0]).\(parts[1])".utf8) == result.signedData)
            #expect(result.payloadData == bought.jsonRepresentation && result.signatureData.count == 64)
            let header = String(decoding: result.headerData, as: UTF8.self)
            #expect(header.contains("Apple_Xcode_Key"))
        }
    }

    @Test("A result that is not verified gives its value only to who asks for it unsafely")
    func unverified() throws {
        let result = VerificationResult<Int>.unverified(7, .invalidSignature)
        #expect(result.unsafePayloadValue == 7)
        #expect(throws: VerificationResult<Int>.VerificationError.invalidSignature) { try result.payloadValue }
        #expect(try VerificationResult.verified(7).payloadValue == 7)
        #expect(result != .verified(7) && result != .unverified(7, .invalidEncoding))
    }

    @Test(
        "Periods are calendar periods",
        arguments: [
            (Product.SubscriptionPeriod.weekly, 7.0), (.everyTwoWeeks, 14), (.everyThreeDays, 3), (.yearly, 365),
        ])
    func periods(period: Product.SubscriptionPeriod, days: Double) {
        let start = Date(timeIntervalSince1970: 1_769_853_600)
        let range = period.dateRange(referenceDate: start)
        #expect(range.lowerBound == start)
        #expect((range.upperBound.timeIntervalSince(start) / 86_400 - days).magnitude < 0.1)
    }

    @Test("Options are equal by what they say; one that asks about the country is one in a set")
    func options() {
        let all: Set<Product.PurchaseOption> = [
            .quantity(2), .quantity(2), .quantity(3), .custom(key: "a", value: true),
            .onStorefrontChange { _ in true }, .onStorefrontChange { _ in false },
        ]
        #expect(all.count == 4)
        #expect(Product.PurchaseOption.promotionalOffer("a", compactJWS: "b").count == 1)
        #expect(Product.SubscriptionPeriod.Unit.day < .year)
    }
}
